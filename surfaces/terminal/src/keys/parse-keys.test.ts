import type { Key } from "@yourcall/core";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createKeyParser, type TerminalInput } from "./parse-keys.ts";
import { maxPasteLength } from "./sequence-reader.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(globalThis, "setTimeout");
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A parser with a clock that moves only on request. */
function createBench() {
  const received: TerminalInput[] = [];
  const parser = createKeyParser((input) => received.push(input));
  return {
    parser,
    received,
    take: () => received.splice(0),
    waitsFor: () => (vi.getTimerCount() === 0 ? undefined : vi.mocked(setTimeout).mock.lastCall?.[1]),
    wait: () => void vi.runAllTimers(),
  };
}

/** Everything read from these chunks, including what comes after a pause. */
function parse(...chunks: (string | Uint8Array)[]): TerminalInput[] {
  const bench = createBench();
  for (const chunk of chunks) bench.parser.feed(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
  bench.wait();
  return bench.received;
}

function keys(...chunks: (string | Uint8Array)[]): Key[] {
  return parse(...chunks).map((input) => {
    if (input.type !== "key") throw new Error(`not a key: ${JSON.stringify(input)}`);
    return input.key;
  });
}

const char = (text: string): Key => ({ name: "char", text });

describe("typing", () => {
  it("gives one key for each character of a chunk", () => {
    expect(keys("a1ß")).toEqual([char("a"), char("1"), char("ß")]);
    expect(keys(" ")).toEqual([{ name: "space", text: " " }]);
  });

  it("keeps what a person sees as one character in one key", () => {
    expect(keys("e\u0301x")).toEqual([char("e\u0301"), char("x")]);
    expect(keys("👩‍💻🇦🇹")).toEqual([char("👩‍💻"), char("🇦🇹")]);
  });

  it("joins a character whose bytes arrive in two chunks", () => {
    const bytes = Buffer.from("a数");
    expect(keys(bytes.subarray(0, 2), bytes.subarray(2))).toEqual([char("a"), char("数")]);
  });

  it("does not delay a letter", () => {
    const bench = createBench();
    bench.parser.feed("y");
    expect(bench.received).toEqual([{ type: "key", key: char("y") }]);
    expect(bench.waitsFor()).toBeUndefined();
  });

  it("never types bytes that are not text", () => {
    expect(keys(new Uint8Array([0xff, 0x61]))).toEqual([char("a")]);
  });
});

describe("control keys", () => {
  it.each<[string, Key]>([
    ["\r", { name: "enter" }],
    ["\n", { name: "char", text: "j", ctrl: true }],
    ["\t", { name: "tab" }],
    ["\x7f", { name: "backspace" }],
    ["\b", { name: "backspace" }],
    ["\x00", { name: "space", text: " ", ctrl: true }],
    ["\x01", { name: "char", text: "a", ctrl: true }],
    ["\x03", { name: "char", text: "c", ctrl: true }],
    ["\x1a", { name: "char", text: "z", ctrl: true }],
    ["\x1f", { name: "char", text: "_", ctrl: true }],
  ])("knows %j", (bytes, key) => {
    expect(keys(bytes)).toEqual([key]);
  });
});

describe("keys that come as sequences", () => {
  it.each<[string, Key]>([
    ["\x1b[A", { name: "up" }],
    ["\x1bOB", { name: "down" }],
    ["\x1b[1;5D", { name: "left", ctrl: true }],
    ["\x1b[1;2C", { name: "right", shift: true }],
    ["\x1bO5C", { name: "right", ctrl: true }],
    ["\x1bOd", { name: "left", ctrl: true }],
    ["\x1b[a", { name: "up", shift: true }],
    ["\x1b[H", { name: "home" }],
    ["\x1bOH", { name: "home" }],
    ["\x1b[1~", { name: "home" }],
    ["\x1b[7~", { name: "home" }],
    ["\x1b[7$", { name: "home", shift: true }],
    ["\x1b[F", { name: "end" }],
    ["\x1bOF", { name: "end" }],
    ["\x1b[4~", { name: "end" }],
    ["\x1b[8~", { name: "end" }],
    ["\x1b[8^", { name: "end", ctrl: true }],
    ["\x1b[3~", { name: "delete" }],
    ["\x1b[3;5~", { name: "delete", ctrl: true }],
    ["\x1b[5~", { name: "pageup" }],
    ["\x1b[6~", { name: "pagedown" }],
    ["\x1b[Z", { name: "tab", shift: true }],
    ["\x1bOP", { name: "f1" }],
    ["\x1b[[B", { name: "f2" }],
    ["\x1b[24~", { name: "f12" }],
    ["\x1bOp", { name: "char", text: "0" }],
    ["\x1bOy", { name: "char", text: "9" }],
    ["\x1bOk", { name: "char", text: "+" }],
    ["\x1bOM", { name: "enter" }],
    ["\x1b[13u", { name: "enter" }],
    ["\x1b[13;3u", { name: "enter", alt: true }],
    ["\x1b[13;2u", { name: "enter", shift: true }],
    ["\x1b[27u", { name: "escape" }],
    ["\x1b[27;1:1u", { name: "escape" }],
    ["\x1b[106;5u", { name: "char", text: "j", ctrl: true }],
    ["\x1b[97;2u", { name: "char", text: "A" }],
    ["\x1b[49:33;2u", { name: "char", text: "!" }],
    ["\x1b[97;65u", { name: "char", text: "a" }],
    ["\x1b[57400u", { name: "char", text: "1" }],
    ["\x1b[57414u", { name: "enter" }],
    ["\x1b[27;5;106~", { name: "char", text: "j", ctrl: true }],
    ["\x9bA", { name: "up" }],
  ])("knows %j", (bytes, key) => {
    expect(keys(bytes)).toEqual([key]);
  });

  it("reads them wherever they are divided", () => {
    expect(keys("\x1b", "[", "1;", "5", "D", "x")).toEqual([{ name: "left", ctrl: true }, char("x")]);
    expect(keys("\x1b", "O", "p")).toEqual([char("0")]);
  });

  it("ignores the release of a key", () => {
    expect(parse("\x1b[97;1:3u\x1b[1;1:3A")).toEqual([]);
  });

  it("does not type a control character given by its number", () => {
    expect(parse("\x1b[155u\x1b[3u\x1b[27;1;7~\x1b[55296u\x1b[9999999u")).toEqual([]);
  });

  it("does not type a letter for a key with Super", () => {
    expect(parse("\x1b[99;9u")).toEqual([]);
  });
});

describe("Esc and Alt", () => {
  it("is Esc when nothing follows in time", () => {
    const bench = createBench();
    bench.parser.feed("\x1b");
    expect(bench.received).toEqual([]);
    expect(bench.waitsFor()).toBe(50);
    bench.wait();
    expect(bench.received).toEqual([{ type: "key", key: { name: "escape" } }]);
  });

  it("is Esc and then a letter when the letter comes later", () => {
    const bench = createBench();
    bench.parser.feed("\x1b");
    bench.wait();
    bench.parser.feed("b");
    expect(bench.received.map((input) => input.type === "key" && input.key)).toEqual([{ name: "escape" }, char("b")]);
  });

  it("is Alt when the letter comes immediately", () => {
    expect(keys("\x1bb")).toEqual([{ name: "char", text: "b", alt: true }]);
    expect(keys("\x1b", "f")).toEqual([{ name: "char", text: "f", alt: true }]);
    expect(keys("\x1b\r")).toEqual([{ name: "enter", alt: true }]);
    expect(keys("\x1b\x7f")).toEqual([{ name: "backspace", alt: true }]);
    expect(keys("\x1b[")).toEqual([{ name: "char", text: "[", alt: true }]);
  });

  it("counts each Esc of several", () => {
    expect(keys("\x1b\x1b")).toEqual([{ name: "escape" }, { name: "escape" }]);
    expect(keys("\x1b\x1b\x1b\x1b")).toEqual(Array.from({ length: 4 }, () => ({ name: "escape" })));
  });

  it("recognises Alt with an arrow as some terminals send it", () => {
    expect(keys("\x1b\x1b[A")).toEqual([{ name: "up", alt: true }]);
  });

  it("keeps an Esc before a report", () => {
    expect(parse("\x1b\x1b[I")).toEqual([
      { type: "key", key: { name: "escape" } },
      { type: "focus", focused: true },
    ]);
  });

  it("waits longer for the rest of a sequence than after Esc", () => {
    const bench = createBench();
    bench.parser.feed("\x1b[1;");
    expect(bench.waitsFor()).toBeGreaterThan(50);
    bench.wait();
    expect(bench.received).toEqual([]);
  });
});

describe("a bracketed paste", () => {
  it("is one input, with plain line breaks", () => {
    expect(parse("\x1b[200~one\r\ntwo\rthree\n\x1b[201~x")).toEqual([
      { type: "paste", text: "one\ntwo\nthree\n" },
      { type: "key", key: char("x") },
    ]);
  });

  it("may be divided anywhere, even in its markers", () => {
    const whole = "\x1b[200~a\x1b[20 b数\x1b[201~\r";
    const chunks = Array.from(Buffer.from(whole), (byte) => new Uint8Array([byte]));
    expect(parse(...chunks)).toEqual(parse(whole));
    expect(parse(whole)[0]).toEqual({ type: "paste", text: "a\x1b[20 b数" });
  });

  it("never presses a key, whatever is in it", () => {
    expect(parse("\x1b[200~y\r\x03\x1b[A\x1b[201~")).toEqual([{ type: "paste", text: "y\n\x03\x1b[A" }]);
  });

  it("is delivered after a pause if its end is missing", () => {
    const bench = createBench();
    bench.parser.feed("\x1b[200~half\x1b[2");
    expect(bench.received).toEqual([]);
    bench.wait();
    expect(bench.received).toEqual([{ type: "paste", text: "half\x1b[2" }]);
  });

  it("is cut if it is huge, and later input is read again", () => {
    const inputs = parse("\x1b[200~", "x".repeat(maxPasteLength), "yyy", "\x1b[201~", "k");
    expect(inputs).toEqual([
      { type: "paste", text: "x".repeat(maxPasteLength) },
      { type: "key", key: char("k") },
    ]);
  });
});

describe("reports from the terminal", () => {
  it("include focus", () => {
    expect(parse("\x1b[I\x1b[O")).toEqual([
      { type: "focus", focused: true },
      { type: "focus", focused: false },
    ]);
  });

  it.each([
    ["\x1b]11;rgb:1e1e/8080/ffff\x07", 0x1e, 0x80, 0xff],
    ["\x1b]11;rgb:ffff/ffff/ffff\x1b\\", 255, 255, 255],
    ["\x1b]11;rgb:1e/80/ff\x1b\\", 0x1e, 0x80, 0xff],
    ["\x1b]11;rgba:0000/0000/0000/ffff\x07", 0, 0, 0],
  ])("is the background in %j", (bytes, red, green, blue) => {
    expect(parse(bytes)).toEqual([{ type: "background", red, green, blue }]);
    expect(parse(...bytes)).toEqual([{ type: "background", red, green, blue }]);
  });

  it.each([
    "\x1b[?62;22c",
    "\x1b[12;40R",
    "\x1b[?2026;2$y",
    "\x1b[<2;10;20M",
    "\x1b[M !!",
    "\x1b]52;c;eXM=\x07",
    "\x1bP1+r436f=3235\x1b\\",
    "\x1b_Gi=1;OK\x1b\\",
    `\x1b]0;${"long ".repeat(200)}\x07`,
    `\x1b[${"1;".repeat(400)}m`,
  ])("is swallowed whole when it means nothing here: %j", (bytes) => {
    expect(keys(`${bytes}k`)).toEqual([char("k")]);
  });

  it("lets Ctrl-C through an endless sequence", () => {
    const interrupt = { type: "key", key: { name: "char", text: "c", ctrl: true } };
    for (const start of ["\x1b[12", "\x1b]0;title", "\x1bO", "\x1bPq", "\x1b"])
      expect(parse(`${start}\x03`).at(-1)).toEqual(interrupt);
  });

  it("does not press Enter for a line break inside a sequence", () => {
    expect(parse("\x1b[1\r\x1b]0;a\rb\x07").filter((input) => input.type === "key")).toEqual([]);
  });
});

describe("stop", () => {
  it("drops pending and later input", () => {
    const bench = createBench();
    bench.parser.feed("\x1b");
    bench.parser.stop();
    expect(bench.waitsFor()).toBeUndefined();
    bench.parser.feed("a");
    expect(bench.received).toEqual([]);
  });

  it("drops the rest of a chunk after a key that ends the prompt", () => {
    const received: TerminalInput[] = [];
    const parser = createKeyParser((input) => {
      received.push(input);
      parser.stop();
    });
    parser.feed("\rabc");
    expect(received).toEqual([{ type: "key", key: { name: "enter" } }]);
  });
});

describe("any bytes in any chunks", () => {
  const fragments = [
    "\x1b",
    "\x1b[",
    "\x1bO",
    "\x1b]11;rgb:",
    "\x1b[200~",
    "\x1b[201~",
    "\x1b\\",
    "\x07",
    "\x1bP",
    "\x9b",
  ];
  const more = [
    "1;5D",
    "A",
    "[",
    "M",
    "~",
    "u",
    "13;3u",
    "27;5;106~",
    "ff/ff/ff",
    "$",
    "\r",
    "\x03",
    "\x18",
    "😀",
    "é",
    "数",
    "a ",
  ];
  const bytes = fc
    .array(
      fc.oneof(
        fc.constantFrom(...fragments, ...more).map((text) => [...Buffer.from(text)]),
        fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 5 }),
      ),
      { maxLength: 25 },
    )
    .map((parts) => Uint8Array.from(parts.flat()));
  const divided = fc.tuple(bytes, fc.array(fc.nat(100), { maxLength: 12 })).map(([all, cuts]) => {
    const places = [0, ...cuts.map((cut) => cut % (all.length + 1)).sort((a, b) => a - b), all.length];
    return { all, chunks: places.slice(1).map((place, index) => all.subarray(places[index], place)) };
  });

  /** Joins neighbouring text: a mark in a later chunk than its letter is a separate key. */
  function joined(inputs: TerminalInput[]): (TerminalInput | string)[] {
    const result: (TerminalInput | string)[] = [];
    for (const input of inputs) {
      const last = result.at(-1);
      const text = input.type === "key" && !input.key.ctrl && !input.key.alt ? input.key.text : undefined;
      if (text === undefined) result.push(input);
      else if (typeof last === "string") result[result.length - 1] = last + text;
      else result.push(text);
    }
    return result;
  }

  it("give the same as in one chunk", () => {
    fc.assert(
      fc.property(divided, ({ all, chunks }) => {
        expect(joined(parse(...chunks))).toEqual(joined(parse(all)));
      }),
      { numRuns: 1000 },
    );
  });

  it("never throw, and never give a key with a control character in its text", () => {
    fc.assert(
      fc.property(divided, ({ chunks }) => {
        for (const input of parse(...chunks)) {
          if (input.type === "key") expect(input.key.text ?? "").not.toMatch(/\p{Cc}/u);
        }
      }),
      { numRuns: 600 },
    );
  });
});
