import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { database } from "../support/asks.ts";
import { startHub } from "../support/hub.ts";

test("log --verify checks the chain of records, and --export writes a copy that shows any change", async () => {
  const hub = await startHub();
  for (const header of ["One", "Two"]) {
    const { id } = await hub.ask([{ ...database, header }]);
    await hub.client("human").decline(id, { reason: header });
  }
  const checked = await hub.run(["log", "--verify"]);
  expect([checked.code, checked.stdout]).toEqual([0, expect.stringMatching(/^[0-9a-f]{64}\n$/)]);
  expect(checked.stderr).toContain("The chain is whole: 2 records.");
  const { stdout } = await hub.run(["log", "--export"]);
  const lines = stdout.trim().split("\n");
  expect(JSON.parse(lines.at(-1) ?? "")).toEqual({ head: checked.stdout.trim(), entries: 2 });
  const file = join(hub.directory, "copy.jsonl");
  const verify = async (text: string) => {
    writeFileSync(file, text);
    const { code, stderr } = await hub.run(["log", "--verify", file]);
    return [code, stderr.trim()];
  };
  expect(await verify(stdout)).toEqual([0, expect.stringContaining("2 records")]);
  expect(await verify(stdout.replace("One", "Won"))).toEqual([1, expect.stringMatching(/changed after it had ended/)]);
  expect(await verify(lines.toSpliced(0, 1).join("\n"))).toEqual([1, expect.stringMatching(/does not continue/)]);
  expect(await verify(lines.toSpliced(1, 2).join("\n"))).toEqual([1, expect.stringMatching(/cut or extended/)]);
  expect(await verify("what?")).toEqual([2, expect.stringContaining("Line 1 of")]);
  expect(readFileSync(file, "utf8")).toBe("what?");
});
