import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { WireAsk } from "@yourcall/client";
import { expect, vi } from "vitest";
import { startHub, type TestHub, temporaryDirectory } from "../support/hub.ts";
import type { CodexCall } from "./codex-place.ts";

const options = [
  { label: "SQLite", description: "One file" },
  { label: "PostgreSQL", description: "A server" },
];

export function question(text: string): CodexCall {
  return {
    name: "request_user_input",
    input: { questions: [{ id: "db", header: "Database", question: text, options }] },
  };
}

export function command(cmd: string): CodexCall {
  const input = { cmd, sandbox_permissions: "require_escalated", justification: `May I run ${cmd}?` };
  return { name: "exec_command", input };
}

/** A hub that watches the home of this Codex. */
export async function watchCodex(
  home: string,
  until: (act: () => void | Promise<void>) => void,
  env?: Record<string, string>,
): Promise<TestHub> {
  const directory = temporaryDirectory("hub", until);
  writeFileSync(join(directory, "config.json"), JSON.stringify({ codexHomes: { [home]: true } }));
  return startHub({ directory, until, env });
}

export function askOf({ client }: TestHub, words: string, status = "pending"): Promise<WireAsk> {
  const human = client("human");
  return vi.waitFor(
    async () => {
      const { asks } = await human.list({ status: "all", order: "newest", limit: 500 });
      const ask = asks.find((one) => JSON.stringify([one.questions, one.approval?.input]).includes(words));
      if (ask?.status !== status) throw new Error(`${words}: ${ask?.status ?? "no ask"}, not ${status}`);
      return ask;
    },
    { timeout: 30_000, interval: 50 },
  );
}

export async function answer(
  hub: TestHub,
  { id, questions, approval }: WireAsk,
  label: string,
  notes?: string,
): Promise<void> {
  const [{ question = "" } = {}] = questions;
  const selectedOptions = [approval?.options?.find((option) => option.label === label)?.id ?? label];
  await hub.client("human").answer(id, { answers: [{ question, selectedOptions, notes }], surface: "web" });
}

export function delivered(hub: TestHub, id: string, state: string, note?: string): Promise<void> {
  return vi.waitFor(
    async () => {
      const { delivery } = await hub.client("human").get(id);
      expect([delivery?.state, delivery?.note]).toEqual([state, note]);
    },
    { timeout: 15_000 },
  );
}
