import type { Clock, Outcome } from "@yourcall/core";
import { endInOwnWindow, toFields, untilRecorded } from "@yourcall/core/internal";
import type { WireAsk } from "@yourcall/core/internal/wire";
import { type Decision, type DialogEnd, type DialogOptions, toRefusal } from "../follow-dialog.ts";
import type { AppServer } from "./app-server.ts";
import { findEnd as findAsyncEnd } from "./async-ends.ts";
import { toReplyText } from "./async-reply.ts";
import { findDialogEnd, toUnknownEnd } from "./dialog-ends.ts";
import { noLongerWaits } from "./ends.ts";
import { toCodexResult } from "./from-outcome.ts";
import { readEvents } from "./rollout.ts";
import type { CodexAsk } from "./to-ask.ts";

/** Where to read how the dialog of an ask ended, for a hub that was not there. */
export interface CodexMark {
  home: string;
  file?: string;
  thread?: string;
  item: string;
  /** The ids of the questions, if it is one that Codex waits for. */
  ids?: string[];
  /** For a question that Codex does not wait for: which of its call, and the turn. */
  at?: number;
  turn?: string;
}

interface Options {
  hub: DialogOptions["hub"];
  /** Asks that Codex's asker has not settled: pending, or decided and with no report of what became of the decision. */
  asks: readonly WireAsk[];
  clock: Clock;
  home: string;
  /** Whether the dialog with this key is open in Codex. */
  isOpen(key: string): boolean;
  codex: AppServer | undefined;
  /** Whether a turn runs in this thread. */
  isTurnRunning(thread: string): boolean;
}

/**
 * Settles asks of an earlier hub whose dialog ended in Codex while no hub was there, as the conversation's file says. Resolves with
 * whether all are settled: what became of a decision may not be known before the call has ended.
 */
export async function settleLeftAsks({ hub, clock, home, asks, isOpen, ...known }: Options): Promise<boolean> {
  let isAll = true;
  for (const ask of asks) {
    const mark = toFields(ask.metadata).codex as CodexMark | undefined;
    if (mark?.home !== home || ask.key === undefined || isOpen(ask.key)) continue;
    const decision = isDecision(ask.outcome) ? ask.outcome : undefined;
    const how = await findEnd(ask, mark, decision, known);
    if (how === undefined) isAll = false;
    else await settle(hub, clock, ask, how).catch(() => {});
  }
  return isAll;
}

async function settle(hub: Options["hub"], clock: Clock, ask: WireAsk, how: DialogEnd): Promise<void> {
  const { id, agent, outcome } = ask;
  const { session } = agent;
  const own = typeof how === "string" ? { reason: noLongerWaits } : how;
  const refusal = toRefusal(own, "Codex");
  if (outcome === undefined) return endInOwnWindow(hub, id, own, { clock, surface: "codex", session, refusal });
  const state = typeof how === "string" ? "taken" : "refused";
  const note = typeof how === "string" ? undefined : refusal;
  await untilRecorded(clock, () => hub.delivery(id, { state, note, session }));
}

async function findEnd(
  ask: WireAsk,
  { file, item, ids, at, turn, thread }: CodexMark,
  decision: Decision | undefined,
  { codex, isTurnRunning }: Pick<Options, "codex" | "isTurnRunning">,
): Promise<DialogEnd | undefined> {
  if (at !== undefined && turn !== undefined) {
    const question = { call: item, at, ask };
    const sent = decision && toReplyText(question, decision);
    const events = file === undefined ? [] : await readEvents(file);
    return findAsyncEnd(events, { turn, question }, sent) ?? { reason: noLongerWaits };
  }
  const asked: CodexAsk = ids === undefined ? { type: "tool", ask } : { type: "question", ask, ids };
  const sent = decision && toCodexResult(asked, decision);
  const how = await findDialogEnd({ asked, thread, item, sent, file }, codex);
  return how ?? toUnknownEnd(decision !== undefined, thread !== undefined && isTurnRunning(thread));
}

function isDecision(outcome: Outcome | undefined): outcome is Decision {
  return outcome?.status === "answered" || outcome?.status === "declined";
}
