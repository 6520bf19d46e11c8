import { execFileSync } from "node:child_process";
import { realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { HubClient, Session, SessionsClient, TranscriptEntry } from "@yourcall/client";
import { createHubClient } from "@yourcall/client/node";
import { expect } from "vitest";
import { startChatCompletions } from "./chat-completions.ts";
import { type RunningCommand, startCommand, startHub, type TestHub, temporaryDirectory } from "./hub.ts";

/** A desk of a hub, with one directory in which sessions can be started. */
export interface TestDesk {
  readonly cwd: string;
  readonly sessions: SessionsClient;
  readonly human: HubClient;
  /** Talks to another hub of the same state directory from now on. */
  reconnect(hub: Pick<TestHub, "socket" | "tokens">): void;
  process(): RunningCommand;
  start(agent: string, prompt: string, more?: { mode?: "default" | "plan" | "acceptEdits" }): Promise<Session>;
  /** The session, once it is like this. */
  until(id: string, wanted: Partial<Session>): Promise<Session>;
  /** The whole transcript. */
  read(id: string): Promise<TranscriptEntry[]>;
  /** Chooses this option of each question of the session's oldest ask, or allows it once. */
  answer(id: string, label?: string): Promise<void>;
  /** Chooses this option of each question of an ask. */
  choose(ask: string, label?: string): Promise<void>;
  /** Another desk in place of one that was ended. */
  open(): Promise<void>;
}

type Until = (act: () => void | Promise<void>) => void;

/** A question that a scripted model asks. */
export const whichStore = {
  question: "Which store?",
  header: "Store",
  options: [
    { label: "A file", description: "Simple" },
    { label: "A server", description: "Shared" },
  ],
  multiSelect: false,
};

/** A hub, and a desk with the built-in agent, whose model says this. */
export async function startLoopDesk(replies: Parameters<typeof startChatCompletions>[0], until?: Until) {
  const model = await startChatCompletions(replies);
  until?.(() => model.stop());
  const hub = await startHub({ until });
  const desk = await startDesk(hub, { env: { OPENAI_BASE_URL: model.url, OPENAI_MODEL: "m" }, until });
  return { model, hub, desk };
}

/** Makes a directory a git repository with one commit, of this file. Returns how to run git there. */
export function startRepository(cwd: string, name: string, text: string): (...args: string[]) => string {
  const git = (...args: string[]) => execFileSync("git", args, { cwd, encoding: "utf8" }).trim();
  git("init", "-q", "-b", "main");
  git("config", "user.name", "Ana");
  git("config", "user.email", "ana@shop.example");
  writeFileSync(join(cwd, name), text);
  git("add", "-A");
  git("commit", "-qm", "First");
  return git;
}

export async function startDesk(
  hub: TestHub,
  { env = {}, args = [], until }: { env?: Record<string, string>; args?: string[]; until?: Until } = {},
): Promise<TestDesk> {
  const cwd = realpathSync(temporaryDirectory("desk", until));
  const connect = ({ socket, tokens }: Pick<TestHub, "socket" | "tokens">) =>
    createHubClient({ socketPath: socket, token: tokens.human });
  let human = connect(hub);
  until?.(() => human.close());

  async function open(): Promise<RunningCommand> {
    const options = { env: { YOURCALL_HOME: hub.directory, HOME: cwd, ...env }, until };
    const started = startCommand(["desk", cwd, ...args], options);
    await started.says("The desk runs agents in ");
    return started;
  }
  let running = await open();

  async function choose(ask: string, label?: string): Promise<void> {
    const { questions, kind, approval } = await human.get(ask);
    const allow = approval?.options?.find(({ effect }) => effect === "allow-once")?.id ?? "allow-once";
    await human.answer(ask, {
      answers: questions.map(({ question, header, options }) => ({
        ...{ question, header },
        selectedOptions: [label ?? (kind === "approval" ? allow : (options[0]?.label ?? ""))],
      })),
      surface: "web",
      act: "click",
    });
  }

  return {
    cwd,
    process: () => running,
    get human() {
      return human;
    },
    get sessions() {
      return human.sessions;
    },
    reconnect(hub) {
      human.close();
      human = connect(hub);
    },
    start: (agent, prompt, more = {}) => human.sessions.start({ agent, prompt, directory: cwd, ...more }),
    async until(id, wanted) {
      await expect.poll(() => human.sessions.get(id), { interval: 20 }).toMatchObject(wanted);
      return await human.sessions.get(id);
    },
    read: async (id) => (await human.sessions.transcript(id, { limit: 500 })).entries,
    async answer(id, label) {
      await expect.poll(async () => (await human.sessions.get(id)).asks.length, { interval: 20 }).toBeGreaterThan(0);
      const [ask = ""] = (await human.sessions.get(id)).asks;
      await choose(ask, label);
    },
    choose,
    async open() {
      running = await open();
    },
  };
}

/** The processes below this one whose program is this file. */
export function childrenOf(pid: number, file: string): number[] {
  const table = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" });
  const rows = table
    .trim()
    .split("\n")
    .map((row) => row.trim().split(/\s+/));
  const below = (parent: number): string[][] =>
    rows.filter((row) => Number(row[1]) === parent).flatMap((row) => [row, ...below(Number(row[0]))]);
  const isIt = (words: string[]) => words.slice(2, 4).some((word) => word.endsWith(`/${file}`));
  return below(pid).flatMap((row) => (isIt(row) ? [Number(row[0])] : []));
}
