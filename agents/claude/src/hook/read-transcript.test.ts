import { describe, expect, test } from "vitest";
import { type HookEvent, toHookEvent } from "./hook-event.ts";
import { findUnnamedCall, readTranscript } from "./read-transcript.ts";

const event = toHookEvent({
  hook_event_name: "PermissionRequest",
  session_id: "s",
  tool_name: "AskUserQuestion",
  tool_input: {},
}) as HookEvent;

const said = (text: string, more = {}) => ({
  type: "assistant",
  message: { content: [{ type: "text", text }] },
  ...more,
});
const called = (name: string, id = name, input = {}) => ({
  type: "assistant",
  message: { content: [{ type: "tool_use", id, name, input }] },
});
const ended = (id: string) => ({
  type: "user",
  message: { content: [{ type: "tool_result", tool_use_id: id, content: "ok" }] },
});
const returned = ended("Read");
const prompt = (content: string) => ({ type: "user", message: { content } });
const call = called("AskUserQuestion");

function read(...entries: unknown[]) {
  const text = entries.map((entry) => (typeof entry === "string" ? entry : JSON.stringify(entry))).join("\n");
  return readTranscript(event, { head: text, tail: text });
}

describe("the context of a call from a transcript", () => {
  test("is what Claude said just before it, and the first prompt as a title", () => {
    expect(
      read(
        prompt("Add a login"),
        said("Reading."),
        called("Read"),
        returned,
        said("Two ways."),
        said("One fork."),
        call,
      ),
    ).toEqual({
      isThere: true,
      context: "Two ways.\n\nOne fork.",
      title: "Add a login",
      call: "AskUserQuestion",
    });
    expect(read(prompt("Add a login"), said("Reading."), called("Read"), returned, call).context).toBe("Reading.");
  });

  test("is nothing from an earlier turn, nor from a subagent", () => {
    expect(read(said("Long ago."), prompt("Go on"), call)).toEqual({
      isThere: true,
      title: "Go on",
      call: "AskUserQuestion",
    });
    expect(read(prompt("Go on"), said("Within.", { isSidechain: true }), call).context).toBeUndefined();
  });

  test("is missing until the call has been written", () => {
    expect(read(prompt("Go on"), said("Two ways.")).isThere).toBe(false);
    expect(read(prompt("Go on"), said("Two ways."), call, ended("AskUserQuestion")).isThere).toBe(false);
    expect(read().isThere).toBe(false);
  });

  test("belongs to this call, not to another of the same tool", () => {
    const bash = (id: string, command: string) => called("Bash", id, { command });
    const around = (...entries: unknown[]) => {
      const tail = entries.map((entry) => JSON.stringify(entry)).join("\n");
      return readTranscript({ ...event, tool: "Bash", input: { command: "make" } }, { head: "", tail });
    };
    // Claude Code writes its transcript late: it contains neither the end of the previous call nor this call yet.
    expect(around(said("First."), bash("a", "ls"))).toEqual({ isThere: false });
    const whole = [
      said("First."),
      bash("a", "ls"),
      ended("a"),
      said("Now this."),
      bash("b", "cd x"),
      bash("c", "make"),
    ];
    expect(around(...whole, ended("b"))).toEqual({ isThere: true, context: "Now this.", call: "c" });
  });

  test("finds the call even though Claude Code has changed its input", () => {
    const callIn = (input: object, given: object) => {
      const tail = JSON.stringify(called("Edit", "a", input));
      return readTranscript({ ...event, tool: "Edit", input: { ...given } }, { head: "", tail }).call;
    };
    const edit = { file_path: "src/a.ts", old_string: "a", new_string: "b  \n" };
    const shown = { file_path: "/work/src/a.ts", old_string: "a", new_string: "b\n", replace_all: false };
    for (const file_path of ["src/a.ts", "./src/a.ts", "../work/src/a.ts", "/work/src/a.ts"])
      expect(callIn({ ...edit, file_path }, shown)).toBe("a");
    for (const other of [{ file_path: "/work/lib/a.ts" }, { new_string: "c" }, { replace_all: true }])
      expect(callIn({ ...edit, replace_all: false }, { ...shown, ...other })).toBeUndefined();
  });

  test("names the call, unless two are alike", () => {
    const asked = (id: string, question: string) => called("AskUserQuestion", id, { questions: [{ question }] });
    const given = { ...event, input: { questions: [{ question: "A?", multiSelect: false }] } };
    const callIn = (...entries: unknown[]) => {
      const text = entries.map((entry) => JSON.stringify(entry)).join("\n");
      return readTranscript(given, { head: text, tail: text }).call;
    };
    expect(callIn(asked("old", "A?"), ended("old"), asked("a", "A?"), asked("b", "B?"))).toBe("a");
    expect(callIn(asked("a", "A?"), asked("b", "A?"))).toBeUndefined();
    expect(callIn(asked("b", "B?"))).toBeUndefined();
    const plan = { ...event, tool: "ExitPlanMode", input: {} };
    const text = JSON.stringify({ ...called("ExitPlanMode", "plan", { plan: "# Do" }), isSidechain: true });
    expect(readTranscript(plan, { head: "", tail: text }).call).toBeUndefined();
    const about = JSON.stringify({ agentType: "Plan", description: "Plan\nthe move" });
    expect(readTranscript({ ...plan, subagent: "x" }, { head: "", tail: "", subagent: text, about })).toEqual({
      isThere: true,
      call: "plan",
      subagent: "Plan the move",
    });
    for (const about of ["", "null", "{", '{"description":7}'])
      expect(readTranscript(plan, { head: "", tail: "", about }).subagent).toBeUndefined();
  });

  test("has the title that a person or Claude gave, on one short line", () => {
    const titles = [
      { type: "summary", summary: "A summary" },
      { type: "ai-title", aiTitle: "By Claude" },
      { type: "custom-title", customTitle: "By a person" },
    ];
    expect(read(prompt("Go on"), ...titles).title).toBe("By a person");
    expect(read(prompt("Go on"), ...titles.slice(0, 2)).title).toBe("By Claude");
    expect(read(prompt("<command-name>/clear</command-name>"), prompt(`One\nline ${"x".repeat(200)}`)).title).toMatch(
      /^One line x+…$/,
    );
  });

  test("is left out if it cannot be read", () => {
    expect(
      read(
        '{"type":"assistant"',
        '{"type":"user","message":7}',
        '{"type":"assistant","message":{"content":[null,5]}}',
        "null",
      ),
    ).toEqual({ isThere: false });
    expect(read('half of a line","type":"assistant"}', said("x".repeat(10_000)), call).context).toHaveLength(4000);
  });
});

test("a call that was not named when it was asked about is found later, if only one can be meant", () => {
  const at = (minute: number) => `2026-01-01T00:0${minute}:00.000Z`;
  const bash = (id: string, command: string, minute: number, more = {}) =>
    JSON.stringify({ ...called("Bash", id, { command }), timestamp: at(minute), ...more });
  const find = (lines: string[], others: string[] = [], isSubagent = false) =>
    findUnnamedCall(lines.join("\n"), { tool: "Bash", input: { command: "make" }, askedAt: at(5), others }, isSubagent);
  const own = bash("own", "make", 5);
  expect(find([bash("else", "ls", 4), own])).toBe("own");
  expect(find([own, bash("later", "make", 6)])).toBe("own");
  expect(find([bash("later", "make", 6)])).toBeUndefined();
  expect(find([bash("before", "make", 4), own])).toBeUndefined();
  expect(find([bash("before", "make", 4), own], ["before"])).toBe("own");
  const inside = bash("inside", "make", 4, { isSidechain: true });
  expect(find([inside])).toBeUndefined();
  expect(find([inside], [], true)).toBe("inside");
});
