import { expect, test } from "vitest";
import { ok, toFindingLine, warn } from "./finding.ts";

test("a finding is one line: what is wrong, a full stop, what to do", () => {
  expect(toFindingLine(warn("hub", "The hub does not serve: Set YOURCALL_TOKEN.", "Check it."))).toBe(
    "warn  The hub does not serve: Set YOURCALL_TOKEN. Check it.",
  );
  expect(toFindingLine(warn("log", "hub.log has an error", "Read it."))).toBe("warn  hub.log has an error. Read it.");
  expect(toFindingLine(ok("node", "Node 24"))).toBe("ok    Node 24");
});
