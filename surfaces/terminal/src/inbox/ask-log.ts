import type { WireAsk } from "@yourcall/client";

/** The decisions read so far, newest first. The hub searches; `query` is what the person has typed. */
export interface AskLog {
  query: string;
  asks: readonly WireAsk[];
  at: number;
  /** The query whose results are `asks`; undefined before the first page. */
  loaded: string | undefined;
  /** Leads to the next page. */
  cursor: string | undefined;
  /** Why the last page could not be read. */
  problem: string | undefined;
}

export const emptyLog: AskLog = {
  query: "",
  asks: [],
  at: 0,
  loaded: undefined,
  cursor: undefined,
  problem: undefined,
};

/** A page that should be read now. */
export interface LogRequest {
  query: string;
  cursor?: string;
}

// The next page is fetched this many rows before the end, so that scrolling never waits for it.
const ahead = 40;

/** The page to read next; null if none is needed. */
export function neededPage({ query, asks, at, loaded, cursor, problem }: AskLog): LogRequest | null {
  if (problem !== undefined) return null;
  if (loaded !== query.trim()) return { query: query.trim() };
  return cursor !== undefined && at >= asks.length - ahead ? { query: loaded, cursor } : null;
}

/** Adds a page that has arrived, unless it is no longer wanted. */
export function putPage(log: AskLog, request: LogRequest, page: { asks: WireAsk[]; cursor?: string }): AskLog {
  if (log.query.trim() !== request.query) return log;
  const next = { ...log, loaded: request.query, cursor: page.cursor, problem: undefined };
  if (request.cursor === undefined) return { ...next, asks: page.asks, at: 0 };
  if (request.cursor !== log.cursor) return log;
  const known = new Set(log.asks.map(({ id }) => id));
  return { ...next, asks: [...log.asks, ...page.asks.filter(({ id }) => !known.has(id))] };
}

/** Adds an ask that has ended at the top. The cursor stays on its ask. */
export function putEnded(log: AskLog, ask: WireAsk): AskLog {
  if (log.loaded !== "" || log.asks.some(({ id }) => id === ask.id)) return log;
  return { ...log, asks: [ask, ...log.asks], at: log.asks.length === 0 ? 0 : log.at + 1 };
}

export function searchLog(log: AskLog, query: string): AskLog {
  return { ...log, query, problem: undefined };
}

export function moveInLog(log: AskLog, by: number): AskLog {
  return { ...log, at: Math.max(0, Math.min(log.asks.length - 1, log.at + by)), problem: undefined };
}
