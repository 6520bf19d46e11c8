import { spawn } from "node:child_process";
import { readHubAddress, stateDirectory } from "@yourcall/client/node";
import { type HubAsker, machineClock } from "@yourcall/core";
import { followAsk, pause, untilRecorded } from "@yourcall/core/internal";
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
  const session = held.request.agent?.session;
  const interrupted = watchForInterruption(name, held.transcript, from, gone);
  const timeUp = new AbortController();
  setTimeout(() => timeUp.abort(`Now in ${host.title}'s own window.`), holdMs);
  const signal = AbortSignal.any([interrupted, timeUp.signal]);
  let id = "";
  const reporting: Pick<HubAsker, "create" | "wait" | "cancel"> = {
    create: (request, options) => client.create(request, { ...options, withinMs: hubMs }),
    wait: (ask, options) => client.wait(ask, { ...options, reportsDelivery: true }),
    cancel: (ask, reason, options) => client.cancel(ask, reason, { ...options, reportsDelivery: true }),
  };
  const outcome = await followAsk(reporting, held.request, {
    clock: machineClock,
    signal,
    withdrawWithinMs: leaveMs,
    onCreated(ask) {
      ({ id } = ask);
    },
    onLost() {},
  });
  if (outcome.status === "cancelled" && signal.aborted) return null;
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
  const { transcript } = held;
  const note = held.toDeliveryNote(outcome);
  if (mark !== undefined && transcript !== "")
    await startConfirming(name, { id, transcript, from, session, mark, note });
  return held.toOutput(outcome, id);
}

/** Aborted when the host stops waiting: it ends the hook, it is gone, or its conversation says that the turn was interrupted. */
function watchForInterruption(name: HubFirstName, transcript: string, from: number, gone: AbortSignal): AbortSignal {
  const { isInterruption, title } = hostOf(name);
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort(`Interrupted in ${title}.`);
  if (gone.aborted) interrupt();
  gone.addEventListener("abort", interrupt, { once: true });
  if (isInterruption !== undefined) {
    const readNew = readGrowingFile(transcript, from);
    setInterval(() => {
      if (isInterruption(readNew())) interrupt();
    }, lookMs);
  }
  return interrupted.signal;
}

/** What `yourcall hook NAME --confirm` reads from standard input. */
interface Sent {
  id: string;
  /** The conversation's file, and from where on to read it. */
  transcript: string;
  from: number;
  session?: string | undefined;
  /** What the file contains once the host has done as decided. */
  mark: string;
  /** For the record, then. */
  note?: string | undefined;
}

async function startConfirming(name: HubFirstName, sent: Sent): Promise<void> {
  const args = [process.argv[1] ?? "", "hook", name, "--confirm"];
  const child = spawn(process.execPath, args, { detached: true, stdio: ["pipe", "ignore", "ignore"] });
  child.unref();
  // A decision is printed even if nobody can confirm it.
  child.on("error", () => {});
  child.stdin.on("error", () => {});
  // Not as arguments, whose length is limited: the mark may contain a whole file.
  await withTimeout(leaveMs, new Promise<void>((resolve) => child.stdin.end(JSON.stringify(sent), () => resolve())));
}

/**
 * `yourcall hook NAME --confirm`: the decision is taken once the conversation's file contains the mark. It is refused if the turn is
 * interrupted before.
 */
export async function confirm(name: HubFirstName, sent: unknown): Promise<void> {
  const { id, transcript, from, session, mark, note } = sent as Sent;
  const state = await findEnd(name, mark, readGrowingFile(transcript, from));
  if (state === undefined) return;
  const said = state === "refused" ? `interrupted in ${hostOf(name).title}` : note;
  await withHub("agent", { start: false }, (client) =>
    untilRecorded(machineClock, () => client.delivery(id, { state, note: said, session })),
  );
}

/** What became of an answer, as the host's conversation says; undefined if it does not say so in time. */
async function findEnd(
  name: HubFirstName,
  mark: string,
  readNew: () => string,
): Promise<"taken" | "refused" | undefined> {
  const { isInterruption } = hostOf(name);
  // As the file is read.
  const wanted = Buffer.from(mark).toString("latin1");
  let until = Date.now() + confirmMs;
  let isInterrupted = false;
  for (;;) {
    const text = readNew();
    if (text.includes(wanted)) return "taken";
    if (!isInterrupted && isInterruption?.(text) === true) {
      isInterrupted = true;
      until = Date.now() + lastLookMs;
    }
    if (Date.now() > until) return isInterrupted ? "refused" : undefined;
    await pause(machineClock, lookMs);
  }
}
