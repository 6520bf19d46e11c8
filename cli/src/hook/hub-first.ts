import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { readHubAddress, stateDirectory } from "@yourcall/client/node";
import { machineClock, type Outcome } from "@yourcall/core";
import { pause } from "@yourcall/core/internal";
import { type HubFirstHost, hubFirstHosts, recordSeen, toHeldQuestion } from "@yourcall/hosts";
import { connect, withHub } from "../hub/connect.ts";
import { leaveMs, withTimeout } from "../with-timeout.ts";

export type HubFirstName = keyof typeof hubFirstHosts;

// The host's dialog waits for as long, and a hub that is away must not hold it.
const holdMs = 5 * 60_000;
const hubMs = 10_000;
// The host writes it once all calls of the turn have ended.
const confirmMs = 10 * 60_000;
const lookMs = 500;

/**
 * Asks in the hub before the host does, and returns what the hook prints: a person's decision, as a text that the host tells its
 * model. Null if nobody decided within five minutes, so that the host's own dialog opens; the ask is then withdrawn.
 */
export async function askFirst(name: HubFirstName, event: unknown, gone: AbortSignal): Promise<object | null> {
  const host: HubFirstHost = hubFirstHosts[name];
  const held = toHeldQuestion(name, host, event, `hook-${process.pid}-${process.hrtime.bigint()}`);
  if (held === null || (await host.isInHub?.(held.request.agent?.session ?? ""))) return null;
  recordSeen(stateDirectory(), name, { at: new Date().toISOString() });
  const start = readHubAddress() === null;
  const client = await connect("agent", { start, revive: () => true, giveUpAfterMs: hubMs });
  const { id, outcome: known } = await client.create(held.request, { withinMs: hubMs });
  const withdraw = async (reason: string): Promise<Outcome | null> => {
    try {
      await client.cancel(id, reason);
      return null;
    } catch (error) {
      return (error as { outcome?: Outcome }).outcome ?? null;
    }
  };
  let outcome: Outcome | null | undefined = known;
  try {
    outcome ??= await client.wait(id, { signal: gone, timeoutMs: holdMs });
    outcome ??= await withdraw(`Now in ${host.title}'s own window.`);
  } catch (error) {
    if (!gone.aborted) throw error;
    await withTimeout(leaveMs, withdraw(`Interrupted in ${host.title}.`));
    return null;
  }
  if (outcome?.status !== "answered" && outcome?.status !== "declined") return null;
  // The host may have stopped waiting. Its conversation shows whether the model got the answer.
  await withTimeout(leaveMs, client.delivery(id, { state: "waiting", session: held.request.agent?.session }));
  const mark = await held.toMark(outcome, id);
  if (held.transcript !== undefined && mark !== undefined)
    startConfirming(name, id, held.transcript, held.request.agent?.session, mark);
  return held.toOutput(outcome, id);
}

function startConfirming(name: HubFirstName, id: string, transcript: string, session = "", mark = id): void {
  const args = [process.argv[1] ?? "", "hook", name, "--confirm", id, transcript, session, mark];
  spawn(process.execPath, args, { detached: true, stdio: "ignore" }).unref();
}

/** `yourcall hook NAME --confirm ID FILE SESSION MARK`: the decision is taken once the conversation's file contains the mark. */
export async function confirm(id: string, transcript: string, session?: string, mark = id): Promise<void> {
  const until = Date.now() + confirmMs;
  while (!contains(transcript, mark)) {
    if (Date.now() > until) return;
    await pause(machineClock, lookMs);
  }
  await withHub("agent", { start: false }, (client) => client.delivery(id, { state: "taken", session }));
}

function contains(file: string, text: string): boolean {
  try {
    return readFileSync(file, "utf8").includes(text);
  } catch {
    return false;
  }
}
