import type { Key } from "@yourcall/core";

export interface KeyGuardOptions {
  /** How long after `start` keys that could answer do nothing. 0 turns every guard off. */
  guardMs?: number;
  /** Approvals wait longer. */
  approval?: boolean;
}

/** Keeps keys that were meant for something else from answering. Times are milliseconds of any one clock. */
export interface KeyGuard {
  /** The first frame, a resume, focus gained, or another ask in the place of this one. */
  start(now: number): void;
  /** Another question or the review came up, perhaps under a key that is still held down. */
  pageChanged(now: number): void;
  /** Whether this key may act. Ask once for each key: a key that may not act can prolong the guard. */
  allows(key: Key | "paste", now: number): boolean;
  /** Whether somebody is typing who does not mean this prompt, which the hint should say. */
  typing(now: number): boolean;
  /** When `typing` will end if no key comes; undefined while it is not on. */
  quietAt(): number | undefined;
}

const defaultMs = 250;
const approvalMs = 600;
const quietMs = 250;
const pageMs = 120;

// These cannot change an answer.
const harmless = new Set(["up", "down", "left", "right", "home", "end", "pageup", "pagedown", "escape"]);
const harmlessWithCtrl = new Set(["c", "z", "p", "n"]);

/** The guard time that `YOURCALL_KEY_GUARD_MS` sets; what is no number of milliseconds counts as not set. */
export function parseGuardMs(value: string | undefined): number {
  return value !== undefined && /^\d{1,6}$/.test(value) ? Number(value) : defaultMs;
}

/**
 * The stray-key guard. After `start`, keys that could change an answer do nothing for a while. A letter or Space in that time
 * means that somebody is typing elsewhere in mind: the guard then lasts until no key has come for 250 ms. Before the first
 * `start` nothing passes but what always does.
 */
export function createKeyGuard({ guardMs = defaultMs, approval = false }: KeyGuardOptions = {}): KeyGuard {
  const firstMs = approval ? Math.max(approvalMs, guardMs) : guardMs;
  const isOff = guardMs <= 0;
  let guardedUntil = Number.POSITIVE_INFINITY;
  let pageUntil = Number.NEGATIVE_INFINITY;
  let started = false;
  let isTyping = false;

  function settle(now: number): void {
    if (now >= guardedUntil) isTyping = false;
  }

  return {
    start(now) {
      settle(now);
      guardedUntil = isTyping ? Math.max(guardedUntil, now + firstMs) : now + firstMs;
      started = true;
    },
    pageChanged(now) {
      pageUntil = now + pageMs;
    },
    allows(key, now) {
      if (isOff) return true;
      settle(now);
      const passes = key !== "paste" && alwaysPasses(key);
      if (!started) return passes;
      if (now < guardedUntil) {
        if (key === "paste" || isTypedText(key)) isTyping = true;
        if (isTyping) guardedUntil = Math.max(guardedUntil, now + quietMs);
        return passes;
      }
      return passes || now >= pageUntil || !(key !== "paste" && mayRepeatAcrossPages(key));
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

function isTypedText(key: Key): boolean {
  if (key.ctrl === true || key.alt === true || alwaysPasses(key)) return false;
  return key.name === "space" || (key.name === "char" && !isDigit(key));
}

function mayRepeatAcrossPages(key: Key): boolean {
  return key.name === "enter" || key.name === "space" || isDigit(key);
}

function isDigit(key: Key): boolean {
  return key.name === "char" && /^\d$/.test(key.text ?? "");
}
