import { BUILTIN_TOOL_NAMES } from "@anthropic-ai/claude-agent-sdk";
import { createScriptedModel, resultsIn } from "@yourcall/loop/testing";
import { isStepCount, streamText } from "ai";
import { afterEach, describe, expect, test, vi } from "vitest";
import { claudeToolNames, createToolResultBridge, passthroughTools } from "./passthrough-tools.ts";

afterEach(() => {
  vi.useRealTimers();
});

describe("a bridge", () => {
  test("delivers a result to every waiter, in either order; the first result counts", async () => {
    const bridge = createToolResultBridge();
    const waiting = bridge.waitFor("a");
    bridge.publish("a", { output: 1 });
    bridge.publish("a", { output: 2 });
    bridge.publish("b", { output: 3, isError: true });
    expect(await Promise.all([waiting, bridge.waitFor("a"), bridge.waitFor("b")])).toEqual([
      { output: 1 },
      { output: 1 },
      { output: 3, isError: true },
    ]);
  });

  test("keeps 256 calls for five minutes, unless set otherwise", async () => {
    vi.useFakeTimers();
    const bridge = createToolResultBridge();
    const first = bridge.waitFor("call 0");
    for (let at = 1; at <= 256; at += 1) bridge.publish(`call ${at}`, { output: at });
    await expect(first).rejects.toThrow("There is no result of the call call 0: there were too many others.");
    expect(await bridge.waitFor("call 1")).toEqual({ output: 1 });
    vi.advanceTimersByTime(299_999);
    expect(await bridge.waitFor("call 256")).toEqual({ output: 256 });
    vi.advanceTimersByTime(1);
    const late = bridge.waitFor("call 256");
    vi.advanceTimersByTime(300_000);
    await expect(late).rejects.toThrow("none came within 300000 ms");
    const small = createToolResultBridge({ maxEntries: 1, maxAgeMs: 10 });
    small.publish("a", { output: 1 });
    small.publish("b", { output: 2 });
    const gone = small.waitFor("a");
    vi.advanceTimersByTime(10);
    await expect(gone).rejects.toThrow("none came within 10 ms");
  });

  test("stops waiting when the signal is aborted", async () => {
    const leaving = new AbortController();
    const waiting = createToolResultBridge().waitFor("a", { signal: leaving.signal });
    leaving.abort(new Error("left"));
    await expect(waiting).rejects.toThrow("left");
  });
});

test("every tool of Claude Code is in the list once", () => {
  expect(BUILTIN_TOOL_NAMES.filter((name) => !claudeToolNames.includes(name))).toEqual([]);
  expect(new Set(claudeToolNames).size).toBe(claudeToolNames.length);
});

test("tools that Claude runs, including those of MCP servers, get its results in streamText", async () => {
  const bridge = createToolResultBridge();
  const model = createScriptedModel([
    {
      calls: [
        { id: "a", name: "Bash", input: { command: "ls" } },
        { id: "b", name: "mcp__github__search", input: {} },
        { id: "c", name: "Read", input: {} },
        { id: "d", name: "NoSuchTool", input: {} },
      ],
    },
    { text: "done" },
  ]);
  bridge.publish("a", { output: "files" });
  bridge.publish("c", { output: "denied", isError: true });
  const tools = passthroughTools(["Bash", "Read"], bridge);
  expect(Object.keys(tools)).toEqual(["Bash", "Read"]);
  const result = streamText({ model, tools, prompt: "go", stopWhen: isStepCount(3) });
  for await (const part of result.fullStream)
    if (part.type === "tool-call" && part.toolCallId === "b") bridge.publish("b", { output: { found: 1 } });
  expect(await result.text).toBe("done");
  const said = resultsIn(model.calls[1]).join(" | ");
  expect(said).toContain("files");
  expect(said).toContain("denied");
  expect(said).toContain("NoSuchTool");
  const [step] = await result.steps;
  expect(step?.toolResults).toContainEqual(expect.objectContaining({ toolCallId: "b", output: { found: 1 } }));
});
