import type { EndedAsk } from "@yourcall/client";
import type { Outcome } from "@yourcall/core";
import { expect, test } from "vitest";
import { isReview, toApprovals, toDecision } from "./review.ts";

const review = (allowedDecisions: string[], description?: string, args: object = { path: "/a" }) => ({
  actionRequests: [{ name: "remove", args, description }],
  reviewConfigs: [{ actionName: "remove", allowedDecisions }],
});
const all = ["approve", "edit", "reject"];
const at = "2026-11-18T00:00:00.000Z";
const by = { surface: "web", act: "click" } as const;

const twoTexts = { from: "/a", to: "/b" };

function decisionAbout(allowed: string[], outcome: Outcome, args?: object) {
  const [ask] = toApprovals(review(allowed, undefined, args));
  return toDecision({ ...ask, outcome } as EndedAsk);
}

function answered(select: string, notes?: string, edited?: string): Outcome {
  const answers = [
    { question: "May the agent use remove?", header: "Approval", selectedOptions: [select], notes, edited },
  ];
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

test("a text that the person changed replaces the model's, and only where LangChain lets it be changed", () => {
  const offered = (allowed: string[], args?: object) => toApprovals(review(allowed, undefined, args))[0]?.approval;
  expect(offered(all)).toMatchObject({ editable: "path", options: [{ id: "approve" }, { id: "reject" }] });
  expect(offered(all, { sql: "x", limit: 5 })?.editable).toBe("sql");
  expect(offered(all, { cwd: "/", command: "ls" })?.editable).toBe("command");
  for (const [allowed, args] of [
    [["approve", "reject"]],
    [["edit", "reject"]],
    [all, twoTexts],
    [all, { limit: 5 }],
  ] as const)
    expect(offered([...allowed], args)).not.toHaveProperty("editable", expect.anything());
  expect(decisionAbout(all, answered("approve", "", "/c"))).toEqual({
    type: "edit",
    editedAction: { name: "remove", args: { path: "/c" } },
  });
  expect(decisionAbout(all, answered("approve", "", "/a"))).toEqual({ type: "approve" });
  expect(decisionAbout(["approve", "reject"], answered("approve", "", "/c"))).toBeUndefined();
  expect(decisionAbout(all, answered("reject", "", "/c"))).toMatchObject({ type: "reject" });
});

test("other arguments are replaced by those in the note, for the same tool, if they are a JSON object", () => {
  const editedAction = { name: "remove", args: { from: "/c" } };
  expect(decisionAbout(all, answered("edit", '{"from": "/c"}'), twoTexts)).toEqual({ type: "edit", editedAction });
  for (const note of [undefined, "", "/b", "[1]", "null", '"/b"'])
    expect(decisionAbout(all, answered("edit", note), twoTexts)).toMatchObject({ type: "reject" });
});

test("there is no decision that LangChain would not accept", () => {
  expect(decisionAbout(["approve"], { status: "declined", by, at })).toBeUndefined();
  expect(decisionAbout(["approve"], answered("edit", "{}"))).toBeUndefined();
});
