// Writes docs/api/PACKAGE.md: what each published package exports, so that a change of it shows in a diff.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readPublicApi } from "./public-api.mjs";

const folder = fileURLToPath(new URL("../docs/api", import.meta.url));

/** The report of a package. @param {string} name @param {import("./public-api.mjs").Entry[]} entries */
function toReport(name, entries) {
  const lines = [
    `# API of @yourcall/${name}`,
    "",
    "Made from the types that are published; `npm run api` writes it again. What is not listed here is internal.",
  ];
  for (const { entry, exported, behind } of entries) {
    lines.push("", `## ${entry}`, "", ...toBlock(exported));
    if (behind.length > 0) lines.push("", "Not exported, but part of these types:", "", ...toBlock(behind));
  }
  return `${lines.join("\n")}\n`;
}

/** @param {import("./public-api.mjs").Declaration[]} declarations */
function toBlock(declarations) {
  const texts = declarations.map(({ text }) => text.replace(/^export /gm, "").replace(/^declare /gm, ""));
  return ["```typescript", texts.join("\n\n"), "```"];
}

/** The text of each report, by file. @returns {Map<string, string>} */
export function makeReports() {
  return new Map([...readPublicApi()].map(([name, entries]) => [join(folder, `${name}.md`), toReport(name, entries)]));
}

if (process.argv[1]?.endsWith("api-report.mjs")) {
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of makeReports()) writeFileSync(file, text);
}
