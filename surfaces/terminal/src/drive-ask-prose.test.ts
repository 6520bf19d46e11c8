import { type AnsweringEnd, type Ask, type Key, parseAsk, toApprovalAsk } from "@yourcall/core";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { driveAsk } from "./drive-ask.ts";
import { unicodeGlyphs } from "./screen/glyphs.ts";
import { enter, pressCalmly, type Sentence, sentences, toKey, typeSentence } from "./testing/type-prose.ts";
import { lineText } from "./text/styled-line.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const question = (header: string, more: object = {}) => ({
  question: `${header}?`,
  header,
  options: [{ label: "Yes, drop it" }, { label: "Keep it" }, { label: "Ask again" }],
  multiSelect: false,
  ...more,
});
const field = (kind: "text" | "number") => question("Write", { kind, options: [] });
const single = parseAsk({ questions: [question("Drop")] });
const multi = parseAsk({ questions: [question("Drop", { multiSelect: true })] });
const several = parseAsk({ questions: [question("A"), question("B", { multiSelect: true }), field("text")] });
const confirm = parseAsk({
  questions: [question("Sure", { kind: "confirm", options: [{ label: "Yes" }, { label: "No" }] })],
});
const approval = toApprovalAsk({ tool: "Bash", input: { command: "git push --force" } });
const hostApproval = toApprovalAsk({
  tool: "Bash",
  input: { command: "git push --force" },
  options: [
    { id: "a", label: "Yes, always", effect: "allow-always" },
    { id: "n", label: "No", effect: "deny" },
  ],
});

const plan = toApprovalAsk({ tool: "ExitPlanMode", input: { plan: "# Redis\n\n1. Drop all sessions\n2. Deploy" } });

/** A prompt whose first frame is shown now, after input from before it. */
function open(ask: Ask, early: readonly Key[] = []) {
  const ends: AnsweringEnd[] = [];
  const driven = driveAsk({ ask, onChange: () => {}, onEnd: (end) => ends.push(end) });
  const screen = () => driven.frame({ width: 80, height: 40, glyphs: unicodeGlyphs }).lines.map(lineText).join("\n");
  screen();
  driven.guard();
  for (const key of early) driven.early({ type: "key", key });
  const press = (key: Key) => driven.input({ type: "key", key });
  return { driven, ends, press, screen };
}

// Where a prompt can be, and the keys that lead there.
const places: [name: string, ask: Ask, keys: string[]][] = [
  ["one question", single, []],
  ["a choice made and not sent", single, [" "]],
  ["a multi-select", multi, []],
  ["a multi-select with a tick", multi, [" "]],
  ["the first of several questions", several, []],
  ["the second of several questions", several, ["1"]],
  ["a text question after others", several, ["1", "1", "enter"]],
  ["the review", several, ["1", "1", "enter", "w", "enter"]],
  ["the review with a comment", several, ["1", "1", "enter", "w", "enter", "c", "w", "enter"]],
  ["the comment field", several, ["1", "1", "enter", "w", "enter", "c"]],
  ["a number question", parseAsk({ questions: [field("number")] }), []],
  ["a note", single, ["n"]],
  ["the decline page", single, ["x"]],
  ["the decline page, on Decline", single, ["x", "down"]],
  ["a skip that is asked about", single, ["s"]],
  ["words beside the choice", single, ["o", "w", "up", "enter"]],
  ["an approval", approval, []],
  ["an approval, on Allow", approval, ["2"]],
  ["an approval with the host's options", hostApproval, ["1"]],
  ["the review of an approval", approval, ["tab"]],
  ["the decline page of an approval", approval, ["x"]],
  ["the lines of a plan", plan, ["r"]],
  ["the lines of a plan, with a strike", plan, ["r", "d"]],
  ["a comment on a line", plan, ["r", "d", "c"]],
  ["the keys", single, ["?"]],
  ["a confirm whose default is yes", confirm, []],
];

describe("prose, at any speed and from any moment on,", () => {
  test.each(places)("answers nothing at %s", (_, ask, keys) => {
    for (const sentence of sentences) {
      const { driven, ends, press } = open(ask);
      pressCalmly(press, keys);
      typeSentence(press, sentence);
      expect(ends, JSON.stringify(sentence)).toEqual([]);
      driven.stop();
    }
  });

  const inText = (how: (sentence: Sentence) => boolean) => sentences.filter(how);
  const fields: [name: string, ask: Ask, keys: string[]][] = [
    ["a text question that appears", parseAsk({ questions: [field("text")] }), []],
    ["Other, opened by a letter", single, ["o"]],
    ["Other, opened by its number", single, ["4"]],
  ];

  test.each(fields)("is not sent if it is under way when a field opens: %s", (_, ask, keys) => {
    for (const sentence of inText(({ delayMs }) => delayMs <= 600)) {
      const { driven, ends, press } = open(ask);
      pressCalmly(press, keys);
      typeSentence(press, sentence);
      expect(ends, JSON.stringify(sentence)).toEqual([]);
      driven.stop();
    }
  });

  test.each(fields)("is an answer if the person writes it into a field after a pause: %s", (_, ask, keys) => {
    for (const sentence of inText(({ delayMs }) => delayMs === 1500).slice(0, 40)) {
      const { driven, ends, press } = open(ask);
      pressCalmly(press, keys);
      typeSentence(press, sentence);
      expect(ends).toMatchObject([{ type: "submitted", answers: [{ customInput: sentence.text.trim() }] }]);
      driven.stop();
    }
  });

  test("answers nothing if the ask ends elsewhere meanwhile, and its words stay in the field", () => {
    for (const sentence of sentences) {
      const { driven, ends, press, screen } = open(single);
      pressCalmly(press, ["o"]);
      const at = Math.floor(sentence.text.length / 2);
      typeSentence(press, { ...sentence, delayMs: 1500 }, (index) => {
        if (index === at) driven.endElsewhere("Withdrawn by the agent at 14:31.");
      });
      expect(ends).toEqual([]);
      expect(driven.state().entries[0]?.other.text).toBe(sentence.text);
      expect(screen()).toContain("Withdrawn by the agent at 14:31.");
      driven.stop();
    }
  });
});

test("the keys of a review act one after the other, and Enter keeps a comment at once", () => {
  const { driven, press } = open(plan);
  pressCalmly(press, ["r"]);
  vi.advanceTimersByTime(600);
  for (const key of ["d", "j", "j", "c", ..."Too early", "enter", "j", "d"]) {
    press(toKey(key));
    vi.advanceTimersByTime(80);
  }
  expect(driven.state().marks).toMatchObject([
    { from: 1, replacement: "" },
    { from: 3, comment: "Too early" },
    { from: 4, replacement: "" },
  ]);
  driven.stop();
});

describe("the hint", () => {
  test("says that typing is ignored on rows, and in a field to pause before Enter", () => {
    const { driven, press, screen } = open(single);
    vi.advanceTimersByTime(1500);
    for (const key of ["h", "e", "y"]) press(toKey(key));
    expect(screen()).toContain("Typing ignored. Pause a moment.");
    vi.advanceTimersByTime(1100);
    expect(screen()).toContain("enter choose and send");
    for (const key of ["o", "k", "enter"]) press(toKey(key));
    expect(screen()).toContain("Pause a moment, then press enter.");
    driven.stop();
  });

  test("about typing from before the first frame goes when that typing has ended", () => {
    const onChange = vi.fn();
    const driven = driveAsk({ ask: single, onChange, onEnd: () => {} });
    driven.guard();
    for (const key of ["h", "e", "y"]) driven.early({ type: "key", key: toKey(key) });
    expect(onChange).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1100);
    expect(onChange).toHaveBeenCalled();
    driven.stop();
  });

  test("about an ignored Enter stays until the next key, so that nobody misses it", () => {
    const { driven, ends, press, screen } = open(single);
    pressCalmly(press, ["o"]);
    for (const key of ["o", "k", "enter"]) press(toKey(key));
    vi.advanceTimersByTime(10_000);
    expect(screen()).toContain("Pause a moment, then press enter.");
    press(toKey("!"));
    vi.advanceTimersByTime(1100);
    expect(screen()).toContain("ctrl+g editor");
    press(enter);
    vi.advanceTimersByTime(1100);
    expect(ends).toMatchObject([{ type: "submitted", answers: [{ customInput: "ok!" }] }]);
    driven.stop();
  });
});

test("Enter from before the first frame counts: pressed three times a second it answers nothing", () => {
  for (let offset = 0; offset < 333; offset += 37) {
    const { driven, ends, press } = open(single, [enter, enter]);
    vi.advanceTimersByTime(offset);
    for (let times = 0; times < 12; times++) {
      press(enter);
      vi.advanceTimersByTime(333);
    }
    expect(ends).toEqual([]);
    vi.advanceTimersByTime(1000);
    press(enter);
    vi.advanceTimersByTime(70);
    expect(ends).toHaveLength(1);
    driven.stop();
  }
});
