import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { labelled } from "../claude/sessions.ts";
import { type ChatCompletions, startChatCompletions } from "../support/chat-completions.ts";
import { createClaudePlace, testWithClaude } from "../support/claude.ts";
import { startDesk, type TestDesk } from "../support/desk.ts";
import { startHub, type TestHub, temporaryDirectory } from "../support/hub.ts";
import { type MessagesApi, startMessagesApi } from "../support/messages-api.ts";
import { root } from "../support/terminal.ts";

function ask(question: string) {
  const one = { question, header: "Choice", options: labelled("A", "B"), multiSelect: false };
  return { tool: "AskUserQuestion", input: { questions: [one] } };
}

describe("faults under a desk", () => {
  const acts: (() => void | Promise<void>)[] = [];
  const until = (act: () => void | Promise<void>) => void acts.push(act);
  let hub: TestHub;
  let desk: TestDesk;
  let api: MessagesApi;
  let chat: ChatCompletions;

  beforeAll(async () => {
    api = await startMessagesApi({
      kept: [["Before.", ask("Kept?")], ["After."]],
      allowed: [[{ tool: "Bash", input: { command: "touch allowed", description: "x" } }], ["Then."]],
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
    "questions outlive a killed desk: Claude and the loop go on with the answer, an ACP agent is told in words",
    async () => {
      const started = await Promise.all([
        desk.start("claude", "[kept] Go."),
        desk.start("claude", "[allowed] Go."),
        desk.start("loop", "Go."),
        desk.start("scripted", "permission"),
      ]);
      const [claude = "", approval = "", loop = "", acp = ""] = started.map(({ id }) => id);
      const ids = [claude, approval, loop, acp];
      for (const id of ids) await desk.until(id, { state: "waiting" });
      const asks = await Promise.all(ids.map(async (id) => (await desk.sessions.get(id)).asks[0] ?? ""));
      // Claude has certainly ended its turn once it waits outside its process.
      await expect.poll(() => desk.human.get(asks[0] ?? "")).toMatchObject({ status: "pending" });
      desk.process().kill("SIGKILL");
      await desk.process().ended;
      await expect(desk.sessions.list()).rejects.toMatchObject({ code: "desk-unreachable" });
      const turns = api.requests.length + chat.turns;

      const choose = (ask: string, label: string) => desk.choose(ask, label);
      await choose(asks[0] ?? "", "B");
      await choose(asks[2] ?? "", "B");
      await choose(asks[3] ?? "", "ok");
      expect(api.requests.length + chat.turns).toBe(turns);

      await desk.open();
      await desk.until(claude, { state: "idle", lastLine: "After." });
      await desk.until(loop, { state: "idle", lastLine: "Loop is done." });
      expect((await api.resultOf("toolu_kept_0_1")).text).toContain('"Kept?"="B"');
      expect(chat.resultOf("l1")).toContain("B");
      // One more turn each, and none without the answer.
      expect(api.requests.filter(({ scenario }) => scenario === "kept")).toHaveLength(2);

      // An approval of Claude still waits, and is given now.
      await desk.until(approval, { state: "waiting" });
      await choose(asks[1] ?? "", "allow-once");
      await desk.until(approval, { state: "idle" });
      const heard = api.requests.filter(({ scenario }) => scenario === "allowed").at(-1);
      expect(JSON.stringify(heard?.messages)).toContain("The user has allowed this call");

      const lost = await desk.until(acp, { state: "failed" });
      expect(lost.failure).toBe("The agent ended before your answer reached it. Resume to tell it.");
      await expect.poll(() => desk.human.get(asks[3] ?? "")).toMatchObject({ delivery: { state: "refused" } });
      await desk.sessions.resume(acp);
      await desk.until(acp, { state: "idle" });
      const said = (await desk.read(acp)).at(-1);
      expect(said).toMatchObject({ type: "text", text: expect.stringContaining("The user has allowed this call") });
      for (const id of ids) {
        const entries = await desk.read(id);
        expect(entries.filter(({ type }) => type === "ask")).toHaveLength(1);
        expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, at) => at + 1));
      }
    },
  );
});
