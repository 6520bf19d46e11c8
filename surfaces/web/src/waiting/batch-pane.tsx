import "./batch-pane.css";
import { type HubClient, joinLive, type WireAsk } from "@yourcall/client";
import { createBatchClient, toAskersText, toggleMark, toOneForAll } from "@yourcall/client/internal";
import { useLiveCard } from "@yourcall/react/internal";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { lettersAct } from "../app/page-keys.ts";
import AllowForAWhile, { type ChosenGrant } from "./allow-for-a-while.tsx";
import { CardPane, surface } from "./ask-pane.tsx";
import { BatchList } from "./batch-list.tsx";
import type { SentBatch } from "./pane-line.tsx";

interface BatchPaneProps {
  client: HubClient;
  /** All that were listed when the card was opened, as they are now. */
  asks: readonly WireAsk[];
  offline: boolean;
  line: ReactNode;
  status: ReactNode;
  onLater: ((time?: number) => void) | undefined;
  onEnded: (ask: WireAsk) => void;
  /** Called once one answer went to those ticked, with one of them. */
  onSent: (ask: WireAsk, batch: SentBatch) => void;
  /** Shows each by itself. */
  onApart: () => void;
}

/** One card for asks that are the same: it lists each, and its answer goes to those ticked. Give it their ids as `key`. */
export default function BatchPane({
  client,
  asks,
  offline,
  line,
  status,
  onLater,
  onEnded,
  onSent,
  onApart,
}: BatchPaneProps) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => new Set(asks.map(({ id }) => id)));
  const [allowed, setAllowed] = useState<ChosenGrant>();
  const chosen = asks.filter(({ id, status }) => status === "pending" && ticked.has(id));
  const now = useRef<{ chosen: WireAsk[]; sent?: WireAsk[]; answered: number; others: string }>({
    ...{ chosen, answered: 0, others: "" },
  });
  now.current.chosen = chosen;
  const [batch] = useState(() => {
    const shown = toOneAsk(asks);
    const person = createBatchClient(client, {
      like: shown.id,
      ids() {
        now.current.sent = now.current.chosen;
        return now.current.sent.map(({ id }) => id);
      },
      onEnded,
      onDone: ({ answered, others }) => {
        Object.assign(now.current, { answered, others });
      },
    });
    const by = { surface, act: "submit" } as const;
    const offers = { grantOffers: async (id: string) => (await person.grantOffers?.(id)) ?? { covers: [], where: [] } };
    return { offers, shown, live: joinLive(person, shown, { by, isUpdatedByCaller: true }) };
  });
  const { offers, shown, live } = batch;
  const card = useLiveCard(live, surface, allowed?.grant);
  const [first] = asks;
  const isOver = asks.every(({ status }) => status !== "pending");
  // Nothing is left to answer: the card says how the first of them ended. The reply says what was sent here.
  useEffect(() => {
    if (isOver && now.current.sent === undefined && first?.outcome !== undefined)
      live.update({ ...shown, status: first.status, outcome: first.outcome });
  }, [isOver, first, live, shown]);
  const end = useEffectEvent(() => {
    const { ask, sentHere } = live.now();
    const { sent = [], answered, others } = now.current;
    const one = sent[0] ?? first;
    if (sentHere && one !== undefined)
      onSent(
        { ...one, status: ask.status, ...(ask.outcome && { outcome: ask.outcome }) },
        { count: answered, askers: toAskersText(sent), others },
      );
  });
  useEffect(() => {
    let isShown = true;
    void live.ended.then(() => isShown && end());
    return () => {
      isShown = false;
      live.close();
    };
  }, [live]);
  const list = (
    <BatchList
      asks={asks}
      ticked={ticked}
      onTick={(id) => setTicked((before) => toggleMark(before, id))}
      onApart={onApart}
    />
  );
  return (
    <CardPane
      card={{ ...card, offline, letters: lettersAct(), submitOnClick: false, count: chosen.length, below: list }}
      {...{ line, status, onLater }}
      devices={<AllowForAWhile client={offers} ask={shown} chosen={allowed} onChoose={setAllowed} />}
    />
  );
}

/** Asks that are the same, as one. */
function toOneAsk(asks: readonly WireAsk[]): WireAsk {
  const [first] = asks;
  if (first === undefined) throw new Error("A batch has asks.");
  return {
    ...toOneForAll(first),
    agent: { name: `${asks.length} asks`, title: toAskersText(asks), cwd: first.agent.cwd },
  };
}
