import { realpathSync } from "node:fs";
import type { HubClient, Session, SessionsClient, TranscriptEntry } from "@yourcall/client";
import { createHubClient } from "@yourcall/client/node";
import { expect } from "vitest";
import { type RunningCommand, startCommand, type TestHub, temporaryDirectory } from "./hub.ts";

/** A desk of a hub, with one directory in which sessions can be started. */
export interface TestDesk {
  readonly cwd: string;
  readonly sessions: SessionsClient;
  readonly human: HubClient;
  process(): RunningCommand;
  start(agent: string, prompt: string, more?: { mode?: "default" | "plan" | "acceptEdits" }): Promise<Session>;
  /** The session, once it is like this. */
  until(id: string, wanted: Partial<Session>): Promise<Session>;
  /** The whole transcript. */
  read(id: string): Promise<TranscriptEntry[]>;
  /** Chooses this option of each question of the session's oldest ask, or allows it once. */
  answer(id: string, label?: string): Promise<void>;
  /** Ends the desk with this signal and starts another one. */
  restart(signal: NodeJS.Signals): Promise<void>;
}

type Until = (act: () => void | Promise<void>) => void;

export async function startDesk(
  hub: TestHub,
  { env = {}, args = [], until }: { env?: Record<string, string>; args?: string[]; until?: Until } = {},
): Promise<TestDesk> {
  const cwd = realpathSync(temporaryDirectory("desk", until));
  const human = createHubClient({ socketPath: hub.socket, token: hub.tokens.human });
  until?.(() => human.close());
  const { sessions } = human;

  async function open(): Promise<RunningCommand> {
    const options = { env: { YOURCALL_HOME: hub.directory, HOME: cwd, ...env }, until };
    const started = startCommand(["desk", cwd, ...args], options);
    await started.says("The desk runs agents in ");
    return started;
  }
  let running = await open();

  return {
    ...{ cwd, sessions, human, process: () => running },
    start: (agent, prompt, more = {}) => sessions.start({ agent, prompt, directory: cwd, ...more }),
    async until(id, wanted) {
      await expect.poll(() => sessions.get(id), { interval: 20 }).toMatchObject(wanted);
      return await sessions.get(id);
    },
    read: async (id) => (await sessions.transcript(id, { limit: 500 })).entries,
    async answer(id, label) {
      await expect.poll(async () => (await sessions.get(id)).asks.length, { interval: 20 }).toBeGreaterThan(0);
      const [ask = ""] = (await sessions.get(id)).asks;
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
    },
    async restart(signal) {
      running.kill(signal);
      await running.ended;
      running = await open();
    },
  };
}
