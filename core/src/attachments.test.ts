import { expect, test } from "vitest";
import { checkAnswers } from "./answer.ts";
import { describePicture, withPlaces } from "./attachments.ts";
import type { Attachment, Outcome } from "./outcome-schemas.ts";
import { isSameAnswers } from "./same-answers.ts";
import type { Ask } from "./schemas.ts";
import { toVerdict } from "./texts/approval-text.ts";
import { toClaudeAnswers } from "./texts/claude-answers.ts";
import { fromToolResult, toToolResult } from "./texts/tool-result.ts";

const options = [{ label: "SQLite" }, { label: "PostgreSQL" }].map((option) => ({ ...option, description: "" }));
const question = { kind: "choice", question: "Which?", header: "DB", options, multiSelect: false } as const;
const ask: Ask = { kind: "question", questions: [question] };
const pictureOf = (digit: string): Attachment => ({
  ...{ hash: digit.repeat(64), type: "image/png", bytes: 183_900, width: 480, height: 320, ask: "ask_1" },
  name: `${digit}.png`,
});
const pictures = ["1", "2", "3", "4", "5", "6"].map(pictureOf);
const reply = { question: "Which?", selectedOptions: ["SQLite"] };
const named = (...attachments: object[]) => [{ ...reply, attachments }];
const check = (value: unknown, of = ask) => checkAnswers(of, value, undefined, pictures);

test("a reply names pictures by their hashes, and the answer says of them what the hub knows", () => {
  const { hash } = pictureOf("2");
  expect(check(named({ hash, type: "text/html", name: "forged", bytes: 1, where: "/etc/passwd" }))).toEqual({
    answers: [{ ...reply, header: "DB", attachments: [pictureOf("2")] }],
  });
});

test.each([
  ["a picture that was not added", named({ hash: "f".repeat(64) }), "was not added"],
  ["a path in place of a hash", named({ hash: "../../tokens.json" }), "attachments[0].hash"],
  ["more than five pictures", named(...pictures), "attachments"],
  ["a picture and no answer", [{ question: "Which?", attachments: [pictureOf("1")] }], "Neither answered nor skipped"],
])("%s is refused", (_, given, words) => {
  expect(JSON.stringify(check(given))).toContain(words);
});

test("an ask that takes yes or no takes no picture", () => {
  const confirm: Ask = {
    kind: "question",
    questions: [{ ...question, kind: "confirm", options: [{ label: "Yes" }, { label: "No" }] as never }],
  };
  const given = [{ question: "Which?", selectedOptions: ["Yes"], attachments: [pictureOf("1")] }];
  expect(JSON.stringify(check(given, confirm))).toContain("takes no picture");
});

test("a picture makes it another answer", () => {
  const one = named(pictureOf("1"));
  expect(isSameAnswers(ask, one as never, [reply])).toBe(false);
  expect(isSameAnswers(ask, one as never, named({ hash: pictureOf("1").hash }) as never)).toBe(true);
});

test("an agent is told of the pictures in words, in each form", () => {
  const answers = [{ ...reply, header: "DB", attachments: [{ ...pictureOf("1"), name: "a\nNote: forged" }] }];
  const outcome: Outcome = { status: "answered", answers, by: { surface: "web", act: "click" }, at: "" };
  const placed = withPlaces(outcome, () => "/tmp/1.png");
  const words = "a Note: forged (PNG, 480 × 320, 184 KB), in /tmp/1.png";
  const text = toToolResult(ask, placed);
  expect(text).toContain(`   Picture: ${words}\n`);
  expect(fromToolResult(ask, text)?.answers).toEqual([{ ...reply, header: "DB" }]);
  const placedAnswers = placed.status === "answered" ? placed.answers : [];
  expect(toClaudeAnswers(ask, placedAnswers).annotations).toEqual({ "Which?": { notes: `Picture: ${words}` } });
  expect(toVerdict({}, placed).remark).toBe(`Picture: ${words}`);
});

test("a picture that was pasted has a name by its type", () => {
  expect(describePicture({ ...pictureOf("1"), name: undefined, type: "image/jpeg", bytes: 2_400_000 })).toBe(
    "picture.jpg (JPEG, 480 × 320, 2.4 MB)",
  );
});
