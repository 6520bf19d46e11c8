import type { TranscriptEntry } from "@yourcall/client";
import { expect, test } from "vitest";
import { foldApprovals } from "./fold-approvals.ts";

const tool = (seq: number, command: string): TranscriptEntry => ({
  ...{ seq, at: "", type: "tool", call: String(seq), name: "Bash", input: { command } },
});
const approval = (seq: number, command: string, status?: "answered" | "expired"): TranscriptEntry => ({
  ...{ seq, at: "", type: "ask", ask: `ask${seq}`, kind: "approval", questions: [] },
  approval: { tool: "Bash", input: { command } },
  outcome: status && ({ status, answers: [], at: "", by: { surface: "web", act: "click" } } as never),
});
const fold = (entries: TranscriptEntry[]) => {
  const folded = foldApprovals(entries);
  return [folded.entries.map(({ seq }) => seq), [...folded.decided].map(([seq, ask]) => [seq, ask.seq])];
};

test("a decided approval becomes part of its call, also if calls run in parallel or are repeated", () => {
  const entries = [tool(1, "a"), tool(2, "b"), approval(3, "a", "answered"), approval(4, "b", "answered")];
  expect(fold(entries)).toEqual([
    [1, 2],
    [
      [1, 3],
      [2, 4],
    ],
  ]);
  const again = [tool(1, "a"), approval(2, "a", "answered"), tool(3, "a"), approval(4, "a", "answered")];
  expect(fold(again)).toEqual([
    [1, 3],
    [
      [1, 2],
      [3, 4],
    ],
  ]);
});

test("an approval that is open, that nobody decided, or whose call is unknown stays in the conversation", () => {
  const entries = [tool(1, "a"), approval(2, "a"), approval(3, "a", "expired"), approval(4, "other", "answered")];
  expect(fold(entries)).toEqual([[1, 2, 3, 4], []]);
});
