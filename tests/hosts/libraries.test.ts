import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { libraries } from "../../scripts/libraries.mjs";
import { pack } from "../../scripts/pack.mjs";
import { root } from "../support/terminal.ts";

const run = promisify(execFile);
const project = mkdtempSync(join(tmpdir(), "yourcall-libraries-"));
afterAll(() => rmSync(project, { recursive: true, force: true }));

interface Manifest {
  name: string;
  version: string;
  exports: Record<string, string | Record<string, string>>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}
const manifestIn = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
const manifests = libraries.map((folder) => manifestIn(join(root, folder)));

/** Every module that the libraries offer. The suite for stores has to be inside a test run, and a style is not a module. */
const modules = manifests.flatMap(({ name, exports }) =>
  Object.keys(exports)
    .map((path) => name + path.slice(1))
    .filter((module) => !module.endsWith(".css") && module !== "@yourcall/hub/conformance"),
);

/** What a project brings itself, in the versions we develop with. Without vitest, which is large. */
function peers(): string[] {
  const versions = Object.assign({}, ...manifests.map(({ devDependencies }) => devDependencies));
  const names = manifests.flatMap(({ peerDependencies = {} }) => Object.keys(peerDependencies));
  const wanted = new Set([...names.filter((name) => name !== "vitest"), "@types/react"]);
  // The bridges to frameworks import nothing of theirs; tests/hosts/frameworks runs them together.
  return [...wanted].filter((name) => versions[name] !== undefined).map((name) => `${name}@${versions[name]}`);
}

describe("the libraries, installed from their tarballs into an empty project", () => {
  beforeAll(async () => {
    const tarballs = pack(join(project, "tarballs"), libraries);
    writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }));
    const { devDependencies = {} } = manifestIn(root);
    const types = `@types/node@${devDependencies["@types/node"]}`;
    // The optional part of the Agent SDK is Claude Code itself.
    const options = ["--no-audit", "--no-fund", "--omit=optional", "--prefer-offline"];
    await run("npm", ["install", ...options, ...tarballs.values(), ...peers(), types], { cwd: project });
  });

  test("each contains what it exports, no path to our sources, and exact versions of the others", () => {
    for (const { name, version } of manifests) {
      const folder = join(project, "node_modules", name);
      const text = readFileSync(join(folder, "package.json"), "utf8");
      expect(text).not.toMatch(/yourcall-source|devDependencies/);
      const { exports, dependencies = {} } = manifestIn(folder);
      const files = Object.values(exports).flatMap((target) =>
        typeof target === "string" ? [target] : Object.values(target),
      );
      for (const file of [...files, "LICENSE", "README.md"])
        expect(readFileSync(join(folder, file), "utf8"), file).not.toBe("");
      const ours = Object.entries(dependencies).filter(([dependency]) => dependency.startsWith("@yourcall/"));
      for (const [, wanted] of ours) expect(wanted).toBe(version);
    }
  });

  test("each imports", async () => {
    const script = `for (const name of ${JSON.stringify(modules)}) console.log(name, Object.keys(await import(name)).length)`;
    writeFileSync(join(project, "import.mjs"), script);
    const { stdout } = await run(process.execPath, ["import.mjs"], { cwd: project });
    const lines = stdout.trim().split("\n");
    expect(lines.map((line) => line.split(" ")[0])).toEqual(modules);
    expect(lines.filter((line) => line.endsWith(" 0"))).toEqual([]);
  });

  test.each(["nodenext", "bundler"])("each type-checks with moduleResolution %s", async (moduleResolution) => {
    const imports = modules.map((name, at) => `import * as module${at} from "${name}";`);
    const style = 'import "@yourcall/react/style.css";';
    const used = `export const all = [${modules.map((_, at) => `module${at}`).join(", ")}];`;
    const asks = `import { checkAskInput } from "@yourcall/core";\n// @ts-expect-error: types are there, so a wrong call is noticed.\ncheckAskInput();`;
    writeFileSync(join(project, "check.ts"), [...imports, style, used, asks].join("\n"));
    const compilerOptions = {
      module: moduleResolution === "nodenext" ? "nodenext" : "esnext",
      moduleResolution,
      target: "es2024",
      lib: ["es2024", "dom", "dom.iterable"],
      types: ["node"],
      strict: true,
      noEmit: true,
      // Declarations are already checked once; checking them again, or TypeScript's own, would take most of this file's time.
      skipLibCheck: moduleResolution === "bundler",
      skipDefaultLibCheck: true,
    };
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["check.ts"] }));
    const { stdout } = spawnSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc")], {
      cwd: project,
      encoding: "utf8",
    });
    // Other packages' declarations have errors too.
    expect(stdout.split("\n").filter((line) => /^(check\.ts|node_modules\/@yourcall\/)/.test(line))).toEqual([]);
  });
});
