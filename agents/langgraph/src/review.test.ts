import type { EndedAsk } from "@yourcall/client";
import type { Outcome } from "@yourcall/core";
import { expect, test } from "vitest";
import { isReview, toApprovals, toDecision } from "./review.ts";

const review = (allowedDecisions: string[], description?: string) => ({
  actionRequests: [{ name: "remove", args: { path: "/a" }, description }],
  reviewConfigs: [{ actionName: "remove", allowedDecisions }],
});
const all = ["approve", "edit", "reject"];
const at = "2026-11-18T00:00:00.000Z";
const by = { surface: "web", act: "click" } as const;

function decisionAbout(allowed: string[], outcome: Outcome) {
  const [ask] = toApprovals(review(allowed));
  return toDecision({ ...ask, outcome } as EndedAsk);
}

function answered(select: string, notes?: string): Outcome {
  const answers = [{ question: "May the agent use remove?", header: "Approval", selectedOptions: [select], notes }];
  return { status: "answered", answers, by, at };
}

test("a review offers what LangChain allows, and shows a description only if it says more than the call", () => {
  const repeated = 'Tool execution requires approval\n\nTool: remove\nArgs: {"path":"/a"}';
  expect(toApprovals(review(["approve", "reject"], repeated))).toMatchObject([
    {
      kind: "approval",
      context: undefined,
      approval: { tool: "remove", input: { path: "/a" }, options: [{ id: "approve" }, { id: "reject" }] },
    },
  ]);
  expect(toApprovals(review(all, "It is old."))).toMatchObject([{ context: "It is old." }]);
  for (const other of [null, "remove?", { actionRequests: [] }]) expect(isReview(other)).toBe(false);
});

test("only an answer that allows runs the call; everything else rejects it, with what the person said", () => {
  expect(decisionAbout(all, answered("approve"))).toEqual({ type: "approve" });
  const rejected = (text: string) => ({ type: "reject", message: expect.stringContaining(text) });
  expect(decisionAbout(all, answered("reject", "keep it"))).toEqual(rejected("They say: keep it"));
  expect(decisionAbout(all, answered("unknown"))).toEqual(rejected("not run"));
  expect(decisionAbout(all, { status: "declined", by, at })).toEqual(rejected("not run"));
  expect(decisionAbout(all, { status: "expired", at })).toEqual(rejected("not run"));
  expect(decisionAbout(all, { status: "cancelled", at })).toEqual(rejected("not run"));
});

test("the arguments in the note replace those of the model, for the same tool, if they are a JSON object", () => {
  const editedAction = { name: "remove", args: { path: "/b" } };
  expect(decisionAbout(all, answered("edit", '{"path": "/b"}'))).toEqual({ type: "edit", editedAction });
  for (const note of [undefined, "", "/b", "[1]", "null", '"/b"'])
    expect(decisionAbout(all, answered("edit", note))).toMatchObject({ type: "reject" });
});

test("there is no decision that LangChain would not accept", () => {
  expect(decisionAbout(["approve"], { status: "declined", by, at })).toBeUndefined();
  expect(decisionAbout(["approve"], answered("edit", "{}"))).toBeUndefined();
});
