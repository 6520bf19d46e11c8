import type { Key } from "./key-map.ts";

const defaultMs = 250;
const approvalMs = 600;
const pageMs = 120;
// A held key repeats about every 33 ms.
const sendMs = 60;
// Longer than the time between two keys of somebody who types.
const printableSendMs = 300;
const runMs = 700;
const quietMs = 1000;

// Keys that cannot change an answer.
const harmless = new Set(["up", "down", "left", "right", "home", "end", "pageup", "pagedown", "escape"]);
const harmlessWithCtrl = new Set(["c", "z", "p", "n"]);

/** The guard time that a setting asks for. A value that is not a number of milliseconds is ignored. */
export function parseGuardMs(value: string | undefined): number {
  return value !== undefined && /^\d{1,6}$/.test(value) ? Number(value) : defaultMs;
}

/**
 * Where a key was pressed: in a field or on a row that takes text; on the lines of a review, where no letter answers; where it does
 * nothing but move; or anywhere else.
 */
export type KeyPlace = "field" | "lines" | "move" | "row";

// The letters that move between lines and mark them.
const marking = /^[cdjkrx]$/;

/** What to do with the key that waits to be sent, and with the one that came meanwhile. */
type Interruption =
  /** Send now and ignore the other key: it was the Enter that people press after a digit. */
  | "send"
  /** Send nothing and ignore the other key: the key is held down, or somebody is typing. */
  | "ignore"
  /** Send nothing; the other key acts. */
  | "replace";

export type KeyGuard = ReturnType<typeof createKeyGuard>;

/**
 * Decides whether a key may act, or was meant for something else. Every surface has one and asks it about every key.
 *
 *     start          no key that could answer acts for a while; any such key prolongs this to 250 ms of silence. Enter is held
 *                    back for longer, because people press it several times a second
 *     page changed   a key that was just pressed acts again only after 120 ms without it
 *     sending        a key that would send waits; the same key again, or typing, means that nothing is sent
 *     focus lost     after a field has gone or the focus has moved without an act of the person, nothing that could answer acts
 *                    until a pointer press or one second without a key
 *     typing         three printable keys within 700 ms, two of them different letters other than j and k, are text and not
 *                    commands: nothing that could answer acts until one second without a key. On the lines of a review, letters that
 *                    mark lines count only among others: people press them one after the other, and they answer nothing
 *
 * Text is never held back in a field, except at the start. Keys in a field count as typing only if they continue what was typed
 * outside it, or in the first second after the start: a letter of a sentence may have opened the field, or it appeared under a
 * sentence. There the second key is enough. What was typed in a field no longer counts once the person leaves it with Esc or Tab,
 * so the guard has to be asked about these keys too; after Tab, which also completes words, Enter still waits. Nor does it count for
 * Ctrl-Enter, which is in no sentence, unless it came to this field from elsewhere. Before the first `start` only keys that cannot
 * answer pass. Times are milliseconds of any one clock; a `guardMs` of 0 turns every guard off.
 *
 * @example
 * const guard = createKeyGuard();
 * guard.start(Date.now(), { approval: ask.kind === "approval" });
 */
export function createKeyGuard({ guardMs = defaultMs } = {}) {
  const isOff = guardMs <= 0;
  const enterMs = 2 * guardMs;
  const pressedAt = new Map<string, number>();
  let heldAcrossPages = new Set<string>();
  let isStarted = false;
  let startUntil = Number.POSITIVE_INFINITY;
  let enterUntil = Number.POSITIVE_INFINITY;
  // While nobody can have read the question yet, so what is typed belongs to something else.
  let unreadUntil = Number.NEGATIVE_INFINITY;
  let quietUntil = Number.NEGATIVE_INFINITY;
  // While a key was ignored and none may act yet.
  let typingUntil = Number.NEGATIVE_INFINITY;
  let typed: { text: string; at: number }[] = [];
  // Whether what is typed began outside the field, with more than the letter that opened it, or before anybody could read the question.
  let isForeign = false;
  // Whether the focus was lost and the keys have not rested since.
  let isLost = false;
  let lastAt = Number.NEGATIVE_INFINITY;

  function ignoreUntil(until: number): false {
    typingUntil = Math.max(typingUntil, until);
    return false;
  }

  function forgetTyping(): void {
    typed = [];
    isLost = false;
    quietUntil = Number.NEGATIVE_INFINITY;
    typingUntil = Number.NEGATIVE_INFINITY;
  }

  /** The person leaves a field by a key that nobody types in a sentence, or sends it by one. */
  function leaveField({ name }: Key, now: number): void {
    if (isForeign || !isStarted || now < startUntil) return;
    if (name === "enter" && isLost) return;
    if (name === "tab") enterUntil = Math.max(enterUntil, quietUntil);
    forgetTyping();
  }

  /** Whether this key completes or continues a run of letters. */
  function isRun(key: Key | "paste", place: KeyPlace, now: number): boolean {
    if (key === "paste" || !isPrintable(key)) return false;
    const last = typed.at(-1);
    if (last !== undefined && now - last.at > runMs) typed = [];
    const text = (key.text ?? "").toLowerCase();
    if (place === "lines" && [...typed, { text }].every((each) => marking.test(each.text))) {
      typed = [];
      return false;
    }
    if (typed.length === 0) isForeign = (isForeign && now < quietUntil) || (place === "field" && now < unreadUntil);
    if (place === "field" && typed.length === 0 && now >= unreadUntil) return false;
    typed = [...typed, { text, at: now }].slice(-3);
    const letters = typed.map((each) => each.text).filter((letter) => /^(?![jk]$)\p{L}/u.test(letter));
    if (place === "field") return typed.length >= 2 && letters.length >= 1;
    if (letters.length >= 2) isForeign = true;
    return typed.length === 3 && now - (typed[0]?.at ?? 0) <= runMs && new Set(letters).size >= 2;
  }

  /** Whether the key was released since the page changed. */
  function isReleased(name: string, now: number): boolean {
    const before = pressedAt.get(name) ?? Number.NEGATIVE_INFINITY;
    pressedAt.set(name, now);
    if (now - before >= pageMs) heldAcrossPages.delete(name);
    return !heldAcrossPages.has(name);
  }

  return {
    /** How long this key waits before it sends, in milliseconds, to see whether it is held down or part of a text. */
    sendDelayMs: (key: Key) => (isOff ? 0 : isPrintable(key) ? printableSendMs : sendMs),
    /** Call this at the first frame, after a resume, when focus is gained, or when another ask takes this one's place. */
    start(now: number, { approval = false } = {}) {
      const firstMs = approval ? Math.max(approvalMs, guardMs) : guardMs;
      startUntil = Math.max(now + firstMs, isStarted && now < typingUntil ? startUntil : now);
      enterUntil = now + Math.max(firstMs, enterMs);
      unreadUntil = now + quietMs;
      if (now < quietUntil) isForeign = true;
      isStarted = true;
    },
    /** Call this when another question or the review appears, perhaps while a key is still held down. */
    pageChanged(now: number) {
      heldAcrossPages = new Set([...pressedAt].flatMap(([name, at]) => (now - at < pageMs ? [name] : [])));
      pressedAt.clear();
      for (const name of heldAcrossPages) pressedAt.set(name, now);
    },
    /** Call this when a field has gone or the focus has moved without an act of the person. */
    focusLost(now: number) {
      quietUntil = Math.max(quietUntil, now + quietMs);
      isLost = true;
    },
    /** Call this at a pointer press: what was typed before it no longer matters. */
    pressed() {
      forgetTyping();
    },
    /** Whether this key may act. Ask once for each key: a key that may not act can prolong the guard. */
    allows(key: Key | "paste", now: number, place: KeyPlace = "row"): boolean {
      if (isOff) return true;
      lastAt = now;
      if (now >= quietUntil) isLost = false;
      if (place === "field" && key !== "paste" && endsText(key)) leaveField(key, now);
      if (isRun(key, place, now)) {
        quietUntil = now + quietMs;
        ignoreUntil(quietUntil);
      }
      const isQuiet = now >= quietUntil;
      const isHarmless = key !== "paste" && (place === "move" || alwaysPasses(key));
      if (isHarmless && (isQuiet || !isPrintable(key))) return true;
      const released = isReleased(nameOf(key), now);
      if (!isStarted) return false;
      const isEnter = key !== "paste" && key.name === "enter";
      if (now < startUntil) {
        startUntil = Math.max(startUntil, now + defaultMs);
        if (isEnter) enterUntil = Math.max(enterUntil, now + enterMs);
        return ignoreUntil(startUntil);
      }
      if (!isQuiet) {
        quietUntil = now + quietMs;
        if (place !== "field" || !isText(key)) return ignoreUntil(quietUntil);
        if (now < typingUntil) ignoreUntil(quietUntil);
        return released;
      }
      if (isEnter && now < enterUntil) {
        enterUntil = now + enterMs;
        return ignoreUntil(enterUntil);
      }
      return released;
    },
    /** Call this when another key comes while one waits to send. */
    interrupted(waiting: Key, key: Key | "paste", now: number): Interruption {
      lastAt = now;
      if (key !== "paste" && alwaysPasses(key)) return "replace";
      if (key !== "paste" && key.name === "enter" && isPrintable(waiting)) return "send";
      if (isRun(key, "row", now)) quietUntil = now + quietMs;
      startUntil = Math.max(startUntil, now + defaultMs);
      ignoreUntil(Math.max(startUntil, quietUntil));
      return "ignore";
    },
    /** Whether somebody is typing something that is not meant for this prompt, which the hint should say. */
    typing: (now: number) => now < typingUntil,
    /** When one second without any key will have passed; undefined if it has. Until then the person is still typing, and must keep the keyboard. */
    restsAt: (now: number) => (now < lastAt + quietMs ? lastAt + quietMs : undefined),
    /** When `typing` will end if no key comes; undefined if nobody is typing. */
    quietAt: (now: number) => (now < typingUntil ? typingUntil : undefined),
  };
}

function alwaysPasses(key: Key): boolean {
  if (harmless.has(key.name)) return true;
  if (key.name !== "char" || key.text === undefined || key.alt === true) return false;
  return key.ctrl === true ? harmlessWithCtrl.has(key.text) : key.text === "?";
}

/** Whether a key in a field says that the text in it is finished. */
function endsText({ name, ctrl }: Key): boolean {
  return name === "escape" || name === "tab" || (name === "enter" && ctrl === true);
}

function isPrintable({ name, text, ctrl, alt }: Key): boolean {
  return (name === "char" || name === "space") && text !== undefined && ctrl !== true && alt !== true;
}

/** Whether a key in a field writes or edits its text. */
function isText(key: Key | "paste"): boolean {
  return key === "paste" || isPrintable(key) || key.name === "backspace" || key.name === "delete";
}

function nameOf(key: Key | "paste"): string {
  return key === "paste"
    ? key
    : `${key.ctrl === true ? "ctrl+" : ""}${key.alt === true ? "alt+" : ""}${key.name} ${key.text ?? ""}`;
}
