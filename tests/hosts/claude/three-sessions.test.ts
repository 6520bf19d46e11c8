import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { HubClient, WireAsk } from "@yourcall/client";
import { expect, onTestFinished, test, vi } from "vitest";
import { homeOfBackgroundHub, hubIn, humanClientIn } from "../../support/background-hub.ts";
import { testInBrowser, useBrowser } from "../../support/browser.ts";
import { asking, choose, hooksOf, setUpClaude } from "../../support/claude-hooks.ts";
import { type ClaudeTui, openClaude, testWithTui } from "../../support/claude-tui.ts";
import { askOf } from "../../support/find-ask.ts";
import { startHub } from "../../support/hub.ts";
import { openInbox } from "../../support/inbox.ts";
import type { MessagesApi } from "../../support/messages-api.ts";
import { readOf } from "../../support/processes.ts";
import type { TestTerminal } from "../../support/terminal.ts";
import { isLive } from "../../support/web-inbox.ts";

const names = ["ant", "bee", "cat"];
const rounds = 4;
const surfaces = ["dialog", "inbox", "page"] as const;
const labels = ["One", "Two"] as const;
const textOf = (name: string, round: number) => `Which ${name} ${round}?`;

const testWithAll = testInBrowser === test ? testWithTui : test.skip;
const browser = useBrowser();

/** What the model was told in answer to each question. */
function toldBy(api: MessagesApi): Map<string, string> {
  const told = new Map<string, string>();
  const contents = api.requests.flatMap(({ messages }) => messages.map(({ content }) => content));
  const blocks = contents.flatMap((content) => (typeof content === "string" ? [] : content));
  for (const block of blocks) {
    const text = block.type === "tool_result" ? JSON.stringify(block.content) : "";
    const [, question, label] = /\\"(Which [^"]*)\\"=\\"([^"]*)\\"/.exec(text) ?? [];
    if (question !== undefined && label !== undefined) told.set(question, label);
  }
  return told;
}

/** Finds the ask in the inbox and chooses, looking at the screen before each key. */
function answerInInbox(inbox: TestTerminal, client: HubClient, ask: WireAsk, digit: string): Promise<void> {
  const text = `${ask.questions[0]?.question}`;
  return vi.waitFor(
    async () => {
      if ((await client.get(ask.id)).status !== "pending") return;
      const lines = inbox.screen().split("\n");
      const at = lines.findIndex((line) => line.includes(text));
      const cursor = lines.findIndex((line) => /^ > /.test(line));
      if (lines.some((line) => line.includes("choose and send"))) inbox.press(at >= 0 ? digit : "escape");
      else if (cursor >= 0 && at >= 0) inbox.press(at === cursor ? "enter" : at < cursor ? "up" : "down");
      throw new Error(`${text} is not answered:\n${inbox.screen()}`);
    },
    { timeout: 60_000, interval: 400 },
  );
}

async function answerOnPage(client: HubClient, ask: WireAsk, label: string): Promise<void> {
  const { url } = await client.createLoginLink();
  const page = await browser.open(url);
  await isLive(page);
  await page.goto(`${new URL(url).origin}/a/${ask.id}`);
  await isLive(page);
  await page.getByRole("region", { name: "Open ask" }).getByLabel(label, { exact: false }).click();
  await expect.poll(async () => (await client.get(ask.id)).status).toBe("answered");
  await page.close();
}

/** The hook of this session that waits. */
function hookOf(home: string, { pid }: ClaudeTui): Promise<number> {
  return vi.waitFor(
    () => {
      const hooks = hooksOf(home).map((hook) => ({
        hook,
        parent: Number(/\) \S (\d+)/.exec(readOf(hook, "stat"))?.[1]),
      }));
      const own = hooks.find(({ parent }) => parent === pid);
      if (own === undefined) throw new Error(`no hook of ${pid} waits, only ${JSON.stringify(hooks)}`);
      return own.hook;
    },
    { timeout: 60_000 },
  );
}

/** A git repository with a worktree for each session, which Claude Code trusts. */
function createWorktrees(cwd: string, config: string): string[] {
  const git = (...words: string[]) => execFileSync("git", ["-C", cwd, ...words], { stdio: "pipe" });
  git("init", "-q");
  git("-c", "user.name=t", "-c", "user.email=t@t", "commit", "-q", "--allow-empty", "-m", "start");
  const worktrees = names.map((name) => join(cwd, "..", name));
  for (const [index, path] of worktrees.entries()) git("worktree", "add", "-q", "-b", `${names[index]}`, path);
  const file = join(config, ".claude.json");
  const state = JSON.parse(readFileSync(file, "utf8"));
  for (const path of worktrees) state.projects[path] = state.projects[cwd];
  writeFileSync(file, JSON.stringify(state));
  return worktrees;
}

/** A session whose question nobody answers. Resolves with how the ask ended, once Claude Code has continued without an answer. */
async function askNobody(home: string) {
  const { api, place, open } = await setUpClaude({ idle: [[asking("Which if idle?")], ["Idle done."]] }, { home });
  const file = join(place.config, "settings.json");
  const settings = { ...JSON.parse(readFileSync(file, "utf8")), askUserQuestionTimeout: "60s" };
  writeFileSync(file, JSON.stringify(settings));
  const tui = await open();
  await tui.say("Begin [idle]");
  return async (client: HubClient) => {
    const { text } = await api.resultOf("toolu_idle_0_0");
    return { text, ask: await askOf(client, "Which if idle?", "cancelled") };
  };
}

testWithAll(
  "three sessions, three screens, killed hubs and a killed session: the hub's log is what the model was told, or marked",
  async () => {
    const home = homeOfBackgroundHub();
    const hub = await startHub({ directory: home });
    const idle = await askNobody(home);
    // A continued conversation has two more turns: the one that was cut off, and Claude Code's own after it.
    const order = { ant: [0, 1, 2, 3], bee: [0, 1, 2, 2, 2, 3], cat: [0, 1, 2, 3] };
    const scenarios = Object.fromEntries(
      Object.entries(order).map(([name, turns]) => [
        name,
        [...turns.map((round) => [asking(textOf(name, round))]), [`All of ${name} done.`]],
      ]),
    );
    const { api, place } = await setUpClaude(scenarios, { home });
    const worktrees = createWorktrees(place.cwd, place.config);
    async function open(index: number, ...args: string[]): Promise<ClaudeTui> {
      const tui = await openClaude({ ...place, cwd: worktrees[index] ?? "" }, args);
      onTestFinished(() => tui.end());
      return tui;
    }
    const sessions = await Promise.all(names.map((_, index) => open(index)));
    const inbox = await openInbox(hub);
    for (const [index, tui] of sessions.entries()) await tui.say(`Begin [${names[index]}]`);

    let client = hub.client("human");
    async function killHub(): Promise<void> {
      const { pid } = await hubIn(home);
      process.kill(pid, "SIGKILL");
      await hubIn(home, { pid });
      client = await humanClientIn(home);
    }
    for (let round = 0; round < rounds; round++) {
      const asks = await Promise.all(names.map((name) => askOf(client, textOf(name, round))));
      if (round % 2 === 1) await killHub();
      for (const [index, tui] of sessions.entries()) {
        const ask = asks[index] as WireAsk;
        const surface = surfaces[(round + index) % surfaces.length];
        const choice = (round + index) % 2;
        const [digit, label] = [`${choice + 1}`, `${labels[choice]}`];
        const next = round + 1 < rounds ? textOf(`${names[index]}`, round + 1) : `All of ${names[index]} done.`;
        const isRace = round === 2 && surface === "dialog";
        if (isRace) {
          // The answer has reached its hook, which is held, when the dialog is answered with the other one.
          const hook = await hookOf(home, tui);
          process.kill(hook, "SIGSTOP");
          await choose(client, ask, `${labels[1 - choice]}`);
          await tui.pressUntil(digit, next);
          process.kill(hook, "SIGCONT");
        } else if (surface === "dialog") await tui.pressUntil(digit, next);
        else if (surface === "inbox") await answerInInbox(inbox, client, ask, digit);
        else await answerOnPage(client, ask, label);
        await tui.see(next);
      }
      if (round === 1) {
        // Killed while it asks the next question, and continued: it asks again.
        const asked = await askOf(client, textOf("bee", 2));
        process.kill((sessions[1] as ClaudeTui).pid, "SIGKILL");
        await expect.poll(async () => (await client.get(asked.id)).status).toBe("cancelled");
        sessions[1] = await open(1, "--continue");
        await sessions[1].say("Go on");
      }
    }

    const { text, ask } = await idle(client);
    expect(text).toContain("No response after 60s");
    expect(ask.outcome).toMatchObject({ reason: expect.stringMatching(/^Nobody answered within 60 s/) });

    const told = toldBy(api);
    expect(told.size).toBe(names.length * rounds);
    // Hooks report what became of an answer, and the last of them may still run when Claude Code has gone on.
    const recorded = await vi.waitFor(
      async () => {
        const asks: WireAsk[] = [];
        for await (const ask of client.listAll({ status: "all" })) asks.push(ask);
        const isOpen = ({ status, delivery }: WireAsk) =>
          status === "pending" || (status === "answered" && delivery?.state === "waiting");
        expect(asks.filter(isOpen)).toEqual([]);
        return asks;
      },
      { timeout: 60_000 },
    );
    const answered = recorded.filter(({ status }) => status === "answered");
    expect(answered).toHaveLength(told.size);
    let marked = 0;
    for (const { questions, outcome, delivery } of answered) {
      const text = `${questions[0]?.question}`;
      const label = outcome?.status === "answered" ? outcome.answers[0]?.selectedOptions[0] : undefined;
      const isSame = told.get(text) === label;
      if (!isSame) marked += 1;
      expect({ text, label, state: delivery?.state }).toEqual({ text, label, state: isSame ? "taken" : "refused" });
    }
    expect(marked).toBe(1);
  },
);
