import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createNarrator } from "./narrator.ts";

/** A terminal of this width that keeps what is written to it. */
function terminalOf(columns: number) {
  const stream = new PassThrough().setEncoding("utf8");
  const output = Object.assign(stream, { isTTY: true, columns }) as unknown as NodeJS.WriteStream;
  return { output, text: () => stripVTControlCharacters(String(stream.read() ?? "")) };
}

// The marks depend on the locale.
beforeEach(() => vi.stubEnv("LC_ALL", "C.UTF-8"));
afterEach(() => vi.unstubAllEnvs());

test("the words of a speech appear one by one, and any key shows the rest at once", async () => {
  vi.useFakeTimers();
  try {
    const { output, text } = terminalOf(80);
    const narrator = createNarrator({ output, paced: true, plain: false });
    const speech = narrator.says("agent", "One two three four.");
    await vi.advanceTimersToNextTimerAsync();
    expect(text()).toBe("agent › One two ");
    narrator.rush();
    await speech;
    expect(text()).toBe("three four.\n");
  } finally {
    vi.useRealTimers();
  }
});

test("a long speech takes at most a second and a half", async () => {
  vi.useFakeTimers();
  try {
    const narrator = createNarrator({ output: terminalOf(80).output, paced: true, plain: false });
    const speech = narrator.says("agent", "word ".repeat(500));
    await vi.advanceTimersByTimeAsync(1500);
    await speech;
  } finally {
    vi.useRealTimers();
  }
});

test("lines break between words, a link never breaks", async () => {
  const { output, text } = terminalOf(20);
  const narrator = createNarrator({ output, paced: false, plain: false });
  narrator.line("one two three four five");
  narrator.line(`see http://127.0.0.1/${"x".repeat(30)}`);
  await narrator.says("you", "one two three four");
  expect(text()).toBe(
    `one two three four\nfive\nsee http://127.0.0.1/${"x".repeat(30)}\nyou › one two three\n      four\n`,
  );
});

test("a screen reader gets words without marks", async () => {
  const { output, text } = terminalOf(80);
  await createNarrator({ output, paced: false, plain: true }).says("agent", "One two.");
  expect(text()).toBe("agent: One two.\n");
});
