import type { Clock } from "./clock.ts";
import type { Messages } from "./store/store.ts";

/** Who is at a screen of yourcall, as the screens report it. None of this is stored. */
export interface Presence {
  /** A screen says that this person is using it; an undefined person is the hub's owner. */
  beat(person: string | undefined, screen?: string): void;
  /** A screen says that this person has left it. They may come back to it, or be at another one. */
  leave(person: string | undefined, screen?: string): void;
  /** Until when this person counts as being at a screen; null if away. */
  until(person: string | undefined): number | null;
  /** How many people are at a screen. */
  count(): number;
  /** Calls back whenever a person is no longer at any screen. Returns how to stop that. */
  onAway(listener: () => void): () => void;
  stop(): void;
}

// Screens send a beat every 30 s while they are used, and one may get lost.
const leaseMs = 90_000;
// A person who reloads a page, or looks at another one for a moment, has not left.
const leavingMs = 5000;
// More than anybody uses at once.
const mostScreens = 50;

type Screens = Map<string, { until: number; cancel: () => void }>;

/** With `messages`, people at screens of other hubs count too. */
export function createPresence(clock: Clock, messages?: Messages): Presence {
  const people = new Map<string | undefined, Screens>();
  const listeners = new Set<() => void>();

  function keep(person: string | undefined, screen: string, ms: number): void {
    const screens: Screens = people.get(person) ?? new Map();
    const known = screens.get(screen);
    if (known === undefined && screens.size >= mostScreens) return;
    known?.cancel();
    people.set(person, screens);
    // The timer ends it even if the clock is set back; `until` ends it even if the machine, and so the timer, was asleep.
    const cancel = clock.after(ms + 1, () => end(person, screens, screen));
    screens.set(screen, { until: clock.now() + ms, cancel });
  }

  function end(person: string | undefined, screens: Screens, screen: string): void {
    screens.delete(screen);
    if (screens.size > 0) return;
    people.delete(person);
    for (const listener of listeners) listener();
  }

  function change({ person, screen = "", left }: Present): void {
    if (left !== true) keep(person, screen, leaseMs);
    else if (people.get(person)?.has(screen) === true) keep(person, screen, leavingMs);
  }

  function report(present: Present): void {
    change(present);
    messages?.send(JSON.stringify({ present }));
  }

  const stopListening = messages?.listen((text) => {
    const { present } = JSON.parse(text) as { present?: Present };
    if (present !== undefined) change(present);
  });

  function until(person: string | undefined): number | null {
    const end = Math.max(0, ...Array.from(people.get(person)?.values() ?? [], ({ until }) => until));
    return end <= clock.now() ? null : end;
  }

  return {
    until,
    count: () => [...people.keys()].filter((person) => until(person) !== null).length,
    beat: (person, screen) => report({ person, screen }),
    leave: (person, screen) => report({ person, screen, left: true }),
    onAway(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop() {
      stopListening?.();
      for (const screens of people.values()) for (const { cancel } of screens.values()) cancel();
      people.clear();
    },
  };
}

interface Present {
  person?: string | undefined;
  screen?: string | undefined;
  left?: boolean;
}
