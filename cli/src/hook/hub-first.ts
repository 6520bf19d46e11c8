import { spawn } from "node:child_process";
import { readHubAddress, stateDirectory } from "@yourcall/client/node";
import { machineClock, type Outcome } from "@yourcall/core";
import { pause, untilRecorded } from "@yourcall/core/internal";
import { type HubFirstHost, hubFirstHosts, recordSeen, toHeldQuestion } from "@yourcall/hosts";
import { connect, withHub } from "../hub/connect.ts";
import { leaveMs, withTimeout } from "../with-timeout.ts";
import { readGrowingFile, sizeOf } from "./growing-file.ts";

export type HubFirstName = keyof typeof hubFirstHosts;

const hostOf = (name: HubFirstName): HubFirstHost => hubFirstHosts[name];

// The host's dialog waits for as long, and a hub that is away must not hold it.
const holdMs = 5 * 60_000;
const hubMs = 10_000;
// The host writes it once all calls of the turn have ended.
const confirmMs = 10 * 60_000;
const lookMs = 500;
// After an interruption, what the host still tells its model is in its file by then.
const lastLookMs = 10_000;

/**
 * Asks in the hub before the host does, and returns what the hook prints: a person's decision, as a text that the host tells its
 * model. Null if nobody decided within five minutes, so that the host's own dialog opens; the ask is then withdrawn.
 */
export async function askFirst(name: HubFirstName, event: unknown, gone: AbortSignal): Promise<object | null> {
  const host = hostOf(name);
  const held = toHeldQuestion(name, host, event, `hook-${process.pid}-${process.hrtime.bigint()}`);
  if (held === null || (await host.isInHub?.(held.request.agent?.session ?? ""))) return null;
  const from = sizeOf(held.transcript);
  recordSeen(stateDirectory(), name, { at: new Date().toISOString() });
  const start = readHubAddress() === null;
  const client = await connect("agent", { start, revive: () => true, giveUpAfterMs: hubMs });
  const { id, outcome: known } = await client.create(held.request, { withinMs: hubMs });
  const session = held.request.agent?.session;
  const withdraw = async (reason: string): Promise<Outcome | null> => {
    try {
      await client.cancel(id, reason, { reportsDelivery: true });
      return null;
    } catch (error) {
      return (error as { outcome?: Outcome }).outcome ?? null;
    }
  };
  const interrupted = watchForInterruption(name, held.transcript, from, gone);
  const end = new AbortController();
  interrupted.addEventListener("abort", () => end.abort(), { once: true });
  setTimeout(() => end.abort(), holdMs);
  let outcome: Outcome | null | undefined = known;
  try {
    outcome ??= await client.wait(id, { signal: end.signal, reportsDelivery: true });
  } catch (error) {
    if (!end.signal.aborted) throw error;
    const reason = interrupted.aborted ? `Interrupted in ${host.title}.` : `Now in ${host.title}'s own window.`;
    outcome = await withTimeout(leaveMs, withdraw(reason));
  }
  if (outcome === null || outcome === undefined) return null;
  const report = (delivery: Parameters<typeof client.delivery>[1]) =>
    withTimeout(leaveMs, client.delivery(id, { ...delivery, session })).catch(() => undefined);
  if (outcome.status !== "answered" && outcome.status !== "declined") {
    await report({ state: "taken" });
    return null;
  }
  if (interrupted.aborted) {
    await report({ state: "refused", note: `interrupted in ${host.title}` });
    return null;
  }
  // The host may have stopped waiting. Its conversation shows whether the model got the answer.
  const mark = await held.toMark(outcome, id);
  if (mark !== undefined) startConfirming(name, [id, held.transcript, String(from), session ?? "", mark]);
  return held.toOutput(outcome, id);
}

/** Aborted when the host stops waiting: it ends the hook, it is gone, or its conversation says that the turn was interrupted. */
function watchForInterruption(name: HubFirstName, transcript: string, from: number, gone: AbortSignal): AbortSignal {
  const { isInterruption } = hostOf(name);
  const interrupted = new AbortController();
  if (gone.aborted) interrupted.abort();
  gone.addEventListener("abort", () => interrupted.abort(), { once: true });
  if (isInterruption !== undefined) {
    const readNew = readGrowingFile(transcript, from);
    setInterval(() => {
      if (isInterruption(readNew())) interrupted.abort();
    }, lookMs);
  }
  return interrupted.signal;
}

function startConfirming(name: HubFirstName, facts: [id: string, transcript: string, ...string[]]): void {
  if (facts[1] === "") return;
  const args = [process.argv[1] ?? "", "hook", name, "--confirm", ...facts];
  spawn(process.execPath, args, { detached: true, stdio: "ignore" }).unref();
}

/**
 * `yourcall hook NAME --confirm ID FILE FROM SESSION MARK`: the decision is taken once the conversation's file, read from there on,
 * contains the mark. It is refused if the turn is interrupted before.
 */
export async function confirm(
  name: HubFirstName,
  [id = "", transcript = "", from, session, mark = id]: string[],
): Promise<void> {
  const state = await findEnd(name, mark, readGrowingFile(transcript, Number(from)));
  if (state === undefined) return;
  const note = state === "refused" ? `interrupted in ${hostOf(name).title}` : undefined;
  await withHub("agent", { start: false }, (client) =>
    untilRecorded(machineClock, () => client.delivery(id, { state, note, session: session || undefined })),
  );
}

/** What became of an answer, as the host's conversation says; undefined if it does not say so in time. */
async function findEnd(
  name: HubFirstName,
  mark: string,
  readNew: () => string,
): Promise<"taken" | "refused" | undefined> {
  const { isInterruption } = hostOf(name);
  let until = Date.now() + confirmMs;
  let isInterrupted = false;
  for (;;) {
    const text = readNew();
    if (text.includes(mark)) return "taken";
    if (!isInterrupted && isInterruption?.(text) === true) {
      isInterrupted = true;
      until = Date.now() + lastLookMs;
    }
    if (Date.now() > until) return isInterrupted ? "refused" : undefined;
    await pause(machineClock, lookMs);
  }
}
