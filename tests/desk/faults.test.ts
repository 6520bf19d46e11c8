import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { labelled } from "../claude/sessions.ts";
import { type ChatCompletions, startChatCompletions } from "../support/chat-completions.ts";
import { createClaudePlace, testWithClaude } from "../support/claude.ts";
import { startDesk, type TestDesk } from "../support/desk.ts";
import { type HubFile, readHubFile, startCommand, startHub, type TestHub, temporaryDirectory } from "../support/hub.ts";
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
      busy: [[{ tool: "Bash", input: { command: "touch busy; sleep 60", description: "x" } }], ["Again."], ["Again."]],
      hub: [[ask("Through?")], ["Through."]],
      allowed: [[{ tool: "Bash", input: { command: "touch allowed", description: "x" } }], ["Then."]],
    });
    chat = await startChatCompletions([{ ...ask("Loop?"), id: "l1" }, "Loop is done."]);
    const place = createClaudePlace(api.url);
    for (const act of [place.remove, () => api.stop(), () => chat.stop()]) until(act);
    const directory = temporaryDirectory("hub", until);
    const agents = {
      scripted: [process.execPath, join(root, "tests/agents/acp-scripted.mjs")],
      hostile: [process.execPath, join(root, "tests/desk/hostile-agent.mjs")],
      missing: ["no-such-program"],
      // It never answers, not even to `initialize`.
      deaf: ["/bin/sleep", "600"],
    };
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

  test("an agent that dies, hangs, floods or sends nonsense fails alone, says so, and can be resumed", async () => {
    const started = await Promise.all(
      ["die", "hang", "flood", "malformed", "Hello"].map((act) => desk.start("hostile", act)),
    );
    const [die = "", hang = "", flood = "", malformed = "", well = ""] = started.map(({ id }) => id);
    const [missing, deaf] = [await desk.start("missing", "Hello"), await desk.start("deaf", "Hello")];

    await desk.until(well, { state: "idle", lastLine: "You said: Hello" });
    await desk.until(malformed, { state: "idle", lastLine: "Still here" });
    const failed = await desk.until(die, { state: "failed" });
    expect(failed.failure).toContain("The agent ended by SIGKILL.");
    expect(await desk.read(die)).toMatchObject([{}, { text: "About to go" }, { type: "note", tone: "failure" }]);
    expect((await desk.until(missing.id, { state: "failed" })).failure).toContain('no program "no-such-program"');

    await desk.until(flood, { state: "idle" });
    const words = (await desk.read(flood)).flatMap((entry) => (entry.type === "text" ? [entry.text] : []));
    expect(words.join("")).toBe(Array.from({ length: 20_000 }, (_, at) => `word ${at} of many, `).join(""));

    // Neither takes any notice, so both are ended by force.
    await desk.until(hang, { state: "working" });
    await Promise.all([desk.sessions.interrupt(hang), desk.sessions.stop(deaf.id)]);
    await desk.until(deaf.id, { state: "idle", lastLine: "Stopped." });
    await desk.until(hang, { state: "idle", lastLine: "Interrupted." });

    for (const id of [die, hang]) {
      await desk.sessions.send(id, "Hello again");
      await desk.until(id, { state: "idle", lastLine: "You said: Hello again" });
    }
  });

  /** The hub that the desk starts in place of a killed one. */
  async function revived(): Promise<HubFile> {
    await expect.poll(() => readHubFile(hub.directory)?.pid ?? hub.pid).not.toBe(hub.pid);
    until(async () => {
      // The desk would start yet another one.
      desk.process().kill("SIGKILL");
      await desk.process().ended;
      await startCommand(["stop"], { env: { YOURCALL_HOME: hub.directory }, until: () => {} }).ended;
    });
    const file = readHubFile(hub.directory);
    if (file === null) throw new Error("No hub came back.");
    return file;
  }

  testWithClaude(
    "a killed Claude fails its session alone; a killed hub loses neither question nor transcript",
    async () => {
      const [{ id }, { id: waiting }] = await Promise.all([
        desk.start("claude", "[busy] Go."),
        desk.start("claude", "[hub] Go."),
      ]);
      await desk.answer(id);
      await expect.poll(() => existsSync(join(desk.cwd, "busy"))).toBe(true);
      await desk.until(waiting, { state: "waiting", question: "Through?" });
      for (const pid of childrenOf(desk.process().pid, "claude")) process.kill(pid, "SIGKILL");
      const { failure } = await desk.until(id, { state: "failed" });
      expect(failure).toMatch(/SIGKILL|exit/);
      expect(await desk.sessions.get(waiting)).toMatchObject({ state: "waiting" });

      await hub.stop("SIGKILL");
      await expect(desk.sessions.list()).rejects.toMatchObject({ code: "hub-unreachable" });
      const again = await revived();
      expect(again.pid).not.toBe(hub.pid);
      desk.reconnect({ socket: again.socket, tokens: hub.tokens });
      await desk.until(waiting, { state: "waiting", question: "Through?" });
      await desk.answer(waiting, "B");
      await desk.until(waiting, { state: "idle", lastLine: "Through." });
      expect((await api.resultOf("toolu_hub_0_0")).text).toContain('"Through?"="B"');

      await desk.sessions.resume(id);
      await desk.until(id, { state: "idle" });
      expect((await desk.read(id)).filter(({ type }) => type === "note")).toHaveLength(1);
    },
  );
});

/** The processes below this one whose program has this name. */
function childrenOf(pid: number, name: string): number[] {
  const table = execFileSync("ps", ["-eo", "pid=,ppid=,comm="], { encoding: "utf8" });
  const rows = table
    .trim()
    .split("\n")
    .map((row) => row.trim().split(/\s+/));
  const below = (parent: number): string[][] =>
    rows.filter((row) => Number(row[1]) === parent).flatMap((row) => [row, ...below(Number(row[0]))]);
  return below(pid).flatMap((row) => (row[2] === name ? [Number(row[0])] : []));
}
