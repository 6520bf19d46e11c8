import { toBatchAsk, toSameKey } from "@yourcall/core/internal";
import type { WireAsk } from "@yourcall/core/internal/wire";

/** Asks that are the same, as one row of a list. Most have one ask. */
export interface SameAsks {
  /** Of the oldest: it stays the same while others join or end, as long as that one is listed. */
  id: string;
  /** The oldest pending one, or the oldest if all have ended: what the row shows and opens. */
  lead: WireAsk;
  /** Oldest first. Those that have ended keep their place, so that no row appears when a batch was answered. */
  asks: readonly WireAsk[];
  /** The asks of the row that one act can answer. */
  pending: readonly WireAsk[];
}

const keys = new WeakMap<WireAsk, string>();

function keyOf(ask: WireAsk): string {
  const known = keys.get(ask);
  if (known !== undefined) return known;
  const key = toSameKey(ask);
  keys.set(ask, key);
  return key;
}

/** The rows of a list, each in the place of its oldest ask. Asks in `apart` have rows of their own. */
export function groupSame(asks: readonly WireAsk[], apart: ReadonlySet<string> = new Set()): SameAsks[] {
  const groups = new Map<string, WireAsk[]>();
  for (const ask of asks) {
    const key = apart.has(ask.id) ? ask.id : keyOf(ask);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [ask]);
    else group.push(ask);
  }
  return [...groups.values()].flatMap((group) => {
    const pending = group.filter(({ status }) => status === "pending");
    const [first] = group;
    return first === undefined ? [] : [{ id: first.id, lead: pending[0] ?? first, asks: group, pending }];
  });
}

/** One of several asks that are the same, to be shown for all of them: without the draft and the deadline, which are its own. */
export function toOneForAll(ask: WireAsk): WireAsk {
  const { draft: _, expiresAt: __, ...shown } = toBatchAsk(ask);
  return shown;
}

/** Who asks the same: `3 × claude, 2 × codex, 1 × loop`; `claude` if all are. */
export function toAskersText(asks: readonly WireAsk[]): string {
  const counts = new Map<string, number>();
  for (const { agent } of asks) counts.set(agent.name, (counts.get(agent.name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (counts.size === 1 ? name : `${count} × ${name}`)).join(", ");
}
