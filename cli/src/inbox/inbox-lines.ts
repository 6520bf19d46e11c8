import { type HubClient, joinLive, type LiveAsk, type WireAsk } from "@yourcall/client";
import {
  asksOf,
  changePendingList,
  dismissEnded,
  emptyPendingList,
  followPending,
  hasWords,
  nextAsk,
  pendingOf,
} from "@yourcall/client/internal";
import { applyDraft, type Outcome, renderSheet, startAnswering } from "@yourcall/core";
import { inScreenOrder, toHeadline, toShowableJson } from "@yourcall/core/internal";
import { createLineTaker, toEndedLine } from "../agent/json/ask-lines.ts";
import type { LineIn, LineOut } from "../agent/json/line-schemas.ts";
import { readHostLines, toFault } from "../agent/json/read-lines.ts";
import { asPerson } from "../ask/as-person.ts";

interface ShownAsk {
  id: string;
  askId: string;
  ask: WireAsk;
  live: LiveAsk;
  /** Which ask to go on with once this one has ended. */
  next?: string | undefined;
}

/**
 * `yourcall inbox --json`: pending asks as JSON lines on standard output, live; a person's answers, from their editor, as JSON
 * lines on standard input. Ends when standard input does; every ask stays.
 */
export async function runInboxLines(hub: HubClient): Promise<number> {
  const { stdin, stdout } = process;
  const person = asPerson(async () => hub);
  const stopping = new AbortController();
  const shown = new Map<string, ShownAsk>();
  const ended = new Map<string, Outcome["status"]>();
  let list = emptyPendingList;
  let listed = false;
  let filter = "";
  let listing: NodeJS.Immediate | undefined;
  let shownBefore: string | undefined;
  const emit = (line: LineOut) => void stdout.write(`${toShowableJson(line)}\n`);

  function show(ask: WireAsk): void {
    // Each response names its own surface.
    const live = joinLive(hub, ask, { ...person, isUpdatedByCaller: true });
    const one: ShownAsk = { id: ask.id, askId: ask.id, ask, live };
    shown.set(ask.id, one);
    emit(toAskLine(ask));
    void live.ended.then((end) => {
      shown.delete(ask.id);
      ended.set(ask.id, end.outcome.status);
      emit(toEndedLine({ ...one, next: one.next ?? nextOf(one.id) }, end));
    });
  }

  const matching = (asks: WireAsk[]) => asks.filter((ask) => hasWords(ask, filter));
  const nextOf = (id: string) => nextAsk(matching(asksOf(list)), id, new Set())?.id;

  /** Names what the list shows, in its order, if that is not as before. Other lines of the same change come first. */
  function showList(): void {
    listing ??= setImmediate(() => {
      listing = undefined;
      // One that was answered here may be pending in the list still.
      const ids = matching(pendingOf(list)).flatMap(({ id }) => (shown.has(id) ? [id] : []));
      const now = `${list.pending} ${filter} ${ids.join(" ")}`;
      if (now === shownBefore) return;
      shownBefore = now;
      emit({ type: "listed", pending: list.pending, shown: ids, filter });
    });
  }

  function receive(ask: WireAsk): void {
    const one = shown.get(ask.id);
    if (one === undefined) {
      if (ask.status === "pending" && !ended.has(ask.id)) show(ask);
      return;
    }
    const { expiresAt } = one.ask;
    if (one.ask === ask) return;
    one.ask = ask;
    // It leaves the list below.
    if (ask.status !== "pending") one.next = nextOf(ask.id);
    one.live.update(ask);
    if (ask.status === "pending" && ask.expiresAt !== undefined && ask.expiresAt !== expiresAt)
      emit({ type: "deadline_changed", id: ask.id, askId: ask.id, expiresAt: ask.expiresAt });
  }

  const following = followPending({
    client: hub,
    signal: stopping.signal,
    list: () => list,
    onChange(change) {
      list = changePendingList(list, change);
      if (change.type === "link-changed") return emit({ type: "link_changed", link: change.link });
      listed ||= change.type === "asks-listed" && change.all;
      // A page may be older than an event that came before it, so the lines wait for all of the first list to be oldest first.
      if (!listed) return;
      for (const ask of asksOf(list)) receive(ask);
      list = dismissEnded(list);
      showList();
    },
  });
  // A hub that cannot be used at all ends the command with its reason.
  const failed = following.then(() => {}).catch((error) => (stopping.signal.aborted ? undefined : (error as Error)));
  void failed.then(() => stdin.destroy());

  const { respond, check } = createLineTaker({
    find: (id) => shown.get(id),
    ended,
    emit,
    touch: (live) => live.touch(),
  });

  function onLine(line: LineIn): void {
    if (line.type === "leave") stdin.destroy();
    else if (line.type === "ask_user_question_response") void respond(line);
    else if (line.type === "check_sheet") check(line);
    else if (line.type === "here") hub.beat();
    else if (line.type === "filter") {
      filter = line.text;
      if (listed) showList();
    } else emit(toFault(`The inbox runs no agent, so it does not accept ${line.type}.`).fault);
  }

  stdout.on("error", () => stdin.destroy());
  for await (const read of readHostLines(stdin)) {
    if ("fault" in read) emit(read.fault);
    else onLine(read.line);
  }
  stopping.abort();
  clearImmediate(listing);
  for (const { live } of shown.values()) live.close();
  const error = await failed;
  hub.close();
  if (error !== undefined) throw error;
  return 0;
}

function toAskLine(ask: WireAsk): LineOut {
  const { id, kind, questions, approval, context, url, agent, to, createdAt, expiresAt } = inScreenOrder(ask);
  // Comments on the version before of a plan that still find their lines.
  const review = applyDraft(startAnswering(ask), ask.draft?.draft).marks;
  const sheet = renderSheet(ask, { id, agent, to, review, quitHint: false, canAllow: true });
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
    headline: toHeadline(ask),
    agent,
    createdAt,
    expiresAt,
  };
}
