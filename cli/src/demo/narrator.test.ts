import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import type { Terminal } from "@yourcall/terminal";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { createNarrator } from "./narrator.ts";

/** A narrator on a terminal of this width, what is written to it, and its keyboard. */
function narratorOn(columns: number, { drawn = false, plain = false } = {}) {
  const stream = new PassThrough().setEncoding("utf8");
  const output = Object.assign(stream, { isTTY: true, columns, rows: 24 }) as unknown as NodeJS.WriteStream;
  const input = Object.assign(new PassThrough(), { setRawMode() {} }) as unknown as Terminal["input"];
  const terminal = drawn ? { input, output } : null;
  const narrator = createNarrator({ output, terminal, plain, onInterrupt: vi.fn() });
  onTestFinished(() => narrator.screen?.close());
  return { narrator, input, text: () => stripVTControlCharacters(String(stream.read() ?? "")) };
}

// The marks depend on the locale.
beforeEach(() => {
  vi.stubEnv("LC_ALL", "C.UTF-8");
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

test("the words of a speech appear one by one, and any key shows the rest immediately", async () => {
  const { narrator, input, text } = narratorOn(80, { drawn: true });
  const speech = narrator.says("One two three four.");
  expect(text()).toContain("agent › One");
  await vi.advanceTimersToNextTimerAsync();
  expect(text()).not.toContain("three");
  input.emit("data", Buffer.from("x"));
  await speech;
  expect(text()).toContain("agent › One two three four.");
});

test("a long speech takes at most a second and a half", async () => {
  const speech = narratorOn(80, { drawn: true }).narrator.says("word ".repeat(500));
  await vi.advanceTimersByTimeAsync(1500);
  await speech;
});

test("lines break between words, and links never break", async () => {
  const { narrator, text } = narratorOn(20);
  narrator.line("one two three four five");
  narrator.line(`see http://127.0.0.1/${"x".repeat(30)}`);
  await narrator.says("one two three four");
  expect(text()).toBe(
    `one two three four\nfive\nsee http://127.0.0.1/${"x".repeat(30)}\nagent › one two\n        three four\n`,
  );
});

test("a screen reader gets words without marks", async () => {
  const { narrator, text } = narratorOn(80, { plain: true });
  await narrator.says("One two.");
  expect(text()).toBe("agent: One two.\n");
});

test("a terminal without UTF-8 gets ASCII marks", async () => {
  vi.stubEnv("LC_ALL", "C");
  const { narrator, text } = narratorOn(80);
  await narrator.says("One two.");
  expect(text()).toBe("agent > One two.\n");
});
