import type { Outcome } from "@yourcall/core";
import { describe, expect, test } from "vitest";
import { toApprovalOutput, toQuestionOutput, toToldOutput } from "./answer-hook.ts";
import { type HookEvent, toHookEvent } from "./hook-event.ts";
import { toApprovalRequest } from "./hook-request.ts";

const at = "2026-01-01T00:00:00.000Z";
const by = { surface: "web", act: "click" } as const;
const rule = { type: "addRules", rules: [{ toolName: "Bash" }], behavior: "allow", destination: "session" };

const event = (name: string, more = {}) =>
  toHookEvent({
    hook_event_name: name,
    session_id: "s",
    tool_name: "Bash",
    tool_input: { command: "ls" },
    ...more,
  }) as HookEvent;
const chosen = (label: string, notes?: string): Outcome => ({
  status: "answered",
  answers: [{ question: "May it?", header: "Approval", selectedOptions: [label], notes }],
  by,
  at,
});

describe("a permission hook", () => {
  const asked = event("PermissionRequest", {
    permission_suggestions: [rule, { type: "setMode", mode: "acceptEdits", destination: "session" }],
  });
  const decision = (outcome: Outcome, given = asked) => toApprovalOutput(given, outcome)?.hookSpecificOutput.decision;

  test("allows once, or with the rules that were suggested, and never changes the mode", () => {
    expect(decision(chosen("allow-once"))).toEqual({ behavior: "allow", updatedInput: { command: "ls" } });
    expect(decision(chosen("allow-always"))).toEqual({
      behavior: "allow",
      updatedInput: { command: "ls" },
      updatedPermissions: [rule],
    });
    expect(decision(chosen("allow-always"), event("PermissionRequest"))).toEqual({
      behavior: "allow",
      updatedInput: { command: "ls" },
    });
  });

  test("runs what the person changed, and tells Claude so once it has run", () => {
    const request = toApprovalRequest(asked, {}, "k");
    expect(request.approval?.editable).toBe("command");
    const outcome = chosen("allow-once", "no colours");
    if (outcome.status === "answered" && outcome.answers[0]) outcome.answers[0].edited = "ls -1";
    expect(decision(outcome)).toEqual({ behavior: "allow", updatedInput: { command: "ls -1" } });
    const ask = { id: "ask_1", createdAt: at, outcome, kind: "approval", ...request } as const;
    const done = event("PostToolUse", { tool_input: { command: "ls -1" } });
    const told = toToldOutput(done, ask)?.hookSpecificOutput.additionalContext;
    expect(told).toBe(
      "The user changed command of this call before they allowed it. It ran with:\n  ls -1\n\nThe user allowed this call and says: no colours",
    );
    expect(toToldOutput(event("PostToolUse"), { ...ask, outcome: chosen("allow-once") })).toBeNull();
    expect(toToldOutput(event("PostToolUse"), { ...ask, outcome: chosen("deny", "no") })).toBeNull();
    // Claude's own dialog was first.
    expect(toToldOutput(event("PostToolUse"), ask)).toBeNull();
  });

  test("denies with the person's own text, and denies everything that does not plainly allow", () => {
    expect(decision(chosen("deny", "use mktemp"))).toEqual({
      behavior: "deny",
      message: expect.stringContaining("They say: use mktemp"),
    });
    expect(decision(chosen("something else"))).toMatchObject({ behavior: "deny" });
    expect(decision({ status: "declined", by, at })).toMatchObject({ behavior: "deny" });
  });

  test("denies with what the person asks first, and that the call is to be made again", () => {
    expect(toApprovalRequest(asked, {}, "k").asksAgain).toBe(true);
    expect(decision({ status: "declined", asked: "Why ls?", reason: "Why ls?", by, at })).toEqual({
      behavior: "deny",
      message: expect.stringMatching(/not run yet.*They ask: Why ls\?\n\nReply to that, then make the call again/s),
    });
  });

  test("a plan is allowed in the mode that was chosen, and sent back with what to change", () => {
    const input = { plan: "# P", planFilePath: "/p.md" };
    const plan = event("PermissionRequest", { tool_name: "ExitPlanMode", tool_input: input });
    expect(toApprovalRequest(plan, {}, "k")).toMatchObject({
      questions: [{ header: "Plan", options: [] }],
      approval: { options: [{ effect: "deny" }, { effect: "allow-once" }, {}, { label: "Yes, and use auto mode" }] },
    });
    const modes = { manual: "default", "accept-edits": "acceptEdits", auto: "auto" };
    for (const [id, mode] of Object.entries(modes))
      expect(decision(chosen(id), plan)).toEqual({
        behavior: "allow",
        updatedInput: input,
        updatedPermissions: [{ type: "setMode", mode, destination: "session" }],
      });
    expect(decision(chosen("change", "use Postgres"), plan)).toEqual({
      behavior: "deny",
      message: expect.stringMatching(/^The user wants the plan changed .* They say: use Postgres\n\nStay in plan mode/),
    });
    const review = [{ from: 1, to: 1, quote: "# P", comment: "Too short" }];
    const reviewed = { question: "May it?", header: "Plan", selectedOptions: ["change"], review };
    expect(decision({ status: "answered", answers: [reviewed], by, at }, plan)).toMatchObject({
      message: expect.stringContaining(
        "They say: Comments on lines:\n\nLine 1:\n  > # P\n  Too short\n\nStay in plan mode",
      ),
    });
    for (const id of ["change", "allow-once", "allow-always", "yes"])
      expect(decision(chosen(id), plan)).toMatchObject({ behavior: "deny" });
    const empty = event("PermissionRequest", { tool_name: "ExitPlanMode" });
    expect(toApprovalRequest(empty, {}, "k").approval?.options).toBeUndefined();
    expect(decision(chosen("auto"), empty)).toMatchObject({ behavior: "deny" });
  });

  test("prints nothing if nobody decided", () => {
    expect(toApprovalOutput(asked, { status: "expired", at })).toBeNull();
    expect(toApprovalOutput(asked, { status: "cancelled", at })).toBeNull();
  });
});

test("a question hook replies in the form of its event", () => {
  const input = {
    questions: [{ question: "Which?", header: "H", options: [{ label: "A" }, { label: "B" }], multiSelect: false }],
  };
  const outcome: Outcome = {
    status: "answered",
    answers: [{ question: "Which?", header: "H", selectedOptions: ["A"] }],
    by,
    at,
  };
  const question = { tool_name: "AskUserQuestion", tool_input: input };
  const updatedInput = { ...input, answers: { "Which?": "A" } };
  expect(toQuestionOutput(event("PermissionRequest", question), outcome)).toEqual({
    hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior: "allow", updatedInput } },
  });
  expect(toQuestionOutput(event("PreToolUse", question), outcome)).toEqual({
    hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "allow", updatedInput },
  });
  expect(toQuestionOutput(event("PreToolUse", question), { status: "declined", by, at })).toMatchObject({
    hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: expect.stringContaining("declined") },
  });
  expect(toQuestionOutput(event("PreToolUse", question), { status: "expired", at })).toBeNull();
});
