import { appendFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TranscriptEntry } from "@yourcall/client";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { createTestClock } from "../../core/src/testing/test-clock.ts";
import { openTranscript, type Transcript, type TranscriptChange } from "./open-transcript.ts";

function temporaryFile(): string {
  const directory = mkdtempSync(join(tmpdir(), "yourcall-transcript-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return join(directory, "t.jsonl");
}

function open(
  file: string,
  more: { maxBytes?: number; onChange?: (change: TranscriptChange) => void } = {},
): Transcript {
  const onFault = (message: string) => expect.fail(message);
  // A clock that nobody moves: text is flushed only when something else makes it necessary.
  return openTranscript({ file, clock: createTestClock(), onChange: () => {}, onFault, ...more });
}

const note = (text: string) => ({ type: "note", tone: "info", text }) as const;

test("a reader that applies every change has the same entries as the file", () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant("say" as const), text: fc.string({ minLength: 1 }) }),
    fc.record({ do: fc.constant("think" as const), text: fc.string({ minLength: 1 }) }),
    fc.record({ do: fc.constant("add" as const), text: fc.string() }),
    fc.record({ do: fc.constant("change" as const), text: fc.string() }),
    fc.record({ do: fc.constant("close" as const), text: fc.constant("") }),
  );
  const directory = mkdtempSync(join(tmpdir(), "yourcall-transcript-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  let count = 0;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const file = join(directory, `${count++}.jsonl`);
      const seen = new Map<number, TranscriptEntry>();
      const transcript = open(file, {
        onChange(change) {
          // A copy, as a client would receive it.
          if ("entry" in change) seen.set(change.entry.seq, structuredClone(change.entry));
          else {
            const entry = seen.get(change.seq);
            if (entry !== undefined && "text" in entry) entry.text += change.text;
          }
        },
      });
      for (const { do: act, text } of steps) {
        if (act === "say") transcript.addText("text", text);
        else if (act === "think") transcript.addText("reasoning", text);
        else if (act === "add") transcript.add(note(text));
        else if (act === "close") transcript.close();
        else {
          const known = transcript.find(({ type }) => type === "note");
          if (known?.type === "note") transcript.replace({ ...known, text });
        }
      }
      transcript.close();
      const { entries, more } = transcript.page({ limit: 500 });
      expect(more).toBe(false);
      expect([...seen.values()]).toEqual(entries);
      expect(open(file).page({ limit: 500 }).entries).toEqual(JSON.parse(JSON.stringify(entries)));
    }),
    { numRuns: 300 },
  );
});

test("a line cut off by a crash is the only thing lost, and a message that was still growing is kept", () => {
  const file = temporaryFile();
  const transcript = open(file);
  transcript.add({ type: "message", text: "Hello" });
  transcript.addText("text", "Half of ");
  transcript.addText("text", "it");
  transcript.page();
  appendFileSync(file, '{"seq":2,"text":" and mo');
  const read = open(file).page();
  expect(read.entries).toMatchObject([{ text: "Hello" }, { type: "text", text: "Half of it" }]);
  expect(read.entries[1]).not.toHaveProperty("open");
});

test("pages lead back to the first entry, and 10,000 messages open quickly", () => {
  const file = temporaryFile();
  const lines = Array.from({ length: 10_000 }, (_, at) =>
    JSON.stringify({
      seq: at + 1,
      at: new Date(at).toISOString(),
      type: "text",
      text: `Message ${at + 1} `.repeat(30),
    }),
  );
  appendFileSync(file, `${lines.join("\n")}\n`);
  const began = performance.now();
  const transcript = open(file);
  let page = transcript.page();
  const took = performance.now() - began;
  expect(took).toBeLessThan(2000);
  expect(page.entries.map(({ seq }) => seq)).toEqual(Array.from({ length: 100 }, (_, at) => 9901 + at));
  let count = page.entries.length;
  while (page.more) {
    page = transcript.page({ before: page.entries[0]?.seq, limit: 500 });
    count += page.entries.length;
  }
  expect(count).toBe(10_000);
  expect(page.entries[0]?.seq).toBe(1);
  expect(transcript.page({ before: 1 })).toEqual({ entries: [], more: false });
});

test("a file that grows too large loses its oldest entries, and numbering continues", () => {
  const file = temporaryFile();
  const transcript = open(file, { maxBytes: 20_000 });
  for (let at = 1; at <= 500; at++) transcript.add(note(`Number ${at} ${"x".repeat(100)}`));
  expect(statSync(file).size).toBeLessThanOrEqual(20_000);
  const { entries } = transcript.page({ limit: 500 });
  expect(entries.at(-1)).toMatchObject({ seq: 500, text: expect.stringContaining("Number 500 ") });
  expect(entries[0]?.seq).toBeGreaterThan(1);
  expect(open(file).page({ limit: 500 }).entries).toEqual(entries);
  // Changing an entry that was dropped is not an error.
  transcript.replace({ seq: 1, at: "", ...note("late") });
  expect(transcript.page({ limit: 500 }).entries).toEqual(entries);
});

test("a very long message is continued in another entry", () => {
  const transcript = open(temporaryFile());
  for (let at = 0; at < 30; at++) transcript.addText("text", "y".repeat(10_000));
  transcript.close();
  const texts = transcript.page().entries.flatMap((entry) => ("text" in entry ? [entry.text.length] : []));
  expect(texts).toEqual([100_000, 100_000, 100_000]);
});
