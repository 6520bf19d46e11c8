import type { WireAsk, WireDraft } from "@yourcall/client";
import { type AskGroup, addToGroups, removeFromGroups } from "@yourcall/core";

/** The asks of all agents, in an order that stays. What has ended keeps its place until it is swept away. */
export interface Board {
  asks: ReadonlyMap<string, WireAsk>;
  groups: readonly AskGroup[];
}

export const emptyBoard: Board = { asks: new Map(), groups: [] };

/** Puts asks on the board, or what is new about them in their place. What has ended here cannot come back. */
export function putAsks(board: Board, asks: readonly WireAsk[]): Board {
  const known = new Map(board.asks);
  const fresh = asks.filter(({ id, status }) => status === "pending" && !known.has(id));
  for (const ask of asks) {
    const before = known.get(ask.id);
    if (before === undefined ? ask.status === "pending" : before.status === "pending")
      known.set(ask.id, withNewerDraft(ask, before?.draft));
  }
  return { asks: known, groups: fresh.length === 0 ? board.groups : addToGroups(board.groups, fresh) };
}

/** Somebody saved a draft. */
export function putDraft(board: Board, id: string, draft: WireDraft, expiresAt?: string): Board {
  const ask = board.asks.get(id);
  if (ask === undefined || ask.status !== "pending") return board;
  const next = withNewerDraft({ ...ask, ...(expiresAt === undefined ? {} : { expiresAt }) }, draft);
  return { ...board, asks: new Map(board.asks).set(id, next) };
}

export function dropAsks(board: Board, ids: Iterable<string>): Board {
  const gone = new Set(ids);
  const asks = new Map([...board.asks].filter(([id]) => !gone.has(id)));
  return { asks, groups: removeFromGroups(board.groups, gone) };
}

/** Takes away what has ended, but for the ask that is open. */
export function sweep(board: Board, open: string | undefined): Board {
  const gone = [...board.asks.values()].filter(({ id, status }) => status !== "pending" && id !== open);
  return gone.length === 0
    ? board
    : dropAsks(
        board,
        gone.map(({ id }) => id),
      );
}

/** The asks in the order in which the list shows them. */
export function inOrder(board: Board): WireAsk[] {
  return board.groups.flatMap(({ ids }) => ids.flatMap((id) => board.asks.get(id) ?? []));
}

/** What waits, the oldest first. */
export function pendingOf(board: Board): WireAsk[] {
  return [...board.asks.values()]
    .filter(({ status }) => status === "pending")
    .sort((one, other) => (one.createdAt < other.createdAt ? -1 : one.createdAt > other.createdAt ? 1 : 0));
}

// A list may have been read before the event that we have heard.
function withNewerDraft(ask: WireAsk, draft: WireDraft | undefined): WireAsk {
  if (ask.status !== "pending" || draft === undefined || draft.revision <= (ask.draft?.revision ?? 0)) return ask;
  return { ...ask, draft };
}
