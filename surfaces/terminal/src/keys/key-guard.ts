import type { Key } from "@yourcall/core";

interface KeyGuardOptions {
  /** How long after `start` keys that could answer do nothing. 0 turns every guard off. */
  guardMs?: number;
  /** Approvals wait longer. */
  approval?: boolean;
}

/** Keeps keys that were meant for something else from answering. Times are milliseconds of any one clock. */
interface KeyGuard {
  /** The first frame, a resume, focus gained, or another ask in the place of this one. */
  start(now: number): void;
  /** Another question or the review came up, perhaps under a key that is still held down. */
  pageChanged(now: number): void;
  /** Whether this key may act. Ask once for each key: a key that may not act can prolong the guard. */
  allows(key: Key | "paste", now: number): boolean;
  /** How long a key that would send waits, in milliseconds, to see whether it is held down. */
  readonly sendDelayMs: number;
  /** Another key came while one that would send was waiting. Returns whether that was typing or a held key, and then guards against it. */
  interrupted(key: Key | "paste", now: number): boolean;
  /** Whether somebody is typing who does not mean this prompt, which the hint should say. */
  typing(now: number): boolean;
  /** When `typing` will end if no key comes; undefined while it is not on. */
  quietAt(): number | undefined;
}

const defaultMs = 250;
const approvalMs = 600;
const quietMs = 250;
const pageMs = 120;
// A held key repeats about every 33 ms.
const sendMs = 60;

// These cannot change an answer.
const harmless = new Set(["up", "down", "left", "right", "home", "end", "pageup", "pagedown", "escape"]);
const harmlessWithCtrl = new Set(["c", "z", "p", "n"]);

/** The guard time that `YOURCALL_KEY_GUARD_MS` sets. A value that is not a number of milliseconds counts as not set. */
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
 * Before the first `start` only keys that cannot answer pass.
 */
export function createKeyGuard({ guardMs = defaultMs, approval = false }: KeyGuardOptions = {}): KeyGuard {
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

  /** Whether the key was let go since the page changed. */
  function isReleased(name: string, now: number): boolean {
    const before = pressedAt.get(name) ?? Number.NEGATIVE_INFINITY;
    pressedAt.set(name, now);
    if (now - before >= pageMs) heldAcrossPages.delete(name);
    return !heldAcrossPages.has(name);
  }

  return {
    sendDelayMs: isOff ? 0 : sendMs,
    start(now) {
      settle(now);
      guardedUntil = isTyping ? Math.max(guardedUntil, now + firstMs) : now + firstMs;
      started = true;
    },
    pageChanged(now) {
      heldAcrossPages = new Set([...pressedAt].flatMap(([name, at]) => (now - at < pageMs ? [name] : [])));
      pressedAt.clear();
      for (const name of heldAcrossPages) pressedAt.set(name, now);
    },
    allows(key, now) {
      if (isOff) return true;
      settle(now);
      if (key !== "paste" && alwaysPasses(key)) return true;
      const released = isReleased(nameOf(key), now);
      if (!started) return false;
      if (now >= guardedUntil) return released;
      guardAgainstTyping(now);
      return false;
    },
    interrupted(key, now) {
      if (key !== "paste" && alwaysPasses(key)) return false;
      guardedUntil = now;
      guardAgainstTyping(now);
      return true;
    },
    typing(now) {
      settle(now);
      return isTyping;
    },
    quietAt() {
      return isTyping ? guardedUntil : undefined;
    },
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
