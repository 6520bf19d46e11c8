import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Ask } from "../schemas.ts";
import { arbitraryAsk } from "../testing/arbitrary-ask.ts";
import { arbitraryDraft, arbitraryEvent, arbitraryKey, checked } from "../testing/arbitrary-event.ts";
import { chosen, focused } from "../testing/press.ts";
import { approvalAsk, multiAsk, singleAsk } from "../testing/sample-asks.ts";
import { answer } from "./answer-by-keys.ts";
import { type Answering, startAnswering } from "./answering.ts";
import type { AnsweringEvent } from "./answering-event.ts";
import { applyDraft } from "./draft.ts";
import { enterMeaning } from "./enter-meaning.ts";
import { toEvent } from "./key-map.ts";
import { openQuestions } from "./question-answer.ts";

type Type = AnsweringEvent["type"];
const runs = { numRuns: 500 };
const settings = fc.record({ escapeTo: fc.constantFrom("decline", "list"), letters: fc.boolean() } as const);

/** An ask that has just been shown, and a list of events for it, each given directly or as a key. */
function history(asks: fc.Arbitrary<Ask> = arbitraryAsk, maxLength = 40) {
  return asks.chain((ask) =>
    fc.record({
      start: settings.map((chosenSettings) => startAnswering(ask, chosenSettings)),
      steps: fc.array(fc.oneof(arbitraryEvent(ask), arbitraryKey), { maxLength }),
    }),
  );
}

type Step = AnsweringEvent | { name: string };

function eventOf(state: Answering, step: Step): AnsweringEvent | null {
  return "type" in step ? step : toEvent(state, step);
}

/** Plays the steps whose event `allowed` lets through. */
function play(
  start: Answering,
  steps: Step[],
  allowed: (event: AnsweringEvent, state: Answering) => boolean = () => true,
) {
  return steps.reduce((state, step) => {
    const event = eventOf(state, step);
    return event !== null && allowed(event, state) ? answer(state, event) : state;
  }, start);
}

const texts = (state: Answering) => [
  state.entries.map((entry) => [entry.other.text, entry.note.text]),
  state.comment.text,
  state.reason.text,
];

describe("whatever keys, clicks and lines come", () => {
  test("nothing throws, and every state can be shown", () => {
    fc.assert(
      fc.property(history(), ({ start, steps }) => {
        let state = start;
        for (const step of steps) {
          const event = eventOf(state, step);
          if (event !== null) state = answer(state, event);
          expect(enterMeaning(state)).not.toBe("");
          expect(state.ask.questions[state.at]).toBeDefined();
          for (const { focus } of state.entries) expect(Number.isInteger(focus)).toBe(true);
        }
      }),
      runs,
    );
  });

  test("a sent answer is always valid for the ask, even from a draft", () => {
    const fromDraft = arbitraryAsk.chain((ask) =>
      fc.tuple(fc.constant(ask), arbitraryDraft(ask), fc.array(arbitraryEvent(ask), { maxLength: 20 })),
    );
    fc.assert(
      fc.property(history(), fromDraft, ({ start, steps }, [ask, draft, events]) => {
        for (const { ask: asked, end } of [
          play(start, steps),
          answer(play(applyDraft(startAnswering(ask), draft), events), { type: "send" }),
        ])
          if (end?.type === "submitted") expect(checked(asked, end.answers)).toEqual({ answers: end.answers });
      }),
      runs,
    );
  });

  test("after an end nothing changes until it is refused or opened again", () => {
    const ends: AnsweringEvent[][] = [
      [{ type: "enter" }],
      [{ type: "open-decline" }, { type: "decline" }],
      [{ type: "back" }],
    ];
    for (const events of ends) {
      const ended = events.reduce(answer, startAnswering(singleAsk, { escapeTo: "list" }));
      expect(ended.end).not.toBeNull();
      const steps = fc.array(fc.oneof(arbitraryEvent(singleAsk), arbitraryKey), { maxLength: 20 });
      fc.assert(
        fc.property(steps, (played) => {
          expect(play(ended, played, ({ type }) => type !== "refused" && type !== "reopened")).toBe(ended);
        }),
      );
    }
  });

  test("at most one option of a single-select is chosen, and nothing in a skipped question", () => {
    fc.assert(
      fc.property(history(), ({ start, steps }) => {
        const state = play(start, steps);
        for (const [index, entry] of state.entries.entries()) {
          const most = entry.skipped ? 0 : start.ask.questions[index]?.multiSelect ? 5 : 1;
          expect(chosen(state, index).length).toBeLessThanOrEqual(most);
        }
      }),
      runs,
    );
  });
});

describe("what was sent and not accepted", () => {
  const sent = answer(startAnswering(singleAsk), { type: "enter" });

  test("is open again with all choices and text, and says why", () => {
    expect(sent.end).not.toBeNull();
    const refused = answer(sent, { type: "refused", message: "The hub is full." });
    expect(refused).toEqual({ ...sent, end: null, notice: { code: "refused", message: "The hub is full." } });
    expect(answer(refused, { type: "send" }).end).toEqual(sent.end);
  });

  test("shows no message if the surface does", () => {
    expect(answer(sent, { type: "refused" })).toEqual({ ...sent, end: null, notice: null });
  });

  test("whatever came before, neither a refusal nor reopening chooses, types or sends anything", () => {
    fc.assert(
      fc.property(history(), fc.constantFrom("refused", "reopened"), ({ start, steps }, type) => {
        const before = play(start, steps);
        const after = answer(before, { type });
        expect(after.end).toBeNull();
        expect([texts(after), after.entries]).toEqual([texts(before), before.entries]);
      }),
      runs,
    );
  });

  test("reopening closes the list of keys and the confirmation", () => {
    for (const event of ["help", "skip"] as const) {
      const stopped = answer(startAnswering(singleAsk), { type: event });
      expect(answer(stopped, { type: "reopened" })).toMatchObject({ help: false, asking: null, notice: null });
    }
  });
});

describe("no answer without a human act", () => {
  const choosing = new Set<Type>(["pick", "digit", "toggle-all", "insert", "set-text", "skip", "fill"]);

  const isEnter = ({ type }: AnsweringEvent) => type === "enter" || type === "take-line";

  test("nothing is submitted while nobody chose, typed, skipped or pressed Enter", () => {
    fc.assert(
      fc.property(history(), ({ start, steps }) => {
        const state = play(start, steps, (event) => !isEnter(event) && !choosing.has(event.type));
        expect(openQuestions(state)).toEqual(start.entries.map((_, index) => index));
        expect(answer(state, { type: "send" }).end?.type).not.toBe("submitted");
      }),
      runs,
    );
  });

  test("Enter alone never answers a multi-select or a text question", () => {
    const asks = arbitraryAsk.filter(
      (ask) =>
        ask.kind === "question" &&
        ask.questions.every((question) => question.multiSelect || question.options.length === 0),
    );
    const skipping = (event: AnsweringEvent, state: Answering) => state.asking === "skip" && event.type === "enter";
    fc.assert(
      fc.property(history(asks), ({ start, steps }) => {
        const state = play(start, steps, (event, before) => !choosing.has(event.type) && !skipping(event, before));
        expect(state.end?.type).not.toBe("submitted");
      }),
    );
  });

  test("a submitted ask had a human act on each question", () => {
    let submitted = 0;
    fc.assert(
      fc.property(history(arbitraryAsk, 60), ({ start, steps }) => {
        const acted = new Set<number>();
        const state = play(start, steps, (event, before) => {
          for (const question of actedOn(event, before)) acted.add(question);
          return true;
        });
        if (state.end?.type !== "submitted") return;
        submitted += 1;
        expect([...acted].sort()).toEqual(expect.arrayContaining(start.entries.map((_, index) => index)));
      }),
      runs,
    );
    expect(submitted).toBeGreaterThan(20);
  });

  // The questions that this event can have answered, judged by what the person saw.
  function actedOn(event: AnsweringEvent, { ask, page, at, reviewRow }: Answering): number[] {
    if (event.type === "fill")
      return ask.questions.flatMap(({ question }, index) =>
        event.answers.some((given) => given.question === question) ? [index] : [],
      );
    if (event.type === "skip") return [event.question ?? (page === "review" ? reviewRow : at)];
    if (event.type === "pick" || event.type === "set-text") return [event.question ?? at];
    return isEnter(event) || choosing.has(event.type) ? [at] : [];
  }
});

describe("Esc", () => {
  const escapes = Array.from({ length: 15 }, (): AnsweringEvent => ({ type: "back" }));

  test("however often it is pressed, never declines, sends, or changes choices and text", () => {
    fc.assert(
      fc.property(history(), ({ start, steps }) => {
        const before = play(start, steps);
        if (before.end !== null) return;
        const after = play(before, escapes);
        expect([undefined, "left"]).toContain(after.end?.type);
        expect(texts(after)).toEqual(texts(before));
        expect(after.entries.map((entry) => entry.picked)).toEqual(before.entries.map((entry) => entry.picked));
      }),
      runs,
    );
  });

  test("reaches the decline page or the list from everywhere", () => {
    fc.assert(
      fc.property(history(), ({ start, steps }) => {
        const before = play(start, steps);
        if (before.end !== null) return;
        const seen = escapes.map((_, count) => play(before, escapes.slice(0, count + 1)));
        expect(seen.some((state) => state.page === "decline" || state.end?.type === "left")).toBe(true);
      }),
      runs,
    );
  });
});

describe("typed text", () => {
  const writing = new Set<Type>(["insert", "edit", "set-text", "fill", "add-as-note"]);
  const addsNote = (event: AnsweringEvent, state: Answering) =>
    state.asking === "also-wrote" && event.type === "open" && event.field === "note";

  test("is never lost by moving, choosing, skipping, going back or opening pages", () => {
    fc.assert(
      fc.property(history(), history(), ({ start, steps }, { steps: more }) => {
        const before = play(start, steps);
        const after = play(before, more, (event, state) => !writing.has(event.type) && !addsNote(event, state));
        expect(texts(after)).toEqual(texts(before));
      }),
      runs,
    );
  });

  test("keeps within the limit and is always clean", () => {
    fc.assert(
      fc.property(arbitraryAsk, fc.array(fc.string({ unit: "binary" })), fc.nat(12), (ask, pieces, maxLength) => {
        const opened = answer(startAnswering(ask, { maxLength }), { type: "open", field: "note" });
        const { text } = pieces.reduce((state, piece) => answer(state, { type: "insert", text: piece }), opened)
          .entries[0]?.note ?? { text: "" };
        expect(text.length).toBeLessThanOrEqual(maxLength);
        expect(text.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe("an approval", () => {
  test("starts on deny and is never answered by digits, moving and letters", () => {
    expect(focused(startAnswering(approvalAsk))).toBe("deny");
    const keys = fc.array(arbitraryKey.filter(({ name }) => name !== "enter" && name !== "space"));
    fc.assert(
      fc.property(keys, (pressed) => {
        const state = play(startAnswering(approvalAsk), pressed);
        expect(state.end?.type).not.toBe("submitted");
        expect(chosen(state)).toEqual([]);
      }),
      runs,
    );
  });

  test("is allowed only by Enter, Space or a click on the row that says so", () => {
    fc.assert(
      fc.property(history(fc.constant(approvalAsk)), ({ start, steps }) => {
        let state = start;
        for (const step of steps) {
          const event = eventOf(state, step);
          if (event === null) continue;
          const before = state;
          state = answer(state, event);
          const label = chosen(state)[0];
          if (label === undefined || label === "deny" || label === chosen(before)[0]) continue;
          if (event.type === "fill") continue;
          expect(["enter", "pick"]).toContain(event.type);
          const row = event.type === "pick" && event.row !== undefined ? event.row : before.entries[0]?.focus;
          expect(start.ask.questions[0]?.options[row ?? -1]?.label).toBe(label);
        }
      }),
      runs,
    );
  });
});

test("an event without effect returns the same state object", () => {
  const state = startAnswering(multiAsk);
  const nothing: AnsweringEvent[] = [
    { type: "digit", digit: 9 },
    { type: "go", question: 4 },
    { type: "go", question: Number.NaN },
    { type: "pick", row: 12 },
    { type: "open", field: "comment" },
    { type: "open", field: "reason" },
    { type: "edit", edit: "backspace" },
    { type: "add-as-note" },
    { type: "previous" },
  ];
  for (const event of nothing) expect(answer(state, event)).toBe(state);
});
