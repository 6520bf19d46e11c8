import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeReports } from "../scripts/api-report.mjs";
import { root } from "./support/terminal.ts";

test("docs/api shows what each package exports; if not, run `npm run api`", () => {
  const reports = makeReports();
  expect(
    globSync("docs/api/*.md", { cwd: root })
      .map((file) => join(root, file))
      .sort(),
  ).toEqual([...reports.keys()].sort());
  for (const [file, text] of reports) expect(readFileSync(file, "utf8"), file).toBe(text);
});

test("examples and documentation import nothing internal", () => {
  const files = globSync(["examples/**/*.{ts,tsx,mjs}", "docs/**/*.md", "README.md", "{*,*/*}/README.md"], {
    cwd: root,
    exclude: (path) => path.includes("node_modules"),
  });
  expect(files.filter((file) => /"@yourcall\/[\w-]+\/internal/.test(readFileSync(join(root, file), "utf8")))).toEqual(
    [],
  );
});
