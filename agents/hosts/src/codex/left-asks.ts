import type { Clock, Outcome } from "@yourcall/core";
import { toVerdict } from "@yourcall/core";
import { toFields, untilRecorded } from "@yourcall/core/internal";
import type { WireAsk } from "@yourcall/core/internal/wire";
import type { Decision, DialogEnd, DialogOptions } from "../follow-dialog.ts";
import { findEnd as findAsyncEnd } from "./async-ends.ts";
import { toReplyText } from "./async-reply.ts";
import { interrupted, noLongerWaits, wentOn } from "./ends.ts";
import { isSameResult, readAnswers, toCodexResult, toReport } from "./from-outcome.ts";
import { readEvents, readToolOutput } from "./rollout.ts";
import type { CodexAsk } from "./to-ask.ts";

/** Where to read how the dialog of an ask ended, for a hub that was not there. */
export interface CodexMark {
  home: string;
  file?: string;
  item: string;
  /** The ids of the questions, if it is one that Codex waits for. */
  ids?: string[];
  /** For a question that Codex does not wait for: which of its call, and the turn. */
  at?: number;
  turn?: string;
}

interface Options {
  hub: DialogOptions["hub"];
  /** Asks that Codex's asker has not settled: pending, or decided without a word on what became of the decision. */
  asks: readonly WireAsk[];
  clock: Clock;
  home: string;
  /** Whether the dialog with this key is open in Codex. */
  isOpen(key: string): boolean;
}

/** Settles asks of an earlier hub whose dialog ended in Codex while no hub was there, as the conversation's file says. */
export async function settleLeftAsks({ hub, clock, home, asks, isOpen }: Options): Promise<void> {
  for (const ask of asks) {
    const mark = toFields(ask.metadata).codex as CodexMark | undefined;
    if (mark?.home !== home || ask.key === undefined || isOpen(ask.key)) continue;
    const decision = isDecision(ask.outcome) ? ask.outcome : undefined;
    const how = await findEnd(ask, mark, decision);
    await untilRecorded(clock, () => settle(hub, ask, how)).catch(() => {});
  }
}

function settle(hub: Options["hub"], { id, agent: { session }, outcome }: WireAsk, how: DialogEnd): Promise<unknown> {
  if (outcome !== undefined) {
    if (typeof how === "string") return hub.delivery(id, { state: "taken", session });
    const note = "report" in how ? "Codex was answered first" : how.reason.replace(/\.$/, "");
    return hub.delivery(id, { state: "refused", note, session });
  }
  if (typeof how === "string") return hub.cancel(id, noLongerWaits);
  if ("report" in how) return hub.report(id, { outcome: how.report, surface: "codex", session });
  return hub.cancel(id, how.reason);
}

async function findEnd(ask: WireAsk, mark: CodexMark, decision: Decision | undefined): Promise<DialogEnd> {
  const { file, item, ids, at, turn } = mark;
  if (file === undefined) return { reason: noLongerWaits };
  if (at !== undefined && turn !== undefined) {
    const question = { call: item, at, ask };
    const sent = decision && toReplyText(question, decision);
    return findAsyncEnd(await readEvents(file), { turn, question }, sent) ?? { reason: noLongerWaits };
  }
  const told = await readToolOutput(file, item).catch(() => undefined);
  if (told === undefined) return { reason: noLongerWaits };
  if (ids !== undefined) {
    const asked: CodexAsk = { type: "question", ask, ids };
    if (decision !== undefined && isSameResult(toCodexResult(asked, decision), told)) return "as-sent";
    const report = readAnswers(asked, told);
    return report === undefined ? { reason: wentOn } : { report };
  }
  if (/aborted by user/.test(told)) return { reason: interrupted };
  const isAllowed = !/rejected by user|user rejected/.test(told);
  if (decision !== undefined && toVerdict(ask, decision).isAllowed === isAllowed) return "as-sent";
  const report = toReport({ type: "tool", ask }, isAllowed);
  return report === undefined ? { reason: wentOn } : { report };
}

function isDecision(outcome: Outcome | undefined): outcome is Decision {
  return outcome?.status === "answered" || outcome?.status === "declined";
}
