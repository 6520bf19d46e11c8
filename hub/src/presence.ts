import type { Clock } from "./clock.ts";
import type { Messages } from "./store/store.ts";

/** Who is at a screen of yourcall, as the screens report it. None of this is stored. */
export interface Presence {
  /** A screen says that this person is using it; undefined is the hub's owner. */
  beat(person: string | undefined): void;
  /** Until when this person counts as being at a screen; null if away. */
  until(person: string | undefined): number | null;
  /** How many people are at a screen. */
  count(): number;
  stop(): void;
}

// Screens send a beat every 30 s while they are used, and one may get lost.
const leaseMs = 90_000;

/** With `messages`, people at screens of other hubs count too. */
export function createPresence(clock: Clock, messages?: Messages): Presence {
  const people = new Map<string | undefined, { until: number; cancel: () => void }>();

  function renew(person: string | undefined): void {
    people.get(person)?.cancel();
    // The timer ends it even if the clock is set back; `until` ends it even if the machine, and so the timer, was asleep.
    const cancel = clock.after(leaseMs + 1, () => void people.delete(person));
    people.set(person, { until: clock.now() + leaseMs, cancel });
  }

  const stopListening = messages?.listen((text) => {
    const { present } = JSON.parse(text) as { present?: { person?: string } };
    if (present !== undefined) renew(present.person);
  });

  function until(person: string | undefined): number | null {
    const end = people.get(person)?.until;
    return end === undefined || end <= clock.now() ? null : end;
  }

  return {
    until,
    count: () => [...people.keys()].filter((person) => until(person) !== null).length,
    beat(person) {
      renew(person);
      messages?.send(JSON.stringify({ present: { person } }));
    },
    stop() {
      stopListening?.();
      for (const { cancel } of people.values()) cancel();
      people.clear();
    },
  };
}
