import type { HubClient, WireAsk } from "@yourcall/client";
import {
  changePendingList,
  emptyPendingList,
  followPending,
  isOwnEnd,
  submitEnd,
  touchDeadline,
} from "@yourcall/client/internal";
import { type Outcome, renderSheet } from "@yourcall/core";
import { inScreenOrder, toShowableJson } from "@yourcall/core/internal";
import {
  createEditWatch,
  takeResponse,
  toCheckedLine,
  toEndedLine,
  toFaultLine,
  toNotOpenLine,
} from "../agent/json/ask-lines.ts";
import type { CheckLine, LineIn, LineOut, ResponseLine } from "../agent/json/line-schemas.ts";
import { readHostLines, toFault } from "../agent/json/read-lines.ts";
import { sendAgain, whereKept } from "../hub/bring-back.ts";

type Sent = Extract<ReturnType<typeof takeResponse>, { end: unknown }>;

/**
 * `yourcall inbox --json`: pending asks as JSON lines on standard output, live; a person's answers, from their editor, as JSON
 * lines on standard input. Ends when standard input does; every ask stays.
 */
export async function runInboxLines(hub: HubClient): Promise<number> {
  const { stdin, stdout } = process;
  const keptIn = whereKept();
  const stopping = new AbortController();
  const shown = new Map<string, WireAsk>();
  const ended = new Map<string, Outcome["status"]>();
  const sent = new Map<string, Sent>();
  let list = emptyPendingList;
  let told = false;
  const emit = (line: LineOut) => void stdout.write(`${toShowableJson(line)}\n`);
  const isEdit = createEditWatch();
  const named = (ask: WireAsk) => ({ id: ask.id, askId: ask.id, ask });

  function end(ask: WireAsk, outcome: Outcome): void {
    if (!shown.delete(ask.id)) return;
    ended.set(ask.id, outcome.status);
    const own = sent.get(ask.id);
    const elsewhere = own === undefined || !isOwnEnd(own.end, outcome, ask, own.by);
    emit(toEndedLine(named(ask), { outcome, elsewhere }));
  }

  const following = followPending({
    client: hub,
    signal: stopping.signal,
    list: () => list,
    onChange(change) {
      list = changePendingList(list, change);
      if (change.type === "link-changed") return emit({ type: "link_changed", link: change.link });
      for (const ask of list.asks.values()) {
        const before = shown.get(ask.id);
        if (ask.outcome !== undefined) end(ask, ask.outcome);
        else if (before !== undefined && ask.expiresAt !== undefined && ask.expiresAt !== before.expiresAt) {
          shown.set(ask.id, ask);
          emit({ type: "deadline_changed", id: ask.id, askId: ask.id, expiresAt: ask.expiresAt });
        } else if (ask.status === "pending" && !shown.has(ask.id) && !ended.has(ask.id)) {
          shown.set(ask.id, ask);
          emit(toAskLine(ask));
        }
      }
      if (told || change.type !== "asks-listed" || !change.all) return;
      told = true;
      emit({ type: "listed", pending: shown.size });
    },
  });
  // A hub that cannot be used at all ends the command with its reason.
  const failed = following.then(() => {}).catch((error) => (stopping.signal.aborted ? undefined : (error as Error)));
  void failed.then(() => stdin.destroy());

  /** A person is at work on this ask. */
  function touch({ id, expiresAt }: WireAsk): void {
    if (expiresAt !== undefined) void touchDeadline(hub, id);
  }

  async function respond(line: ResponseLine): Promise<void> {
    const ask = shown.get(line.id);
    if (ask === undefined) return emit(toNotOpenLine(line.id, ended.get(line.id)));
    const taken = takeResponse(line, named(ask));
    if ("fault" in taken) {
      touch(ask);
      return emit(taken.fault);
    }
    sent.set(ask.id, taken);
    const result = await submitEnd(hub, ask.id, taken.end, taken.by, (attempt) => sendAgain(keptIn, attempt));
    if ("outcome" in result) end(ask, result.outcome);
    else if (shown.has(ask.id)) emit(toFaultLine(ask.id, "not-accepted", `${result.refused} Send it again.`));
  }

  function check(line: CheckLine) {
    const { id, sheet } = line;
    const ask = shown.get(id);
    if (ask === undefined) return emit(toNotOpenLine(id, ended.get(id)));
    emit(toCheckedLine(named(ask), line));
    if (isEdit(id, sheet)) touch(ask);
  }

  function onLine(line: LineIn): void {
    if (line.type === "leave") stdin.destroy();
    else if (line.type === "ask_user_question_response") void respond(line);
    else if (line.type === "check_sheet") check(line);
    else emit(toFault(`The inbox runs no agent, so it does not accept ${line.type}.`).fault);
  }

  stdout.on("error", () => stdin.destroy());
  for await (const read of readHostLines(stdin)) {
    if ("fault" in read) emit(read.fault);
    else onLine(read.line);
  }
  stopping.abort();
  const error = await failed;
  hub.close();
  if (error !== undefined) throw error;
  return 0;
}

function toAskLine(ask: WireAsk): LineOut {
  const { id, kind, questions, approval, context, url, agent, to, createdAt, expiresAt } = inScreenOrder(ask);
  const sheet = renderSheet(ask, { id, agent, to, quitHint: false, canAllow: true });
  return {
    type: "ask_user_question",
    id,
    askId: id,
    runId: agent.session,
    kind,
    questions,
    approval,
    context,
    sheet,
    url,
    agent,
    createdAt,
    expiresAt,
  };
}
