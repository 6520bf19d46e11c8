import type { CDPSession, Page } from "playwright-core";
import { prose } from "../../core/src/testing/prose.ts";

/** Milliseconds per key of fast and slow typists. */
const typingSpeeds = [40, 90, 160, 250] as const;

export interface TypedSentence {
  /** It ends with Enter. */
  text: string;
  everyMs: number;
}

/** All sentences, each at one of the speeds. With another `turn` each gets another speed; four turns are everything. */
export function typedSentences(turn: number): TypedSentence[] {
  return prose.map((sentence, index) => ({
    text: `${sentence}\n`,
    everyMs: typingSpeeds[(index + turn) % typingSpeeds.length] ?? typingSpeeds[0],
  }));
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
  };
  addEventListener("keydown", ({ isTrusted }) => isTrusted && stopped !== undefined && goTo(stopped + typist.everyMs), true);
})()`;

/** Types with real key presses on a page that has the typist's clock, which stands still until `rest`. */
export async function typeOn(page: Page, text: string, everyMs: number): Promise<void> {
  await page.evaluate(`(typist.stop(), void (typist.everyMs = ${everyMs}))`);
  const browser = await sessionOf(page);
  const keys = [...text].flatMap((char) => {
    const key = char === "\n" ? "Enter" : char;
    const code = char === "\n" ? "Enter" : char === " " ? "Space" : `Key${char.toUpperCase()}`;
    const typed = { key, code, text: char === "\n" ? "\r" : char, windowsVirtualKeyCode: char === "\n" ? 13 : 0 };
    const press = { type: "keyDown" as const, ...typed };
    // Only the release of Space and Enter does anything, in the browser or on the page.
    return char === " " || char === "\n" ? [press, { type: "keyUp" as const, key, code }] : [press];
  });
  // The browser handles them one after the other; waiting for each would take most of the time.
  for (let at = 0; at < keys.length; at += 50)
    await Promise.all(keys.slice(at, at + 50).map((key) => browser.send("Input.dispatchKeyEvent", key)));
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
