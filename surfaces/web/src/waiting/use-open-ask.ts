import type { WireAsk } from "@yourcall/client";
import { groupSame, nextAsk, putOffAsk, type SameAsks } from "@yourcall/client/internal";
import { askedOf } from "@yourcall/core/internal";
import { useEffect, useRef, useState } from "react";
import { useStored } from "../app/browser-storage.ts";
import { isTypingIn } from "../app/page-keys.ts";
import { navigate, toAskPath } from "../app/route.tsx";
import type { InboxStore } from "../live/inbox-store.ts";
import { useNow } from "../live/use-now.ts";
import type { LastDone, SentBatch } from "./pane-line.tsx";

interface OpenAskOptions {
  store: InboxStore;
  /** What the list shows, in order. */
  shown: readonly WireAsk[];
  /** The same asks as rows: those that are alike share one. */
  rows: readonly SameAsks[];
  /** The ask in the address, if any. */
  id: string | undefined;
  /** Whether the list is beside the card. */
  wide: boolean;
}

export type OpenAsk = ReturnType<typeof useOpenAsk>;

/** Which ask is open, and every step to another one. All steps follow the order of the list. */
export function useOpenAsk({ store, shown, rows, id, wide }: OpenAskOptions) {
  const { putOff, until, add, clear } = usePutOff(store);
  // The oldest ask opens first and stays open until the person moves on.
  const [first, setFirst] = useState<string>();
  const [left, setLeft] = useState<string>();
  const [last, setLast] = useState<LastDone>();
  const isOwn = useRef(false);
  const isListed = shown.some((ask) => ask.id === first) || isTypingIn(".pane");
  const stays =
    first !== undefined && first !== left && isListed ? first : nextAsk(toLeads(rows), undefined, putOff)?.id;
  if (stays !== first) setFirst(stays);
  const open = id ?? (wide ? stays : undefined);
  const leads = toLeads(rows, open);

  // The reply to a question of the person takes the place of the card where it was asked.
  const reply = shown.find(({ replyTo, status }) => status === "pending" && replyTo !== undefined && replyTo === open);
  const replyId = reply?.id;
  useEffect(() => {
    if (replyId !== undefined) navigate(toAskPath(replyId), { replace: true });
  }, [replyId]);

  // What was asked back stays replied to after the reply has left the list.
  const isReplied = [...store.now().asks.values()].some(({ replyTo = "" }) => replyTo === last?.ask?.id);
  if (last?.ask !== undefined && isReplied && last.isReplied !== true) setLast({ ...last, isReplied });

  function goTo(next: WireAsk | undefined): void {
    navigate(next === undefined ? "/" : toAskPath(next.id), { replace: true });
  }

  /** An answer was sent from here: the next ask opens. */
  function sent(ended: WireAsk): void {
    setLast({ ask: ended });
    // The card stays until the agent has replied.
    if (askedOf(ended.outcome) !== undefined) {
      goTo(ended);
      return;
    }
    setLeft(ended.id);
    store.hold({ sent: ended.id });
    const { asks } = store.now();
    const now = shown.map((ask) => asks.get(ask.id) ?? ask);
    goTo(nextAsk(toLeads(groupSame(now), ended.id), ended.id, putOff));
  }

  return {
    open,
    last,
    putOff,
    /** Until when an ask was put off, in milliseconds since the epoch; undefined if without a time. */
    until,
    /** Whether the person chose the last change to another ask. Reading it resets it. */
    takeOwn(): boolean {
      const was = isOwn.current;
      isOwn.current = false;
      return was;
    },
    sent,
    /** One answer went to several: the next ask opens. */
    sentAll(ended: WireAsk, batch: SentBatch): void {
      sent(ended);
      setLast({ ask: ended, batch });
    },
    /** Several were declined in the list. */
    declined(count: number): void {
      setLast({ declined: count });
      if (open !== undefined && store.now().asks.get(open)?.status !== "pending") goTo(undefined);
    },
    /** The arrow keys moved to another row: if the list is beside the card, that ask opens. */
    show(id: string): void {
      if (wide) navigate(toAskPath(id), { replace: true });
    },
    /** Moves to the next or the previous row. False if there is none. */
    move(by: 1 | -1): boolean {
      const at = leads.findIndex((ask) => ask.id === open);
      const next = at === -1 ? leads[0] : leads[at + by];
      if (next === undefined) return at !== -1;
      isOwn.current = true;
      goTo(next);
      return true;
    },
    /** The next pending ask, for when the open one has ended; undefined if there is none. */
    next: nextAsk(leads, open, putOff)?.id,
    /** Puts the open ask off, until a time if one is given, and moves on. False if none is open. */
    later(time?: number): boolean {
      if (open === undefined) return false;
      const kept = add(open, time);
      setLeft(open);
      isOwn.current = true;
      goTo(nextAsk(leads, open, kept));
      return true;
    },
    /** Returns to the asks that were put off. */
    takeUp(): void {
      clear();
      setLeft(undefined);
      isOwn.current = true;
      goTo(undefined);
    },
  };
}

/** One ask of each row: the open one, or the oldest pending one. */
function toLeads(rows: readonly SameAsks[], open?: string): WireAsk[] {
  return rows.map(({ lead, asks }) => asks.find(({ id }) => id === open) ?? lead);
}

/**
 * The asks that were put off in this browser. They stay in the list, but are never opened automatically before their time. Stored as
 * `ask_1 ask_2@1790000000000`.
 */
function usePutOff({ now }: InboxStore) {
  const [stored, write] = useStored("later");
  // Looks again with every minute.
  const at = useNow();
  const all = new Map((stored ?? "").split(" ").filter(Boolean).map(toEntry));
  const putOff = new Set([...all].flatMap(([id, until]) => (until === undefined || until > at ? [id] : [])));
  return {
    putOff,
    until: (id: string) => all.get(id),
    add(id: string, time: number | undefined): ReadonlySet<string> {
      const kept = putOffAsk(putOff, id, now().asks);
      const times = new Map(all).set(id, time);
      write([...kept].map((each) => [each, times.get(each)].filter(Boolean).join("@")).join(" ") || null);
      return kept;
    },
    clear: () => write(null),
  };
}

function toEntry(text: string): [id: string, until: number | undefined] {
  const [id = "", time] = text.split("@");
  return [id, time === undefined ? undefined : Number(time)];
}
