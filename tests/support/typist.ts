import type { CDPSession, Page } from "playwright-core";
import { expect } from "vitest";
import { prose } from "../../core/src/testing/prose.ts";

/** Milliseconds per key of fast and slow typists. */
const typingSpeeds = [40, 90, 160, 250] as const;

export interface TypedSentence {
  /** It ends with Enter. */
  text: string;
  everyMs: number;
  index: number;
}

// Sentences that begin with the same letter are neighbours: with this step nearly every letter begins one. Unit tests type all of them.
const step = process.env.YOURCALL_TORTURE === "long" ? 1 : 9;

/**
 * Sentences of all letters, each at one of the speeds; in a long run (`npm run torture`) all sentences. Another `turn` gives others,
 * at other speeds.
 */
export function typedSentences(turn: number): TypedSentence[] {
  return prose
    .map((sentence, index) => ({
      text: `${sentence}\n`,
      everyMs: typingSpeeds[(index + turn) % typingSpeeds.length] ?? typingSpeeds[0],
    }))
    .filter((_, index) => index % step === (turn * 2) % step)
    .map((sentence, index) => ({ ...sentence, index }));
}

/**
 * Gives a page a clock that stands still while somebody types, except that every key moves it on by the time a person needs for one.
 * So a slow typist takes no longer than a fast one, and a slow machine makes no pause. Otherwise it runs as usual. For
 * `PageOptions.script`.
 */
export const typistClock = `(() => {
  const { setInterval: every } = globalThis;
  const real = performance.now.bind(performance);
  const begin = Date.now() - real();
  const timers = new Map();
  let ahead = 0;
  let stopped;
  let count = 1_000_000;
  const now = () => stopped ?? real() + ahead;
  function goTo(until) {
    for (;;) {
      const [due] = [...timers].filter(([, { at }]) => at <= until).sort(([, one], [, other]) => one.at - other.at);
      if (due === undefined) break;
      const [id, timer] = due;
      if (stopped !== undefined) stopped = Math.max(stopped, timer.at);
      if (timer.again === undefined) timers.delete(id);
      else timer.at += timer.again;
      timer.act(...timer.args);
    }
    if (stopped !== undefined) stopped = until;
  }
  const add = (again) => (act, ms = 0, ...args) => {
    timers.set(++count, { act, args, at: now() + Math.max(1, ms), again: again ? Math.max(1, ms) : undefined });
    return count;
  };
  performance.now = now;
  Date.now = () => Math.round(begin + now());
  globalThis.setTimeout = add(false);
  globalThis.setInterval = add(true);
  globalThis.clearTimeout = globalThis.clearInterval = (id) => void timers.delete(id);
  every(() => stopped === undefined && goTo(now()), 4);
  globalThis.typist = {
    everyMs: 0,
    /** Until the page has done what it puts off to its next turn. */
    turn: () => turn(),
    stop() {
      stopped ??= now();
    },
    go() {
      if (stopped !== undefined) ahead = stopped - real();
      stopped = undefined;
    },
    pause(ms) {
      this.stop();
      goTo(stopped + ms);
    },
    async type(text) {
      this.stop();
      for (const char of text) {
        goTo(stopped + this.everyMs);
        const key = char === "\\n" ? "Enter" : char;
        const code = char === "\\n" ? "Enter" : char === " " ? "Space" : "Key" + char.toUpperCase();
        const event = { key, code, bubbles: true, cancelable: true, composed: true };
        const target = document.activeElement ?? document.body;
        const isFree = target.dispatchEvent(new KeyboardEvent("keydown", event));
        // What a browser does with the key if the page does not.
        if (isFree && target.matches("textarea, input:not([type=radio], [type=checkbox], [type=button])")) {
          if (char !== "\\n" || target.matches("textarea")) document.execCommand("insertText", false, char);
        } else if (isFree && key === "Enter" && target.matches("button, a[href], summary")) target.click();
        await turn();
        if (key !== "Enter" && char !== " ") continue;
        const left = document.activeElement ?? document.body;
        const isReleased = left.dispatchEvent(new KeyboardEvent("keyup", event));
        const takesSpace = "button, summary, input[type=radio], input[type=checkbox]";
        if (char === " " && isFree && isReleased && left === target && left.matches(takesSpace)) left.click();
        await turn();
      }
    },
  };
  const turn = () =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(null);
    });
  addEventListener("keydown", ({ isTrusted }) => isTrusted && stopped !== undefined && goTo(stopped + typist.everyMs), true);
})()`;

/**
 * Types at the page's own handlers of keys, without the browser around it, in a tenth of the time. What the browser itself does with a
 * key is imitated, so type some of it with `typeOn` too.
 */
export async function typeFast(page: Page, text: string, everyMs: number): Promise<void> {
  await page.evaluate(`(typist.everyMs = ${everyMs}, typist.type(${JSON.stringify(text)}))`);
}

/** Types with real key presses on a page that has the typist's clock, which stands still until `rest`. */
export async function typeOn(page: Page, text: string, everyMs: number): Promise<void> {
  await page.evaluate(`(typist.stop(), void (typist.everyMs = ${everyMs}))`);
  const keys = [...text].flatMap((char) => {
    const key = char === "\n" ? "Enter" : char;
    const code = char === "\n" ? "Enter" : char === " " ? "Space" : `Key${char.toUpperCase()}`;
    const typed = { key, code, text: char === "\n" ? "\r" : char, windowsVirtualKeyCode: char === "\n" ? 13 : 0 };
    const press = { type: "keyDown" as const, ...typed };
    // Only the release of Space and Enter does anything, in the browser or on the page.
    return char === " " || char === "\n" ? [press, { type: "keyUp" as const, key, code }] : [press];
  });
  await sendKeys(page, keys);
}

const codes = { Tab: 9, Escape: 27 };

/** Presses this key several times, as fast as the page takes it. */
export async function pressOn(page: Page, key: keyof typeof codes, times: number): Promise<void> {
  const press = { type: "rawKeyDown" as const, key, code: key, windowsVirtualKeyCode: codes[key] };
  await sendKeys(
    page,
    Array(times)
      .fill([press, { ...press, type: "keyUp" as const }])
      .flat(),
  );
}

type KeyEvent = { type: "keyDown" | "rawKeyDown" | "keyUp"; key: string; code: string };

/** The browser handles them one after the other; waiting for each would take most of the time. */
async function sendKeys(page: Page, keys: KeyEvent[]): Promise<void> {
  const browser = await sessionOf(page);
  for (let at = 0; at < keys.length; at += 50)
    await Promise.all(keys.slice(at, at + 50).map((key) => browser.send("Input.dispatchKeyEvent", key)));
}

/** Every fifth sentence is typed with real keys: each speed and each kind of ask gets some. */
export function typeSentence(page: Page, index: number): (text: string, everyMs: number) => Promise<void> {
  const type = index % 5 === 0 ? typeOn : typeFast;
  return (text, everyMs) => type(page, text, everyMs);
}

/** Types sentences on several pages at once: a page is idle most of the time between two keys. */
export async function inLanes<Item>(items: readonly Item[], type: (items: Item[]) => Promise<void>): Promise<void> {
  const lanes = Array.from({ length: 4 }, (_, lane) => items.filter((_, index) => index % 4 === lane));
  await Promise.all(lanes.map(type));
}

const sessions = new WeakMap<Page, CDPSession>();

async function sessionOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  return session;
}

/** Lets time pass on the page and its clock run again. */
export async function rest(page: Page, ms: number): Promise<void> {
  await page.evaluate(`(typist.pause(${ms}), typist.go())`);
}

/**
 * Resolves once keys and presses count again after another question came up. On a page that has the typist's clock that time passes at
 * once.
 */
export async function skipGuards(page: Page): Promise<void> {
  // The card holds presses off by an animation of its own.
  const skip = `(() => {
    const holds = document.getAnimations().filter(({ animationName }) => animationName === "yc-hold");
    if (globalThis.typist === undefined) return holds.length === 0 && document.querySelector("[data-settling]") === null;
    typist.pause(700);
    typist.go();
    for (const hold of holds) hold.finish();
    return document.querySelector("[data-settling]") === null;
  })()`;
  await expect.poll(() => page.evaluate<boolean>(skip)).toBe(true);
}
