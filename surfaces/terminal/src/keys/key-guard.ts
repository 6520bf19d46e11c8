import type { Key } from "@yourcall/core";

const defaultMs = 250;
const approvalMs = 600;
const quietMs = 250;
const pageMs = 120;
// A held key repeats about every 33 ms.
const sendMs = 60;

// Keys that cannot change an answer.
const harmless = new Set(["up", "down", "left", "right", "home", "end", "pageup", "pagedown", "escape"]);
const harmlessWithCtrl = new Set(["c", "z", "p", "n"]);

/** The guard time that `YOURCALL_KEY_GUARD_MS` sets. A value that is not a number of milliseconds is ignored. */
export function parseGuardMs(value: string | undefined): number {
  return value !== undefined && /^\d{1,6}$/.test(value) ? Number(value) : defaultMs;
}

/**
 * The stray-key guard, in three parts:
 *
 *     start          no key that could answer acts for a while; any such key prolongs this to 250 ms of silence
 *     page changed   a key that was just pressed acts again only after 120 ms without it
 *     sending        a key that would send waits 60 ms; the same key again, or typing, means that nothing is sent
 *
 * Before the first `start` only keys that cannot answer pass. Times are milliseconds of any one clock; a `guardMs` of 0 turns
 * every guard off. Approvals are guarded for longer.
 */
export function createKeyGuard({ approval = false, guardMs = parseGuardMs(process.env.YOURCALL_KEY_GUARD_MS) } = {}) {
  const firstMs = approval ? Math.max(approvalMs, guardMs) : guardMs;
  const isOff = guardMs <= 0;
  const pressedAt = new Map<string, number>();
  let heldAcrossPages = new Set<string>();
  let guardedUntil = Number.POSITIVE_INFINITY;
  let started = false;
  let isTyping = false;

  function settle(now: number): void {
    if (now >= guardedUntil) isTyping = false;
  }

  function guardAgainstTyping(now: number): void {
    isTyping = true;
    guardedUntil = Math.max(guardedUntil, now + quietMs);
  }

  /** Whether the key was released since the page changed. */
  function isReleased(name: string, now: number): boolean {
    const before = pressedAt.get(name) ?? Number.NEGATIVE_INFINITY;
    pressedAt.set(name, now);
    if (now - before >= pageMs) heldAcrossPages.delete(name);
    return !heldAcrossPages.has(name);
  }

  return {
    /** How long a key that would send waits, in milliseconds, to see whether it is held down. */
    sendDelayMs: isOff ? 0 : sendMs,
    /** Call this at the first frame, after a resume, when focus is gained, or when another ask takes this one's place. */
    start(now: number) {
      settle(now);
      guardedUntil = isTyping ? Math.max(guardedUntil, now + firstMs) : now + firstMs;
      started = true;
    },
    /** Call this when another question or the review appears, perhaps while a key is still held down. */
    pageChanged(now: number) {
      heldAcrossPages = new Set([...pressedAt].flatMap(([name, at]) => (now - at < pageMs ? [name] : [])));
      pressedAt.clear();
      for (const name of heldAcrossPages) pressedAt.set(name, now);
    },
    /** Whether this key may act. Ask once for each key: a key that may not act can prolong the guard. */
    allows(key: Key | "paste", now: number) {
      if (isOff) return true;
      settle(now);
      if (key !== "paste" && alwaysPasses(key)) return true;
      const released = isReleased(nameOf(key), now);
      if (!started) return false;
      if (now >= guardedUntil) return released;
      guardAgainstTyping(now);
      return false;
    },
    /**
     * Call this when another key comes while one waits to send. If it was typing or a held key, starts the guard and returns
     * true.
     */
    interrupted(key: Key | "paste", now: number) {
      if (key !== "paste" && alwaysPasses(key)) return false;
      guardedUntil = now;
      guardAgainstTyping(now);
      return true;
    },
    /** Whether somebody is typing something that is not meant for this prompt, which the hint should say. */
    typing(now: number) {
      settle(now);
      return isTyping;
    },
    /** When `typing` will end if no key comes; undefined if nobody is typing. */
    quietAt: () => (isTyping ? guardedUntil : undefined),
  };
}

function alwaysPasses(key: Key): boolean {
  if (harmless.has(key.name)) return true;
  if (key.name !== "char" || key.text === undefined || key.alt === true) return false;
  return key.ctrl === true ? harmlessWithCtrl.has(key.text) : key.text === "?";
}

function nameOf(key: Key | "paste"): string {
  return key === "paste"
    ? key
    : `${key.ctrl === true ? "ctrl+" : ""}${key.alt === true ? "alt+" : ""}${key.name} ${key.text ?? ""}`;
}
