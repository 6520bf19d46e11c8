import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect } from "vitest";
import { createClaudePlace, testWithClaude } from "../../support/claude.ts";
import { startDesk, type TestDesk } from "../../support/desk.ts";
import { afterTests, startHub } from "../../support/hub.ts";
import { type MessagesApi, startMessagesApi, textOf } from "../../support/messages-api.ts";
import { labelled } from "./sessions.ts";

/** A PNG of one point. */
const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

function ask(question: string, header = "Choice") {
  const one = { question, header, options: labelled("A", "B"), multiSelect: false };
  return { tool: "AskUserQuestion", input: { questions: [one] } };
}

describe("a desk with Claude", () => {
  const until = afterTests();
  let desk: TestDesk;
  let api: MessagesApi;

  beforeAll(async () => {
    api = await startMessagesApi({
      window: [
        [
          { thinking: "It should be touched." },
          "I touch it.",
          { tool: "Bash", input: { command: "touch begun; while [ ! -e go ]; do sleep 0.05; done", description: "x" } },
        ],
        ["Touched."],
        ["And more."],
      ],
      plan: [["Ready."], [{ tool: "ExitPlanMode", input: {} }], ["Begun."], ["And on."]],
      picture: [["Ready."], ["A dot."]],
      stopped: [["Asking.", ask("Stopped?")], ["Not reached."]],
      twice: [[ask("Early?"), ask("Late?")], ["Both."]],
    });
    const place = createClaudePlace(api.url);
    for (const act of [place.remove, () => api.stop()]) until(act);
    const hub = await startHub({ until });
    desk = await startDesk(hub, { env: place.env, until });
  });

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

  testWithClaude("Claude gets a picture, and another model that it offers", async () => {
    const { id } = await desk.start("claude", "[picture] Go.");
    const { models = [] } = await desk.until(id, { state: "idle", takesPictures: true });
    const haiku = models.find((model) => /haiku/i.test(model.name));
    await desk.sessions.setModel(id, haiku?.id ?? "");
    const picture = await desk.sessions.addPicture(id, dot);
    expect(picture.type).toBe("image/png");
    await desk.sessions.send(id, "What is it?", { pictures: [picture.id] });
    const { model, messages } = await api.waitForRequest(
      ({ scenario, messages }) => scenario === "picture" && JSON.stringify(messages).includes("What is it?"),
    );
    expect(model).toMatch(/haiku/);
    expect(JSON.stringify(messages)).toContain('"media_type":"image/png"');
  });

  testWithClaude("an approved plan ends plan mode, in this turn and in the next one", async () => {
    const { id } = await desk.start("claude", "[plan] Go.", { mode: "plan" });
    expect(await desk.until(id, { state: "idle", lastLine: "Ready." })).toMatchObject({ mode: "plan" });
    // Claude keeps the plan in a file of its own; the model is told its name and writes it.
    const request = await api.waitForRequest(({ scenario }) => scenario === "plan");
    const [path = ""] = /[^"\s\\`]*\/plans\/[^"\s\\`]+\.md/.exec(JSON.stringify(request)) ?? [];
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, "# The plan\n");
    await desk.sessions.send(id, "Go on");
    await desk.answer(id, "accept-edits");
    await desk.until(id, { state: "idle", lastLine: "Begun.", mode: "acceptEdits" });
    await desk.sessions.send(id, "More");
    await desk.until(id, { state: "idle", lastLine: "And on.", mode: "acceptEdits" });
    expect(await desk.sessions.setMode(id, "plan")).toMatchObject({ mode: "plan" });
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
