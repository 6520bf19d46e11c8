import { expect, test } from "vitest";
import { maxPictures } from "../limits.ts";
import type { Attachment } from "../outcome-schemas.ts";
import type { Ask } from "../schemas.ts";
import { answer } from "./answer-by-keys.ts";
import { type Answering, startAnswering } from "./answering.ts";
import { applyDraft, hasContent, toDraft } from "./draft.ts";
import { toEvent } from "./key-map.ts";

const options = [{ label: "SQLite" }, { label: "PostgreSQL" }];
const ask: Ask = {
  kind: "question",
  questions: [{ kind: "choice", question: "Which?", header: "DB", options, multiSelect: false }],
};
const pictureOf = (digit: number): Attachment => ({
  ...{ hash: `${digit}`.repeat(64), type: "image/png", bytes: 9, width: 3, height: 2, name: `${digit}.png` },
});
const start = (given = ask, pictures = true) => startAnswering(given, { pictures });
const attachedTo = (state: Answering, ...digits: number[]) =>
  digits.reduce((before, digit) => answer(before, { type: "attach", attachment: pictureOf(digit) }), state);

test("a picture goes with the answer, and alone is none", () => {
  const attached = attachedTo(start(), 1);
  expect(answer(attached, { type: "send" })).toMatchObject({ end: null, notice: { code: "still-open" } });
  const sent = answer(answer(attached, { type: "pick", row: 0 }), { type: "send" });
  expect(sent.end).toMatchObject({ answers: [{ selectedOptions: ["SQLite"], attachments: [pictureOf(1)] }] });
});

test("the same picture is added once, five are accepted, and the sixth is refused in words", () => {
  const five = attachedTo(start(), 1, 1, 2, 3, 4, 5);
  expect(five.entries[0]?.attachments).toHaveLength(maxPictures);
  expect(attachedTo(five, 6).notice).toEqual({ code: "too-many-pictures", limit: maxPictures });
  const fewer = answer(five, { type: "detach", hash: pictureOf(3).hash });
  expect(fewer.entries[0]?.attachments.map(({ name }) => name)).toEqual(["1.png", "2.png", "4.png", "5.png"]);
});

test("a draft carries pictures from one surface to another, and not what only looks like one", () => {
  const draft = toDraft(attachedTo(start(), 1, 2));
  expect(hasContent(draft)).toBe(true);
  const there = applyDraft(start(ask, false), JSON.parse(JSON.stringify(draft)));
  expect(there.entries[0]?.attachments).toEqual([pictureOf(1), pictureOf(2)]);
  const [entry] = draft.entries;
  const forged = { ...draft, entries: [{ ...entry, attachments: [{ hash: "../../x", type: "text/html" }] }] };
  expect(applyDraft(start(), forged)).toEqual(start());
});

test("p opens a field for a path where the surface can add one; Enter asks the surface, and sending waits for it", () => {
  expect(toEvent(start(ask, false), { name: "char", text: "p" })).toBe(null);
  const opened = answer(start(), toEvent(start(), { name: "char", text: "p" }) ?? { type: "help" });
  expect(opened.field).toBe("picture");
  const adding = answer(answer(opened, { type: "insert", text: "~/a.png" }), { type: "enter" });
  expect(adding).toMatchObject({ adding: { path: "~/a.png", question: 0 }, field: null });
  const early = answer(answer(adding, { type: "pick", row: 0 }), { type: "send" });
  expect(early).toMatchObject({ end: null, notice: { code: "picture-on-its-way" } });
  const failed = answer(adding, { type: "not-attached", message: "There is no such file." });
  expect(failed).toMatchObject({ adding: null, field: "picture", picture: { text: "~/a.png" } });
  expect(failed.notice).toEqual({ code: "refused", message: "There is no such file." });
  expect(attachedTo(adding, 1)).toMatchObject({ adding: null, picture: { text: "" } });
});

test("no path removes the last picture again", () => {
  const opened = answer(attachedTo(start(), 1, 2), { type: "open", field: "picture" });
  expect(answer(opened, { type: "enter" }).entries[0]?.attachments).toEqual([pictureOf(1)]);
});

test("a yes or no takes no picture", () => {
  const yes = [{ label: "Yes" }, { label: "No" }];
  const confirm = start({
    kind: "question",
    questions: [{ ...ask.questions[0], kind: "confirm", options: yes }] as never,
  });
  expect(attachedTo(confirm, 1).entries[0]?.attachments).toEqual([]);
});
