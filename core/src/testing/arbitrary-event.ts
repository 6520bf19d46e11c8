import * as fc from "fast-check";
import { checkAnswers } from "../answer.ts";
import type { AnsweringEvent } from "../answering/answering-event.ts";
import type { Key } from "../answering/key-map.ts";
import { textEdits } from "../answering/text-field.ts";
import type { Attachment, QuestionAnswer } from "../outcome-schemas.ts";
import { pictureTypes } from "../picture.ts";
import type { Ask } from "../schemas.ts";
import { arbitraryAnswers, arbitraryText } from "./arbitrary-ask.ts";

const anyIndex = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: -1, max: 6 }) },
  { weight: 1, arbitrary: fc.constantFrom(Number.NaN, 0.5, Number.POSITIVE_INFINITY) },
);
const field = fc.constantFrom(
  "other",
  "note",
  "comment",
  "reason",
  "asked",
  "edited",
  "picture",
  "mark-comment",
  "replacement",
);
const maybe = (...keys: string[]) => fc.subarray(keys);

// A hash names one picture: it has the same type and size wherever it is attached.
const arbitraryAttachment: fc.Arbitrary<Attachment> = fc.constantFrom(..."abcdef1").map((digit) => ({
  hash: digit.repeat(64),
  type: pictureTypes["abcdef1".indexOf(digit) % pictureTypes.length] ?? "image/png",
  bytes: 9000 + digit.charCodeAt(0),
  width: digit.charCodeAt(0),
  height: 100,
}));

/** Any event, including ones that name rows and questions which the ask does not have. */
export function arbitraryEvent(ask: Ask): fc.Arbitrary<AnsweringEvent> {
  const plain = fc
    .constantFrom(
      ...(["first", "last", "enter", "toggle-all", "leave-field", "next", "previous", "back", "review"] as const),
      ...([
        "open-decline",
        "decline",
        "ask-back",
        "send",
        "add-as-note",
        "help",
        "seen",
        "refused",
        "reopened",
        "open-lines",
        "strike",
        "remove-mark",
      ] as const),
    )
    .map((type): AnsweringEvent => ({ type }));
  const withQuestion = fc.tuple(anyIndex, fc.boolean()).map(([question, named]) => (named ? { question } : {}));
  const text = fc.oneof(arbitraryText, fc.integer({ min: -5, max: 99999 }).map(String));
  return fc.oneof(
    { weight: 6, arbitrary: plain },
    { weight: 3, arbitrary: fc.constant<AnsweringEvent>({ type: "enter" }) },
    fc.record({
      type: fc.constant("move" as const),
      by: fc.constantFrom<1 | -1>(1, -1),
      optionsOnly: fc.boolean(),
    }),
    fc
      .tuple(withQuestion, anyIndex, maybe("row"))
      .map(([question, row, keys]): AnsweringEvent => ({ type: "pick", ...question, ...(keys.length > 0 && { row }) })),
    fc.tuple(anyIndex, anyIndex).map(([question, row]): AnsweringEvent => ({ type: "focus", question, row })),
    fc.tuple(anyIndex, anyIndex).map(([from, to]): AnsweringEvent => ({ type: "select", from, to })),
    fc.constantFrom<1 | -1>(1, -1).map((by): AnsweringEvent => ({ type: "extend", by })),
    fc
      .constantFrom<"deny" | "allow-once">("deny", "allow-once")
      .map((effect): AnsweringEvent => ({ type: "send-review", effect })),
    anyIndex.map((digit): AnsweringEvent => ({ type: "digit", digit })),
    fc.tuple(withQuestion, field).map(([question, name]) => ({ type: "open", field: name, ...question }) as const),
    text.map((typed): AnsweringEvent => ({ type: "insert", text: typed })),
    fc.constantFrom(...textEdits).map((edit): AnsweringEvent => ({ type: "edit", edit })),
    fc
      .tuple(withQuestion, field, text)
      .map(([question, name, typed]) => ({ type: "set-text", field: name, text: typed, ...question }) as const),
    anyIndex.map((question): AnsweringEvent => ({ type: "go", question })),
    withQuestion.map((question): AnsweringEvent => ({ type: "skip", ...question })),
    anyIndex.map((to): AnsweringEvent => ({ type: "scroll", to })),
    fc
      .tuple(withQuestion, arbitraryAttachment)
      .map(([question, attachment]): AnsweringEvent => ({ type: "attach", attachment, ...question })),
    fc
      .tuple(withQuestion, arbitraryAttachment)
      .map(([question, { hash }]): AnsweringEvent => ({ type: "detach", hash, ...question })),
    anyIndex.map((question): AnsweringEvent => ({ type: "adding", path: "a.png", question })),
    fc.constant<AnsweringEvent>({ type: "not-attached", message: "It is no picture." }),
    fc
      .tuple(fc.oneof(arbitraryAnswers(ask), contradictions(ask)), fc.option(text, { nil: undefined }))
      .map(([answers, comment]) => ({ type: "fill", answers, ...(comment !== undefined && { comment }) }) as const),
  );
}

// Answers that no checked sheet gives, but that fit the type.
function contradictions(ask: Ask): fc.Arbitrary<QuestionAnswer[]> {
  return fc.tuple(
    ...ask.questions.map((question) =>
      fc.record({
        question: fc.constant(question.question),
        header: fc.constant(question.header),
        selectedOptions: fc.subarray(["no such label", ...question.options.map((option) => option.label)]),
        customInput: arbitraryText,
        notes: arbitraryText,
        skipped: fc.boolean(),
      }),
    ),
  );
}

const named = "up down left right home end pageup pagedown enter space tab backspace delete escape f1".split(" ");

/** Any key a keyboard can report, with and without modifiers. */
export const arbitraryKey: fc.Arbitrary<Key> = fc
  .tuple(
    fc.oneof(
      fc.constantFrom(...named).map((name): Key => (name === "space" ? { name, text: " " } : { name })),
      fc
        .constantFrom(..."0123456789abcdefghijklmnopqrstuvwxyz?é漢👩‍👩‍👧".split(""))
        .map((text): Key => ({ name: "char", text })),
      fc.constant<Key>({ name: "enter" }),
    ),
    fc.constantFrom({}, {}, {}, {}, { ctrl: true }, { alt: true }, { shift: true }),
  )
  .map(([key, modifiers]) => ({ ...key, ...modifiers }));

/** Any JSON that resembles a draft of this ask: its labels and foreign ones, texts no field would have let in. */
export function arbitraryDraft(ask: Ask): fc.Arbitrary<unknown> {
  const entries = ask.questions.map((question) =>
    fc.record({
      selectedOptions: fc.subarray(["no such label", ...question.options.map((option) => option.label)]),
      otherPicked: fc.boolean(),
      other: arbitraryText,
      note: arbitraryText,
      skipped: fc.boolean(),
    }),
  );
  return fc.record({ entries: fc.tuple(...entries), comment: arbitraryText, reason: arbitraryText });
}

/** What a hub that has all pictures of these answers says about them. */
export function checked(ask: Ask, answers: QuestionAnswer[]): ReturnType<typeof checkAnswers> {
  return checkAnswers(
    ask,
    answers,
    undefined,
    // The pictures of an ask are kept once each, however many answers name them.
    [...new Map(answers.flatMap(({ attachments = [] }) => attachments.map((each) => [each.hash, each]))).values()],
  );
}
