import { expect, test } from "vitest";
import { ok, toFindingLines, warn } from "./finding.ts";

test("a finding is one line, with one full stop before what to do", () => {
  const line = (finding: Parameters<typeof toFindingLines>[0]) => toFindingLines(finding).join("\n");
  expect(line(warn("hub", "The hub does not serve: Set YOURCALL_TOKEN.", "Check it."))).toBe(
    "warn  The hub does not serve: Set YOURCALL_TOKEN. Check it.",
  );
  expect(line(warn("log", "hub.log has an error", "Read it."))).toBe("warn  hub.log has an error. Read it.");
  expect(line(ok("node", "Node 24"))).toBe("ok    Node 24");
});

test("on a narrow screen a finding wraps with a hanging indent, and paths begin with ~", () => {
  const finding = warn("hub", "The hub in /home/ana/state has crashed", "`yourcall serve` starts one.");
  expect(toFindingLines(finding, { width: 40, home: "/home/ana" })).toEqual([
    "warn  The hub in ~/state has crashed.",
    "      `yourcall serve` starts one.",
  ]);
});
