import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./support/terminal.ts";

const page = readFileSync(join(root, "docs/environment.md"), "utf8");

test("docs/environment.md has every variable that the command reads, and no variable of ours that it does not", () => {
  const files = globSync(
    ["{cli,client,hub,sessions}/src/**/*.ts", "{agents,surfaces}/*/src/**/*.ts", "cli/bin/*.cjs"],
    {
      cwd: root,
    },
  ).filter((file) => !/\.test\.ts$|\/testing\/|\/demo\/|conformance/.test(file));
  const text = files.map((file) => readFileSync(join(root, file), "utf8")).join("\n");
  const read = [...text.matchAll(/\bprocess\.env\.([A-Z][A-Z_0-9]+)|\b(YOURCALL_[A-Z_]*[A-Z])\b/g)].map(
    ([, one, other]) => one ?? other ?? "",
  );
  const listed = new Set([...page.matchAll(/`([A-Z][A-Z_0-9]+)`/g)].map(([, name]) => name));
  expect([...new Set(read)].filter((name) => !listed.has(name))).toEqual([]);
  const ours = [...listed].filter((name) => name?.startsWith("YOURCALL_"));
  expect(ours.filter((name) => !text.includes(String(name)) && !name?.startsWith("YOURCALL_NOTICE_"))).toEqual([]);
});
