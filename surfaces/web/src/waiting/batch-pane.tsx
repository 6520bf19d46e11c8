import "./batch-pane.css";
import { type HubClient, joinLive, type WireAsk } from "@yourcall/client";
import { createBatchClient, toAskersText, toggleMark } from "@yourcall/client/internal";
import { toBatchAsk } from "@yourcall/core/internal";
import type { GrantBody } from "@yourcall/core/internal/wire";
import { useLiveCard } from "@yourcall/react/internal";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { lettersAct } from "../app/page-keys.ts";
import { AllowForAWhile } from "./allow-for-a-while.tsx";
import { CardPane, surface } from "./ask-pane.tsx";
import { BatchList } from "./batch-list.tsx";

interface BatchPaneProps {
  client: HubClient;
  /** All that were listed when the card was opened, as they are now. */
  asks: readonly WireAsk[];
  offline: boolean;
  line: ReactNode;
  status: ReactNode;
  onLater: ((time?: number) => void) | undefined;
  onEnded: (ask: WireAsk) => void;
  /** Called once one answer went to those ticked, with one of them and what became of all. */
  onSent: (ask: WireAsk, text: string) => void;
  /** Shows each by itself. */
  onApart: () => void;
}

/** One card for asks that are the same: it lists each, and its answer goes to those ticked. Give it their ids as `key`. */
export function BatchPane({ client, asks, offline, line, status, onLater, onEnded, onSent, onApart }: BatchPaneProps) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => new Set(asks.map(({ id }) => id)));
  const [grant, setGrant] = useState<GrantBody>();
  const chosen = asks.filter(({ id, status }) => status === "pending" && ticked.has(id)).map(({ id }) => id);
  const now = useRef({ chosen, text: "", isSent: false });
  now.current.chosen = chosen;
  const [batch] = useState(() => {
    const person = createBatchClient(client, {
      ids() {
        now.current.isSent = true;
        return now.current.chosen;
      },
      onEnded,
      onDone: ({ text }) => {
        now.current.text = text;
      },
    });
    const shown = toOneAsk(asks);
    const by = { surface, act: "submit" } as const;
    return { person, shown, live: joinLive(person, shown, { by, isUpdatedByCaller: true }) };
  });
  const { person, shown, live } = batch;
  const card = useLiveCard(live, surface, grant);
  const [first] = asks;
  const isOver = asks.every(({ status }) => status !== "pending");
  // Nothing is left to answer: the card says how the first of them ended. What was sent here is told by the reply.
  useEffect(() => {
    if (isOver && !now.current.isSent && first?.outcome !== undefined)
      live.update({ ...shown, status: first.status, outcome: first.outcome });
  }, [isOver, first, live, shown]);
  const end = useEffectEvent(() => {
    const { ask, sentHere } = live.now();
    const one = asks.find(({ id }) => id === now.current.chosen[0]) ?? first;
    if (sentHere && one !== undefined)
      onSent({ ...one, status: ask.status, ...(ask.outcome && { outcome: ask.outcome }) }, now.current.text);
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
  const offers = { grantOffers: async (id: string) => (await person.grantOffers?.(id)) ?? { covers: [], where: [] } };
  return (
    <CardPane
      card={{ ...card, offline, letters: lettersAct(), submitOnClick: false, count: chosen.length, below: list }}
      {...{ line, status, onLater }}
      devices={<AllowForAWhile client={offers} ask={shown} grant={grant} onGrant={setGrant} />}
    />
  );
}

/** Asks that are the same, as one. */
function toOneAsk(asks: readonly WireAsk[]): WireAsk {
  const [first] = asks;
  if (first === undefined) throw new Error("A batch has asks.");
  const { draft: _, expiresAt: __, ...shown } = toBatchAsk(first);
  return { ...shown, agent: { name: `${asks.length} asks`, title: toAskersText(asks), cwd: first.agent.cwd } };
}
