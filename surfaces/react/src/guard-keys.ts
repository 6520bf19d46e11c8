import { createKeyGuard, type Key } from "@yourcall/core";
import type { KeyPlace } from "@yourcall/core/internal";
import { isField } from "./key-targets.ts";

/**
 * The keyboard of a page: one guard for all cards on it, because a person types at the page and not at a card. The guard gets every key
 * before anything else does. Guarded parts do not get keys that the person pressed for what was shown before; other parts of the page
 * get every key. Text always goes into fields.
 */
export interface KeyGate {
  /** Another ask is shown in this part. While keys cannot answer, guarded parts have the attribute `data-settling`. */
  changed(options: { approval: boolean }): void;
  /** Does this a moment later, unless somebody types in that time. For a digit or a letter that sends. */
  actSoon(event: KeyboardEvent, act: () => void): void;
  /** From now on the focus moves because of what the person did, until the returned function is called. */
  expectMove(): () => void;
  /** A copy of a key that was already asked about. */
  let(copy: KeyboardEvent): KeyboardEvent;
}

interface GateOptions {
  /** Aborting ends the guard of this part. */
  signal: AbortSignal;
  /** Called when a key in this part was ignored. */
  onIgnored?: (() => void) | undefined;
  /** Letters that only move in this part. */
  moves?: string;
}

interface Part extends Omit<GateOptions, "signal"> {
  root: Element;
}

const typingMs = 1000;
// An answer has been accepted; the next ask may take a moment to come up.
const movedMs = 100;
// What core's guard needs at the longest before Enter acts.
const settleMs = { question: 500, approval: 600 };
// What core's guard needs after a focus was lost without an act of the person.
const lostMs = 1000;

const guard = createKeyGuard();
const parts = new Set<Part>();
const copies = new WeakSet<Event>();
let waiting: { key: Key; act: () => void; timer: ReturnType<typeof setTimeout> } | undefined;
let listening: AbortController | undefined;
let focused: Element | null = null;
let tasks: MessageChannel | undefined;
let ownActs = 0;
let keyAt = Number.NEGATIVE_INFINITY;
let expected = 0;
let settling: ReturnType<typeof setTimeout> | undefined;
let settledAt = Number.NEGATIVE_INFINITY;
let startedAt = Number.NEGATIVE_INFINITY;

/** Guards the keys pressed in this part of the page until the signal ends it. The root of the page also stands for the page itself. */
export function guardKeys(root: Element, { signal, ...options }: GateOptions): KeyGate {
  const part: Part = { root, ...options };
  parts.add(part);
  listen();
  signal.addEventListener("abort", () => {
    parts.delete(part);
    root.toggleAttribute("data-settling", false);
    cancel();
    if (parts.size > 0) return;
    listening?.abort();
    listening = undefined;
  });
  return {
    changed({ approval }) {
      cancel();
      start(approval);
    },
    actSoon(event, act) {
      const key = toKey(event);
      if (key === null) return act();
      cancel();
      waiting = { key, act, timer: setTimeout(sendNow, guard.sendDelayMs(key)) };
    },
    expectMove() {
      expected++;
      let isOver = false;
      return () => {
        if (!isOver) setTimeout(() => expected--, movedMs);
        isOver = true;
      };
    },
    let(copy) {
      copies.add(copy);
      return copy;
    },
  };
}

function start(approval: boolean): void {
  const now = performance.now();
  guard.start(now, { approval });
  startedAt = now + settleMs[approval ? "approval" : "question"];
  settleUntil(startedAt);
}

/** Marks every guarded part until this time, when keys can answer again. */
function settleUntil(time: number): void {
  settledAt = Math.max(settledAt, time);
  mark(true);
  clearTimeout(settling);
  settling = setTimeout(() => mark(false), settledAt - performance.now());
}

function mark(isSettling: boolean): void {
  for (const { root } of parts) root.toggleAttribute("data-settling", isSettling);
}

function cancel(): typeof waiting {
  const was = waiting;
  clearTimeout(was?.timer);
  waiting = undefined;
  return was;
}

function sendNow(): void {
  const act = cancel()?.act;
  own();
  act?.();
}

/** The person acts: what moves the focus before the browser's next task is a consequence of it. */
function own(): void {
  ownActs++;
  tasks?.port2.postMessage(null);
}

function listen(): void {
  if (listening !== undefined) return;
  listening = new AbortController();
  const { signal } = listening;
  const on = { capture: true, signal };
  focused = document.activeElement === document.body ? null : document.activeElement;
  tasks = new MessageChannel();
  tasks.port1.onmessage = () => ownActs--;
  addEventListener("keydown", onKey, on);
  addEventListener("keyup", onKeyUp, on);
  addEventListener("pointerdown", onPointer, on);
  addEventListener("mousedown", own, on);
  // Assistive technology clicks without a pointer.
  addEventListener("click", own, on);
  addEventListener("focusin", ({ target }) => onFocus(target as Element), on);
  addEventListener(
    "focusout",
    // A window that loses the focus keeps its focused element.
    ({ relatedTarget }) => relatedTarget === null && document.hasFocus() && onFocus(null),
    on,
  );
  // As in a terminal: keys pressed for another window must not act in this one.
  addEventListener("focus", ({ target }) => target === window && start(false), on);
  const observer = new MutationObserver(() => {
    if (focused !== null && (!focused.isConnected || focused.matches(":disabled"))) onFocus(null);
  });
  observer.observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] });
  signal.addEventListener("abort", () => {
    observer.disconnect();
    tasks?.port1.close();
    ownActs = 0;
  });
}

function onPointer(): void {
  cancel();
  guard.pressed();
  settleFromStart();
  own();
}

/** Ends waits that began later than the question, such as one after a lost focus; the wait that began with the question stays. */
function settleFromStart(): void {
  settledAt = startedAt;
  settleUntil(startedAt);
}

/** The focus moved. If no act of the person explains that, keys of the next moment were meant for the element that had it before. */
function onFocus(next: Element | null): void {
  const was = focused;
  if (was === next) return;
  focused = next;
  const now = performance.now();
  if (expected > 0 || ownActs > 0 || was === null) return;
  // A dialog opens and closes only by an act of the person, but the browser moves the focus a moment later.
  if (was.closest("dialog") !== null || (next !== null && next.closest("dialog") !== null)) return;
  // Screen readers also move the focus from one control to another, without key events on the page.
  if (next !== null && was.isConnected && !isField(was) && now - keyAt > typingMs) return;
  cancel();
  guard.focusLost(now);
  settleUntil(now + lostMs);
}

// A button is pressed by Space only when that is released.
let swallowed = "";

function onKeyUp(event: KeyboardEvent): void {
  if (event.code === swallowed) event.preventDefault();
  swallowed = "";
}

function onKey(event: KeyboardEvent): void {
  if (copies.has(event) || event.isComposing || event.keyCode === 229) return;
  const now = performance.now();
  const target = event.target as Element;
  const key = toKey(event);
  if (key === null) {
    // Tab, Escape, arrows, and shortcuts of the browser.
    if (modifiers.has(event.key)) return;
    const leaves = isField(target) ? leaving[event.key] : undefined;
    if (leaves !== undefined) leaveField(leaves, now);
    own();
    return;
  }
  keyAt = now;
  const part = partOf(target);
  const inField = isField(target);
  const acts = mayAct(key, inField ? "field" : placeOf(event, part), now);
  const quietAt = guard.quietAt(now);
  if (quietAt !== undefined) settleUntil(quietAt);
  if (inField && writes(key, target)) return;
  if (acts) {
    // Ctrl-Enter sends a field: what was typed there no longer holds keys back.
    if (inField && quietAt === undefined) settleFromStart();
    own();
    return;
  }
  if (part === undefined) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  swallowed = event.code;
  const isPage = part.root === document.documentElement;
  for (const each of isPage && part.onIgnored === undefined ? parts : [part]) each.onIgnored?.();
}

/** The person leaves a field: unless the guard says otherwise, what was typed there no longer holds keys back. */
function leaveField(key: Key, now: number): void {
  guard.allows(key, now, "field");
  if (guard.quietAt(now) === undefined) settleFromStart();
}

function placeOf({ key, target }: KeyboardEvent, part: Part | undefined): KeyPlace {
  if ((target as Element).closest('[data-page="lines"]') !== null) return "lines";
  return part?.moves?.includes(key) ? "move" : "row";
}

function mayAct(key: Key, place: KeyPlace, now: number): boolean {
  const first = cancel();
  if (first === undefined) return guard.allows(key, now, place);
  const meaning = guard.interrupted(first.key, key, now);
  if (meaning === "replace") return guard.allows(key, now, place);
  if (meaning === "send") {
    own();
    first.act();
  }
  return false;
}

/** The innermost guarded part around this element. */
function partOf(target: Element): Part | undefined {
  const around = [...parts].filter(({ root }) => root.contains(target));
  return around.find((one) => around.every((other) => other.root.contains(one.root)));
}

/** Whether this key only changes the text of the field. */
function writes({ name, ctrl }: Key, target: Element): boolean {
  return name !== "enter" || (ctrl !== true && !target.matches("input, [data-enter]"));
}

const modifiers = new Set(["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock", "NumLock", "Fn", "Dead"]);
const leaving: Record<string, Key> = { Escape: { name: "escape" }, Tab: { name: "tab" } };
const named: Record<string, Key> = {
  " ": { name: "space", text: " " },
  Backspace: { name: "backspace" },
  Delete: { name: "delete" },
};

/** The key as core knows it; null for keys that can neither answer nor write. */
function toKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): Key | null {
  const ctrl = ctrlKey || metaKey;
  if (key === "Enter") return ctrl ? { name: "enter", ctrl } : { name: "enter" };
  if (ctrl || altKey) return null;
  return named[key] ?? ([...key].length === 1 ? { name: "char", text: key } : null);
}
