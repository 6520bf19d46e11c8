import { describe, expect, test } from "vitest";
import { type HookEvent, toHookEvent } from "./hook-event.ts";
import { readTranscript } from "./read-transcript.ts";

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
const called = (name: string) => ({ type: "assistant", message: { content: [{ type: "tool_use", name, input: {} }] } });
const returned = { type: "user", message: { content: [{ type: "tool_result", content: "ok" }] } };
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
    });
    expect(read(prompt("Add a login"), said("Reading."), called("Read"), returned, call).context).toBe("Reading.");
  });

  test("is nothing from an earlier turn, nor from a subagent", () => {
    expect(read(said("Long ago."), prompt("Go on"), call)).toEqual({ isThere: true, title: "Go on" });
    expect(read(prompt("Go on"), said("Within.", { isSidechain: true }), call).context).toBeUndefined();
  });

  test("is missing until the call has been written", () => {
    expect(read(prompt("Go on"), said("Two ways.")).isThere).toBe(false);
    expect(read(prompt("Go on"), said("Two ways."), call, returned).isThere).toBe(false);
    expect(read().isThere).toBe(false);
  });

  test("names the call, unless two are alike", () => {
    const asked = (id: string, question: string) => ({
      type: "assistant",
      message: { content: [{ type: "tool_use", id, name: "AskUserQuestion", input: { questions: [{ question }] } }] },
    });
    const ended = (id: string) => ({
      type: "user",
      message: { content: [{ type: "tool_result", tool_use_id: id, content: "ok" }] },
    });
    const given = { ...event, input: { questions: [{ question: "A?", multiSelect: false }] } };
    const callIn = (...entries: unknown[]) => {
      const text = entries.map((entry) => JSON.stringify(entry)).join("\n");
      return readTranscript(given, { head: text, tail: text }).call;
    };
    expect(callIn(asked("old", "A?"), ended("old"), asked("a", "A?"), asked("b", "B?"))).toBe("a");
    expect(callIn(asked("a", "A?"), asked("b", "A?"))).toBeUndefined();
    expect(callIn(asked("b", "B?"))).toBeUndefined();
    const plan = { ...event, tool: "ExitPlanMode", input: {} };
    const text = JSON.stringify({
      type: "assistant",
      isSidechain: true,
      message: { content: [{ type: "tool_use", id: "plan", name: "ExitPlanMode", input: { plan: "# Do" } }] },
    });
    expect(readTranscript(plan, { head: "", tail: text }).call).toBeUndefined();
    expect(readTranscript({ ...plan, subagent: "x" }, { head: "", tail: "", subagent: text })).toEqual({
      isThere: true,
      call: "plan",
    });
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
