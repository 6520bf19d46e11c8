import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The licence of every package with code in a bundle: bundling is redistribution.
 * @param {Iterable<string>} files as the bundlers name them
 */
export function thirdPartyLicenses(files) {
  const folders = new Set([...files].flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []));
  const texts = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry) && existsSync(join(folder, entry)));
    const text = file === undefined ? "" : `\n\n${readFileSync(join(folder, file), "utf8").trim()}`;
    return `${name} ${version} (${license})${text}\n`;
  });
  return [...new Set(texts)].sort().join(`\n${"-".repeat(78)}\n\n`);
}
