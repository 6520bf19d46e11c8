import { toApprovalAsk } from "@yourcall/core";
import { expect, test } from "vitest";
import { unicodeGlyphs } from "../screen/glyphs.ts";
import { lineText } from "../text/styled-line.ts";
import { viewEnding } from "./view-ending.ts";

test("a withdrawn ask that was not shown here does not name who withdrew it: it may have been a person", () => {
  const ask = toApprovalAsk({ tool: "Bash", input: {} });
  const ending = viewEnding(ask, { status: "cancelled", at: "14:31" }, { width: 80, glyphs: unicodeGlyphs });
  expect(ending.map(lineText)).toEqual([expect.stringMatching(/^– \S+: withdrawn at 14:31\.$/)]);
});
