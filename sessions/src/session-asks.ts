import type { WireAsk } from "@yourcall/client";
import {
  changePendingList,
  dismissEnded,
  emptyPendingList,
  type PendingList,
  pendingOf,
} from "@yourcall/client/internal";
import type { Clock, Delivery } from "@yourcall/core";
import type { Transcript } from "./open-transcript.ts";

/** The asks of a session, as the hub knows them, and their place in the transcript. */
export interface SessionAsks {
  /** Asks that a person can answer now, in the order of every screen. None while a message still streams. */
  open(): WireAsk[];
  /** The ids of all pending asks. */
  ids(): string[];
  note(ask: WireAsk): void;
  noteDelivery(id: string, delivery: Delivery): void;
  noteGone(id: string): void;
  /** The agent has said everything that comes before this ask. */
  announce(id: string | undefined): void;
  /** Puts every known ask into the transcript: the agent has nothing more to say before them. */
  placeAll(): void;
}

interface SessionAsksOptions {
  transcript: Transcript;
  clock: Clock;
  /** Whether the agent may still have something to say before a new ask. */
  isBusy: () => boolean;
  onChange: () => void;
}

// An agent announces its own asks immediately; asks from a program that it runs are never announced.
const announcedWithinMs = 500;

export function createSessionAsks({ transcript, clock, isBusy, onChange }: SessionAsksOptions): SessionAsks {
  let list = emptyPendingList;
  const unplaced = new Map<string, WireAsk>();
  const announced = new Set<string>();

  function place(ask: WireAsk): void {
    unplaced.delete(ask.id);
    const { id, kind, questions, approval, outcome, delivery } = ask;
    const known = find(id);
    if (known === undefined) transcript.add({ type: "ask", ask: id, kind, questions, approval, outcome, delivery });
    else if (known.outcome === undefined && outcome !== undefined)
      transcript.replace({ ...known, outcome, delivery: delivery ?? known.delivery });
  }

  function placeLater(id: string): void {
    clock.after(announcedWithinMs, () => {
      const ask = unplaced.get(id);
      if (ask === undefined) return;
      if (transcript.isOpen) return placeLater(id);
      place(ask);
      onChange();
    });
  }

  function find(id: string) {
    const found = transcript.find((entry) => entry.type === "ask" && entry.ask === id);
    return found?.type === "ask" ? found : undefined;
  }

  return {
    open() {
      if (transcript.isOpen) return [];
      return pendingOf(list).filter(({ id }) => !unplaced.has(id));
    },
    ids: () => [...list.order],
    note(ask) {
      list = withAsk(list, ask);
      const mayPlace = !isBusy() || announced.has(ask.id) || find(ask.id) !== undefined;
      if (mayPlace) place(ask);
      else {
        unplaced.set(ask.id, ask);
        placeLater(ask.id);
      }
      onChange();
    },
    noteDelivery(id, delivery) {
      const known = find(id);
      if (known !== undefined) transcript.replace({ ...known, delivery });
    },
    noteGone(id) {
      unplaced.delete(id);
      if (!list.asks.has(id)) return;
      list = changePendingList(list, { type: "ask-forgotten", id });
      onChange();
    },
    announce(id) {
      transcript.close();
      if (id === undefined) return;
      announced.add(id);
      const ask = unplaced.get(id);
      if (ask !== undefined) place(ask);
    },
    placeAll() {
      for (const ask of [...unplaced.values()]) place(ask);
    },
  };
}

/** The pending asks of a session, with this one as it is now. */
export function withAsk(list: PendingList, ask: WireAsk): PendingList {
  return dismissEnded(changePendingList(list, { type: "asks-listed", asks: [ask], all: true }));
}
