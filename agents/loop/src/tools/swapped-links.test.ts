import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryDirectory } from "../../../../hub/src/testing/temporary-directory.ts";
import { readConfined, writeConfined } from "./confined-file.ts";

/** Swaps `work/src` between a directory and a link to `outside`, as fast as it can, until the test has ended. */
const swapper = `
const { renameSync, rmSync, symlinkSync } = require("node:fs");
function put(from, to) {
  for (;;) {
    try { return renameSync(from, to); }
    // A write may have made a directory in the gap.
    catch { try { rmSync(to, { recursive: true, force: true }); } catch {} }
  }
}
symlinkSync("../outside", "work/link");
process.stdout.write("swapping");
for (;;) {
  put("work/src", "work/kept"); put("work/link", "work/src");
  put("work/src", "work/link"); put("work/kept", "work/src");
}`;

// Other kernels do not say where an open file is, so the check has a gap there.
test.runIf(process.platform === "linux")("a directory repeatedly swapped for a link never leads outside", async () => {
  const directory = temporaryDirectory("loop");
  const cwd = join(directory, "work");
  mkdirSync(join(cwd, "src"), { recursive: true });
  mkdirSync(join(directory, "outside"));
  writeFileSync(join(cwd, "src/file.txt"), "inside");
  writeFileSync(join(directory, "outside/file.txt"), "secret");
  const child = spawn(process.execPath, ["-e", swapper], { cwd: directory, stdio: ["ignore", "pipe", "inherit"] });
  const gone = new Promise((resolve) => child.once("exit", resolve));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await gone;
  });
  await new Promise((resolve) => child.stdout.once("data", resolve));

  const read = new Set<string>();
  let refused = 0;
  // More if the other process did not get to run meanwhile.
  for (let round = 0; round < 500 || (refused === 0 && round < 50_000); round++) {
    const refuse = () => {
      refused += 1;
    };
    await readConfined(cwd, "src/file.txt").then((text) => read.add(text), refuse);
    await writeConfined(cwd, "src/file.txt", "inside").catch(refuse);
  }
  child.kill("SIGKILL");
  await gone;
  expect(refused).toBeGreaterThan(0);
  expect([...read]).not.toContain("secret");
  expect(readFileSync(join(directory, "outside/file.txt"), "utf8")).toBe("secret");
  expect(readdirSync(join(directory, "outside"))).toEqual(["file.txt"]);
});
