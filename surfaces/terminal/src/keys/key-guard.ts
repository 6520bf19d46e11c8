import type { Key } from "@yourcall/core";

export interface KeyGuardOptions {
  /** How long after `start` to ignore keys that could answer. 0 turns every guard off. */
  guardMs?: number;
  /** Approvals wait longer. */
  approval?: boolean;
}

/** Keeps keys meant for something else from answering. Times are milliseconds of any one clock. */
export interface KeyGuard {
  /** At the first frame, after a resume, when focus is gained, or when another ask replaces this one. */
  start(now: number): void;
  /** Another question or the review is shown, perhaps while a key is still held down. */
  pageChanged(now: number): void;
  /** Whether this key may act. Call once per key: an ignored key can prolong the guard. */
  allows(key: Key | "paste", now: number): boolean;
  /** Whether somebody is typing something else, which the hint should say. */
  typing(now: number): boolean;
  /** When `typing` will end if no key comes; undefined if nobody is typing. */
  quietAt(): number | undefined;
}

const defaultMs = 250;
const approvalMs = 600;
const quietMs = 250;
const pageMs = 120;

// These cannot change an answer.
const harmless = new Set(["up", "down", "left", "right", "home", "end", "pageup", "pagedown", "escape"]);
const harmlessWithCtrl = new Set(["c", "z", "p", "n"]);

/** The guard time from `YOURCALL_KEY_GUARD_MS`; the default if it is not a number of milliseconds. */
export function parseGuardMs(value: string | undefined): number {
  return value !== undefined && /^\d{1,6}$/.test(value) ? Number(value) : defaultMs;
}

/**
 * The stray-key guard. For a while after `start`, keys that could change an answer do nothing. A letter or Space in that time
 * means that somebody is typing something else: the guard then lasts until no key has come for 250 ms. Before the first `start`
 * only harmless keys pass.
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
