import { type Clock, every } from "./clock.ts";
import type { Messages } from "./store/store.ts";

/** How many askers wait at other hubs, as those hubs report. None of this is stored. */
interface WaitingElsewhere {
  count(id: string): number;
  /** The number of askers who wait here for this ask has changed. */
  changed(id: string): void;
  stop(): void;
}

// Changes within this time are sent as one message.
const collectMs = 200;
// All counts are repeated this often, and those that are not repeated are forgotten.
const repeatMs = 30_000;
const forgetMs = 75_000;
// A message has at most 8,000 bytes.
const mostInMessage = 100;

type Counts = [id: string, count: number][];

export function createWaitingElsewhere(
  messages: Messages,
  clock: Clock,
  here: { count(id: string): number; ids(): Iterable<string> },
): WaitingElsewhere {
  const hub = `${process.pid}-${Math.random().toString(36).slice(2)}`;
  const elsewhere = new Map<string, Map<string, { count: number; at: number }>>();
  const dirty = new Set<string>();
  let cancel: (() => void) | undefined;

  function send(ids: readonly string[]): void {
    for (let index = 0; index < ids.length; index += mostInMessage) {
      const counts: Counts = ids.slice(index, index + mostInMessage).map((id) => [id, here.count(id)]);
      messages.send(JSON.stringify({ waiting: { hub, counts } }));
    }
  }

  function forgetOld(): void {
    for (const [id, hubs] of elsewhere) {
      for (const [name, { at }] of hubs) if (clock.now() - at > forgetMs) hubs.delete(name);
      if (hubs.size === 0) elsewhere.delete(id);
    }
  }

  const stopListening = messages.listen((text) => {
    const { waiting } = JSON.parse(text) as { waiting?: { hub: string; counts: Counts } };
    for (const [id, count] of waiting?.counts ?? []) {
      const hubs = elsewhere.get(id) ?? new Map();
      if (count === 0) hubs.delete(waiting?.hub ?? "");
      else hubs.set(waiting?.hub ?? "", { count, at: clock.now() });
      if (hubs.size === 0) elsewhere.delete(id);
      else elsewhere.set(id, hubs);
    }
  });
  const stopRepeating = every(clock, repeatMs, async () => {
    forgetOld();
    send([...here.ids()]);
  });

  return {
    count(id) {
      let total = 0;
      for (const { count, at } of elsewhere.get(id)?.values() ?? []) if (clock.now() - at <= forgetMs) total += count;
      return total;
    },
    changed(id) {
      dirty.add(id);
      cancel ??= clock.after(collectMs, () => {
        cancel = undefined;
        send([...dirty]);
        dirty.clear();
      });
    },
    stop() {
      cancel?.();
      stopRepeating();
      stopListening();
    },
  };
}
