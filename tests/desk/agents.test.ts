import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { labelled } from "../claude/sessions.ts";
import { type ChatCompletions, startChatCompletions } from "../support/chat-completions.ts";
import { createClaudePlace, testWithClaude } from "../support/claude.ts";
import { startDesk, type TestDesk } from "../support/desk.ts";
import { startHub, type TestHub, temporaryDirectory } from "../support/hub.ts";
import { type MessagesApi, startMessagesApi, textOf } from "../support/messages-api.ts";
import { root } from "../support/terminal.ts";

function ask(question: string, header = "Choice") {
  const one = { question, header, options: labelled("A", "B"), multiSelect: false };
  return { tool: "AskUserQuestion", input: { questions: [one] } };
}

describe("a desk with several agents", () => {
  const acts: (() => void | Promise<void>)[] = [];
  const until = (act: () => void | Promise<void>) => void acts.push(act);
  let hub: TestHub;
  let desk: TestDesk;
  let api: MessagesApi;
  let chat: ChatCompletions;

  beforeAll(async () => {
    api = await startMessagesApi({
      one: [["First.", ask("One?")], ["One is done."]],
      two: [["Second.", ask("Two?")], ["Two is done."]],
      window: [
        [
          { thinking: "It should be touched." },
          "I touch it.",
          { tool: "Bash", input: { command: "touch begun; while [ ! -e go ]; do sleep 0.05; done", description: "x" } },
        ],
        ["Touched."],
        ["And more."],
      ],
      stopped: [["Asking.", ask("Stopped?")], ["Not reached."]],
      twice: [[ask("Early?"), ask("Late?")], ["Both."]],
    });
    chat = await startChatCompletions([{ ...ask("Loop?"), id: "l1" }, "Loop is done."]);
    const place = createClaudePlace(api.url);
    for (const act of [place.remove, () => api.stop(), () => chat.stop()]) until(act);
    const directory = temporaryDirectory("hub", until);
    const agents = { scripted: [process.execPath, join(root, "tests/agents/acp-scripted.mjs")] };
    writeFileSync(join(directory, "config.json"), JSON.stringify({ agents }));
    hub = await startHub({ directory, until });
    const model = { OPENAI_BASE_URL: chat.url, YOURCALL_MODEL: "openai:m" };
    desk = await startDesk(hub, { env: { ...place.env, ...model }, until });
  });
  afterAll(async () => {
    for (const act of acts.reverse()) await act();
  });

  testWithClaude(
    "two Claudes, the built-in agent and an ACP agent ask at once, and each gets its own answer",
    async () => {
      const { agents } = await desk.sessions.list();
      expect(agents).toEqual([
        { name: "claude", kind: "claude" },
        { name: "loop", kind: "loop" },
        { name: "scripted", kind: "acp" },
      ]);
      const started = await Promise.all([
        desk.start("claude", "[one] Go."),
        desk.start("claude", "[two] Go."),
        desk.start("loop", "Go."),
        desk.start("scripted", "permission"),
      ]);
      const [one = "", two = "", loop = "", acp = ""] = started.map(({ id }) => id);
      for (const id of [one, two, loop, acp]) await desk.until(id, { state: "waiting" });
      const asked = await Promise.all([one, two, loop, acp].map((id) => desk.sessions.get(id)));
      expect(asked.map(({ question }) => question)).toEqual([
        "One?",
        "Two?",
        "Loop?",
        expect.stringContaining("npm publish"),
      ]);
      for (const { id, asks } of asked)
        for (const ask of asks) expect((await desk.human.get(ask)).agent.session).toBe(id);

      await desk.answer(two, "B");
      await desk.answer(acp, "no");
      await desk.answer(loop, "B");
      await desk.answer(one, "A");
      for (const id of [one, two, loop, acp]) await desk.until(id, { state: "idle" });
      expect((await api.resultOf("toolu_one_0_1")).text).toContain('"One?"="A"');
      expect((await api.resultOf("toolu_two_0_1")).text).toContain('"Two?"="B"');
      expect(chat.resultOf("l1")).toContain("B");
      expect((await desk.read(acp)).at(-1)).toMatchObject({
        type: "text",
        text: expect.stringContaining('"optionId":"no"'),
      });

      expect(await desk.read(one)).toMatchObject([
        { type: "message", text: "[one] Go." },
        { type: "text", text: "First." },
        { type: "tool", name: "AskUserQuestion", result: { isError: false } },
        {
          type: "ask",
          questions: [{ question: "One?" }],
          outcome: { status: "answered" },
          delivery: { state: "taken" },
        },
        { type: "text", text: "One is done." },
      ]);
      expect((await desk.read(two)).map((entry) => ("text" in entry ? entry.text : ""))).toContain("Two is done.");
    },
  );

  testWithClaude("Claude in a window: reasoning, tool input, model, a message while it works, interrupt", async () => {
    const { id } = await desk.start("claude", "[window] Go.");
    await desk.answer(id);
    await expect.poll(() => existsSync(join(desk.cwd, "begun"))).toBe(true);
    await desk.until(id, { state: "working" });
    await desk.sessions.send(id, "Hurry up");
    writeFileSync(join(desk.cwd, "go"), "");
    const told = await api.waitForRequest(
      ({ scenario, messages }) =>
        scenario === "window" && messages.some(({ content }) => textOf(content).includes("Hurry up")),
    );
    expect(told.turn).toBeGreaterThan(0);
    const { model } = await desk.until(id, { state: "idle" });
    expect(model).toMatch(/claude/);
    const entries = await desk.read(id);
    expect(entries.slice(0, 5)).toMatchObject([
      { type: "message", text: "[window] Go." },
      { type: "reasoning", text: "It should be touched." },
      { type: "text", text: "I touch it." },
      { type: "tool", name: "Bash", input: { command: expect.stringContaining("touch begun") } },
      { type: "ask", kind: "approval", outcome: { status: "answered" } },
    ]);
    expect(entries).toContainEqual(expect.objectContaining({ type: "message", text: "Hurry up" }));

    const other = await desk.start("claude", "[stopped] Go.");
    const { asks } = await desk.until(other.id, { state: "waiting" });
    await desk.sessions.interrupt(other.id);
    await desk.until(other.id, { state: "idle", lastLine: "Interrupted." });
    expect((await desk.human.get(asks[0] ?? "")).status).toBe("cancelled");
    expect(api.requests.filter(({ scenario }) => scenario === "stopped")).toHaveLength(1);
    expect(await desk.sessions.stop(other.id)).toMatchObject({ state: "idle", stoppedAt: expect.any(String) });
  });

  testWithClaude("two questions of one session come oldest first, and both are answered", async () => {
    const { id } = await desk.start("claude", "[twice] Go.");
    const { asks } = await desk.until(id, { question: "Early?", asks: [expect.any(String), expect.any(String)] });
    expect(asks).toHaveLength(2);
    await desk.answer(id, "A");
    await desk.until(id, { state: "waiting", question: "Late?", asks: asks.slice(1) });
    await desk.answer(id, "B");
    await desk.until(id, { state: "idle", lastLine: "Both." });
    expect((await api.resultOf("toolu_twice_0_0")).text).toContain('"Early?"="A"');
    expect((await api.resultOf("toolu_twice_0_1")).text).toContain('"Late?"="B"');
  });
});
