// Checks one packed package, as it would be published.
import { readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { checkPackage as checkTypes, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Kilobytes that the tarball of a package may have: about a fifth more than at the last release, so that growth is noticed. A package
 * that is not listed may have `usualLimit`.
 */
const sizeLimits = /** @type {Record<string, number>} */ (
  JSON.parse(readFileSync(new URL("sizes.json", import.meta.url), "utf8"))
);

const usualLimit = 50;

const allowedLicenses = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "Unlicense"];

const expectedFiles =
  /^(package\.json|README\.md|LICENSE|bin\/[\w-]+\.cjs|dist\/.*\.(js|d\.ts|cjs|css|html|svg|png|webmanifest|woff2)(\.(br|gz))?|dist\/yourcall\.1|dist\/third-party-licenses\.txt)$/;
const testFiles = /\.test\.|\.spec\.|__snapshots__|fixtures\//;

/**
 * @typedef {{ name: string, version: string, dependencies?: Record<string, string>, exports?: unknown }} Manifest
 * @typedef {{ name: string, version: string, kilobytes: number, files: number, problems: string[] }} CheckedPackage
 */

/**
 * Everything that is wrong with a tarball, one sentence each: publint, types, size, licences, files that do not belong in it.
 * @param {string} tarball
 * @returns {Promise<CheckedPackage>}
 */
export async function checkPackage(tarball) {
  const data = new Uint8Array(readFileSync(tarball));
  const packed = createPackageFromTarballData(data);
  const folder = `/node_modules/${packed.packageName}/`;
  const files = packed.listFiles().map((file) => file.slice(folder.length));
  const manifest = /** @type {Manifest} */ (JSON.parse(packed.readFile(`${folder}package.json`)));
  const kilobytes = Math.ceil(statSync(tarball).size / 1000);
  const texts = files.filter((file) => /\.(m?js|cjs|ts|json|html|css|md)$/.test(file));
  const problems = [
    ...(await lint(data)),
    ...(manifest.exports === undefined ? [] : await typeProblems(packed)),
    ...sizeProblems(manifest.name, kilobytes),
    ...licenseProblems(manifest, files, (file) => packed.readFile(folder + file)),
    ...strayFiles(files),
    ...texts.filter((file) => packed.readFile(folder + file).includes(root)).map((file) => `${file} contains ${root}.`),
  ];
  return { name: manifest.name, version: manifest.version, kilobytes, files: files.length, problems };
}

/** @param {Uint8Array<ArrayBuffer>} data */
async function lint(data) {
  const { messages } = await publint({ pack: { tarball: data.buffer }, strict: true });
  return messages.map(({ code, path }) => `publint: ${code} at ${path.join(".")}.`);
}

/** @param {ReturnType<typeof createPackageFromTarballData>} packed */
async function typeProblems(packed) {
  const analysis = await checkTypes(packed, { excludeEntrypoints: ["style.css", "./style.css"] });
  if (!analysis.types) return ["attw: it has no types."];
  // Modules only: neither `require` nor the resolution of before `exports` finds them.
  const ignored = ["node10", "node16-cjs"];
  return analysis.problems
    .filter((problem) => !("resolutionKind" in problem && ignored.includes(problem.resolutionKind)))
    .map((problem) => `attw: ${problem.kind}${"entrypoint" in problem ? ` at ${problem.entrypoint}` : ""}.`);
}

/** @param {string} name @param {number} kilobytes */
function sizeProblems(name, kilobytes) {
  const limit = sizeLimits[name] ?? usualLimit;
  return kilobytes > limit ? [`It has ${kilobytes} KB; scripts/release/sizes.json allows ${limit}.`] : [];
}

/** @param {string[]} files */
function strayFiles(files) {
  const missing = ["package.json", "README.md", "LICENSE"].filter((file) => !files.includes(file));
  const stray = files.filter((file) => !expectedFiles.test(file) || testFiles.test(file));
  return [...missing.map((file) => `It has no ${file}.`), ...stray.map((file) => `${file} does not belong in it.`)];
}

/**
 * The licences of what it installs, and of what its bundles contain.
 * @param {Manifest} manifest @param {string[]} files @param {(file: string) => string} read
 */
function licenseProblems(manifest, files, read) {
  const list = "dist/third-party-licenses.txt";
  const bundled = files.includes(list) ? bundledLicenses(read(list)) : new Map();
  return [...installedLicenses(manifest), ...bundled]
    .filter(([, license]) => !allowedLicenses.includes(license))
    .map(([name, license]) => `${name} has the licence ${license}, which is not among ${allowedLicenses.join(", ")}.`);
}

/** @param {string} text as scripts/build.mjs writes it @returns {Map<string, string>} */
function bundledLicenses(text) {
  const titles = text.split(/^-{78}$/m).map((part) => /^(\S+) \S+ \((.*)\)$/m.exec(part.trim()));
  return new Map(titles.map((title) => [title?.[1] ?? "?", title?.[2] ?? "unknown"]));
}

/** Of its dependencies and of theirs, from the lock. @param {Manifest} manifest @returns {Map<string, string>} */
function installedLicenses(manifest) {
  const { packages } = JSON.parse(readFileSync(`${root}package-lock.json`, "utf8"));
  const found = new Map();
  const waiting = Object.keys(manifest.dependencies ?? {});
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    const entry = packages[`node_modules/${name}`];
    const { license = "unknown", dependencies = {} } = entry?.link === true ? packages[entry.resolved] : (entry ?? {});
    found.set(name, license);
    waiting.push(...Object.keys(dependencies));
  }
  return found;
}
