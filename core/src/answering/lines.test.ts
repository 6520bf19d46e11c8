import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toApprovalAsk } from "../ask.ts";
import { arbitraryEvent, arbitraryKey, checked } from "../testing/arbitrary-event.ts";
import { press, typeText } from "../testing/press.ts";
import { answer } from "./answer-by-keys.ts";
import { type Answering, startAnswering } from "./answering.ts";
import { applyDraft, hasContent, toDraft } from "./draft.ts";
import { enterMeaning } from "./enter-meaning.ts";
import { toEvent } from "./key-map.ts";
import { answerOnCard } from "./machine.ts";

const plan = "# Redis\n\n- Sessions end after 7 days\n1. Drop all sessions\n2. Deploy on Friday";
const ask = toApprovalAsk({ tool: "ExitPlanMode", input: { plan } });
const unread = startAnswering(ask);
const start = answer(unread, { type: "seen" });
const lines = press(start, "r");
const commented = press(typeText(press(lines, "j", "j", "c"), "Renew less often"), "enter");
const select = (state: Answering, from: number, to?: number, quote?: string) =>
  answer(state, {
    type: "select",
    from,
    ...(to === undefined ? {} : { to }),
    ...(quote === undefined ? {} : { quote }),
  });

describe("lines", () => {
  test("are opened with r, and left with Esc", () => {
    expect(lines).toMatchObject({ page: "lines", selection: { line: 1, from: 1, to: 1, quote: "# Redis" } });
    expect(press(lines, "escape")).toMatchObject({ page: "question", end: null });
    const command = answer(startAnswering(toApprovalAsk({ tool: "Bash", input: { command: "ls" } })), { type: "seen" });
    expect(press(command, "r").page).toBe("question");
  });

  test("are moved along by keys, and extended with Shift", () => {
    expect(press(lines, "down", "j", "k").selection).toMatchObject({ line: 2, quote: "" });
    expect(press(lines, "k").selection.line).toBe(1);
    expect(press(lines, "end").selection.line).toBe(5);
    expect(press(lines, "end", "down").selection.line).toBe(5);
    expect(press(lines, "end", "shift+up", "K").selection).toMatchObject({ line: 3, anchor: 5, from: 3, to: 5 });
    expect(press(lines, "end", "K", "up").selection).toMatchObject({ line: 3, from: 3, to: 3 });
  });

  test("with nothing in them are not struck out", () => {
    expect(press(select(lines, 2), "d").marks).toEqual([]);
    expect(press(select(lines, 2, 3), "d").marks).toMatchObject([{ from: 2, to: 3, replacement: "" }]);
  });

  test("are commented on in a field, which a draft has with every letter", () => {
    expect(commented).toMatchObject({ page: "lines", field: null, end: null });
    expect(commented.marks).toEqual([
      { from: 3, to: 3, quote: "- Sessions end after 7 days", comment: "Renew less often" },
    ]);
    const half = typeText(press(lines, "c"), "Wh");
    expect(toDraft(half).review).toEqual([{ from: 1, to: 1, quote: "# Redis", comment: "Wh" }]);
    expect(press(half, "escape").marks).toHaveLength(1);
    expect(press(half, "backspace", "backspace", "enter").marks).toEqual([]);
    expect(press(commented, "c").markText.text).toBe("Renew less often");
  });

  test("are struck out and replaced, each place once", () => {
    const struck = press(lines, "end", "d");
    expect(struck.marks).toEqual([{ from: 5, to: 5, quote: "2. Deploy on Friday", replacement: "" }]);
    expect(press(struck, "d").marks).toEqual([]);
    const replaced = press(typeText(press(lines, "end", "r", "backspace", "backspace"), "un"), "enter");
    expect(replaced.marks).toMatchObject([{ replacement: "2. Deploy on Fridun" }]);
    expect(press(lines, "r", "enter").marks).toEqual([]);
    const words = press(select(struck, 5, 5, "Friday"), "d");
    expect(words.marks).toEqual([{ from: 5, to: 5, quote: "Friday", replacement: "" }]);
  });

  test("have a remark removed with x, the last that touches the line", () => {
    const more = press(commented, "J", "d", "k");
    expect(more.marks).toHaveLength(2);
    expect(press(more, "j", "x").marks).toEqual(press(more, "j", "delete").marks);
    expect(press(more, "j", "x", "k", "x").marks).toEqual([]);
    expect(press(lines, "x").marks).toEqual([]);
  });

  test("are selected by a pointer, words that they contain or all of them", () => {
    expect(select(start, 4, 4, "all sessions")).toMatchObject({ page: "lines", selection: { quote: "all sessions" } });
    expect(select(start, 4, 4, "no such words").selection.quote).toBe("1. Drop all sessions");
    expect(select(start, 99, -4).selection).toMatchObject({ from: 1, to: 5 });
  });

  test("take at most what an answer can carry", () => {
    const long = toApprovalAsk({ tool: "ExitPlanMode", input: { plan: "x".repeat(60_000) } });
    expect(press(startAnswering(long), "r", "d")).toMatchObject({ marks: [], notice: { code: "review-too-long" } });
  });

  test("say what Enter does", () => {
    expect(enterMeaning(lines)).toBe("comment");
    expect(enterMeaning(press(lines, "c"))).toBe("keep it");
  });
});

describe("a review", () => {
  const review = [{ from: 3, to: 3, quote: "- Sessions end after 7 days", comment: "Renew less often" }];

  test("asks for changes with Ctrl-Enter, before all of it was read, and from a field", () => {
    const unreadToo = press(typeText(press(unread, "r", "j", "j", "c"), "Renew less often"), "ctrl+enter");
    for (const state of [press(commented, "ctrl+enter"), unreadToo])
      expect(state.end).toMatchObject({ type: "submitted", answers: [{ selectedOptions: ["deny"], review }] });
  });

  test("is approved with its comments once, after all of it was read", () => {
    const approve = { type: "send-review", effect: "allow-once" } as const;
    expect(answer(commented, approve).end).toMatchObject({ answers: [{ selectedOptions: ["allow-once"], review }] });
    const early = answer(applyDraft(press(unread, "r"), toDraft(commented)), approve);
    expect(early).toMatchObject({ end: null, page: "lines", notice: { code: "not-seen" } });
  });

  test("goes with the choice that is made afterwards, never with always", () => {
    const back = press(commented, "escape");
    expect(press(back, "enter").end).toMatchObject({ answers: [{ selectedOptions: ["deny"], review }] });
    expect(press(back, "j", "enter").end).toMatchObject({ answers: [{ selectedOptions: ["allow-once"], review }] });
    expect(press(back, "j", "j", "enter")).toMatchObject({ end: null, notice: { code: "review-not-decided" } });
  });

  test("is nothing without comments", () => {
    expect(press(lines, "ctrl+enter")).toMatchObject({ end: null, notice: { code: "nothing-marked" } });
    expect(JSON.stringify(press(lines, "escape", "enter").end)).not.toContain("review");
  });

  test("of a host without a denial declines with the comments as its reason", () => {
    const own = toApprovalAsk({
      tool: "ExitPlanMode",
      input: { plan },
      options: [{ id: "go", label: "Go", effect: "allow-once" }],
    });
    const denied = press(press(typeText(press(startAnswering(own), "r", "c"), "Why?"), "enter"), "ctrl+enter");
    expect(denied.end).toEqual({ type: "declined", reason: expect.stringContaining("Line 1:\n  > # Redis\n  Why?") });
  });

  test("lets the person choose if the host has two ways to allow once", () => {
    const options = ["a", "b"].map((id) => ({ id, label: id, effect: "allow-once" as const }));
    const own = toApprovalAsk({ tool: "ExitPlanMode", input: { plan }, options });
    const marked = answer(press(startAnswering(own), "r", "d"), { type: "seen" });
    expect(answer(marked, { type: "send-review", effect: "allow-once" })).toMatchObject({
      end: null,
      page: "question",
    });
  });

  test("travels in a draft, without what does not fit", () => {
    const draft = toDraft(commented);
    expect(hasContent(draft)).toBe(true);
    expect(applyDraft(start, draft).marks).toEqual(review);
    const foreign = { ...draft, review: [...review, { from: 9, to: 9, quote: "x", comment: "y" }] };
    expect(press(applyDraft(start, foreign), "r").marks).toEqual(review);
    expect(applyDraft(start, { ...draft, review: [{ from: 1 }] })).toBe(start);
  });

  test("that a surface without lines gets in a draft is sent by it too", () => {
    const state = answerOnCard(applyDraft(start, toDraft(commented)), { type: "pick", row: 0, question: 0 });
    expect(answerOnCard(state, { type: "send" }).end).toMatchObject({ answers: [{ review }] });
    expect(answerOnCard(start, { type: "open-lines" })).toBe(start);
  });
});

const isSending = (state: Answering) => state.end?.type === "submitted";

test("whatever keys come on the lines, only Ctrl-Enter sends, and what is sent is accepted", () => {
  fc.assert(
    fc.property(fc.array(arbitraryKey, { maxLength: 30 }), (keys) => {
      let state = lines;
      for (const key of keys) {
        const event = toEvent(state, key);
        if (event === null) continue;
        const next = answer(state, event);
        if (isSending(next) && state.page === "lines") expect(key).toMatchObject({ name: "enter", ctrl: true });
        state = next;
      }
      if (state.end?.type === "submitted") expect(checked(ask, state.end.answers)).toHaveProperty("answers");
    }),
  );
});

test("whatever happens, the marks that are sent fit what is reviewed", () => {
  fc.assert(
    fc.property(fc.array(arbitraryEvent(ask), { maxLength: 60 }), (events) => {
      const { end } = [{ type: "open-lines" } as const, ...events].reduce(answer, start);
      if (end?.type === "submitted") expect(checked(ask, end.answers)).toHaveProperty("answers");
    }),
  );
});
