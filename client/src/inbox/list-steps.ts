import type { WireAsk } from "@yourcall/core/internal/wire";

/**
 * The ask to go on with after this one, among those that a list shows: the next pending one below, then from the top. Asks that
 * were put off are passed over. Undefined if none is left.
 */
export function nextAsk(
  shown: readonly WireAsk[],
  after: string | undefined,
  putOff: ReadonlySet<string>,
): WireAsk | undefined {
  const at = shown.findIndex(({ id }) => id === after);
  const isOpen = ({ id, status }: WireAsk) => status === "pending" && id !== after && !putOff.has(id);
  return shown.slice(at + 1).find(isOpen) ?? shown.slice(0, Math.max(0, at)).find(isOpen);
}

/** The asks that were put off, with this one, and without those that have ended. */
export function putOffAsk(
  putOff: ReadonlySet<string>,
  id: string,
  asks: ReadonlyMap<string, WireAsk>,
): ReadonlySet<string> {
  return new Set([...putOff, id].filter((each) => asks.get(each)?.status === "pending"));
}

/** The marks with this ask marked, or no longer marked. */
export function toggleMark(marked: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const toggled = new Set(marked);
  if (!toggled.delete(id)) toggled.add(id);
  return toggled;
}

/** What an act on all marked asks is about: those that are pending and shown, in the order of the list. */
export function markedAsks(shown: readonly WireAsk[], marked: ReadonlySet<string>): WireAsk[] {
  return shown.filter(({ id, status }) => status === "pending" && marked.has(id));
}

/** Whether a heading comes before this ask, because it is from another session than the one above it. */
export function startsSession(ask: WireAsk, above: WireAsk | undefined): boolean {
  return above === undefined || toSessionKey(ask) !== toSessionKey(above);
}

// A session is one run of one agent. If none is named, the agent's description of itself is used instead.
function toSessionKey({ agent: { name, session, title, cwd }, token }: WireAsk): string {
  return JSON.stringify(session === undefined ? [token, name, null, title, cwd] : [token, name, session]);
}
