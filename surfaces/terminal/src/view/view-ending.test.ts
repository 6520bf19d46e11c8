import { toApprovalAsk } from "@yourcall/core";
import { expect, test } from "vitest";
import { unicodeGlyphs } from "../screen/glyphs.ts";
import { lineText } from "../text/styled-line.ts";
import { viewEnding } from "./view-ending.ts";

test("a withdrawn ask that was not shown here does not name who withdrew it: it may have been a person", () => {
  const ask = toApprovalAsk({ tool: "Bash", input: {} });
  const at = "2026-01-31T14:31:00";
  const ending = viewEnding(ask, { status: "cancelled", at }, { width: 80, glyphs: unicodeGlyphs });
  expect(ending.map(lineText)).toEqual([expect.stringMatching(/^– \S+: withdrawn at 2026-01-31 14:31\.$/)]);
});
