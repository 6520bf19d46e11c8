import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory } from "./support/hub.ts";
import { root } from "./support/terminal.ts";

test("test files in one process do not share module state", () => {
  const directory = temporaryDirectory("isolation");
  writeFileSync(join(directory, "state.ts"), "let count = 0;\nexport const next = () => ++count;\n");
  const body = 'import { next } from "./state.ts";\ntest("starts at one", () => expect(next()).toBe(1));\n';
  for (const name of ["first", "second"]) writeFileSync(join(directory, `${name}.test.ts`), body);
  const config = `
    import config from ${JSON.stringify(join(root, "vitest.config.ts"))};
    const { isolate, setupFiles } = config.test;
    export default { test: { isolate, setupFiles: setupFiles.map((file) => ${JSON.stringify(root)} + file) } };`;
  writeFileSync(join(directory, "vitest.config.mjs"), config);
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const reporter = join(root, "tests/support/summary-reporter.ts");
  const args = ["run", "--root", directory, "--globals", "--max-workers", "1", "--reporter", reporter];
  const { stdout } = spawnSync(process.execPath, [vitest, ...args], { encoding: "utf8" });
  expect(stdout).toBe("2 passed, 0 failed, 0 skipped\n");
});
