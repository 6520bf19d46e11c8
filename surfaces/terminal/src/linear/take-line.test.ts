import { type Ask, answer, checkAnswers, startAnswering } from "@yourcall/core";
import { denies } from "@yourcall/core/internal";
import fc from "fast-check";
import { expect, test } from "vitest";
import { arbitraryAsk } from "../../../../core/src/testing/arbitrary-ask.ts";
import { endingLines } from "./ending-lines.ts";
import { questionLines } from "./question-lines.ts";
import { requestLine } from "./request-line.ts";
import type { Linear } from "./step.ts";
import { takeLine } from "./take-line.ts";

const manager: Ask = {
  kind: "question",
  questions: [
    {
      header: "Package Mgr",
      question: "Which package manager?",
      kind: "choice",
      options: [{ label: "npm" }, { label: "pnpm" }],
      multiSelect: false,
    },
  ],
};

/** Other already has text, as from a draft. */
const withWords: Linear = {
  state: answer(startAnswering(manager), { type: "set-text", field: "other", text: "bun" }),
  withWords: [],
};

test("an option chosen in addition to a typed answer is not sent before the person decides", () => {
  const { linear, said } = takeLine(withWords, "1");
  expect(said).toEqual(['You also wrote "bun".']);
  expect(requestLine(linear.state)).toBe("y to send npm only, n to add it as a note, b to go back: ");
  expect(linear.state.end).toBeNull();
  expect(takeLine(linear, "1").said).toEqual(["Type y, n or b."]);
  expect(takeLine(linear, "b").linear.state.end).toBeNull();
  expect(takeLine(linear, "y").linear.state.end).toMatchObject({ answers: [{ selectedOptions: ["npm"] }] });
});

test("text sent as a note is not reported as unsent", () => {
  const { state } = takeLine(takeLine(withWords, "1").linear, "n").linear;
  if (state.end?.type !== "submitted") throw new Error("Nothing was sent.");
  expect(state.end.answers).toMatchObject([{ selectedOptions: ["npm"], notes: "bun" }]);
  const outcome = {
    status: "answered" as const,
    ...state.end,
    by: { surface: "terminal", act: "submit" as const },
    at: "",
  };
  expect(endingLines(manager, outcome, { state })).toEqual(["Sent."]);
});

test("an empty line after o sends the text already there", () => {
  const opened = takeLine(withWords, "o");
  expect(opened.said).toEqual(['Now: "bun". An empty line keeps it.']);
  expect(takeLine(opened.linear, "").linear.state.end).toMatchObject({ answers: [{ customInput: "bun" }] });
});

const arbitraryLine = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom("1", "2", "3", "5", "1 2", "2,o", "a", "o", "y", "Y", "") },
  { weight: 4, arbitrary: fc.constantFrom("s", "s 1", "x", "n", "b", "r", "?", "p 1", "c", "-", "deny") },
  { weight: 1, arbitrary: fc.string({ maxLength: 8 }).map((text) => text.replace(/\P{L}/gu, "")) },
);

test("whatever is typed, the answer sent is valid and no line contains a control character", () => {
  fc.assert(
    fc.property(arbitraryAsk, fc.array(arbitraryLine, { maxLength: 40 }), (ask, lines) => {
      let linear: Linear = { state: startAnswering(ask), withWords: [] };
      for (const line of lines) {
        const shown = [...questionLines(linear.state), requestLine(linear.state)];
        const { linear: next, said } = takeLine(linear, line);
        for (const text of [...shown, ...said]) expect(text).not.toMatch(/\p{Cc}|\p{Cs}/u);
        linear = next;
        if (next.state.end === null) continue;
        if (next.state.end.type === "submitted")
          expect(checkAnswers(ask, next.state.end.answers)).not.toHaveProperty("issues");
        return;
      }
    }),
    { numRuns: 150 },
  );
});

test("only y or Y allows, only y or the reason after it declines, and only q asks back", () => {
  fc.assert(
    fc.property(arbitraryAsk, fc.array(arbitraryLine, { maxLength: 40 }), (ask, lines) => {
      let linear: Linear = { state: startAnswering(ask), withWords: [] };
      let before = "";
      for (const line of lines) {
        linear = takeLine(linear, line).linear;
        const { end } = linear.state;
        // A Deny that was added declines by its number.
        const hasAdded = ask.approval?.options?.every(({ effect }) => effect !== "deny") === true;
        if (end?.type === "declined" && !hasAdded)
          expect(before.toLowerCase()).toBe(end.asked === undefined ? "y" : "q");
        if (end?.type === "submitted" && ask.kind === "approval" && !denies(ask, end.answers[0]?.selectedOptions[0]))
          expect(line.toLowerCase()).toBe("y");
        if (end !== null) return;
        before = line;
      }
    }),
    { numRuns: 150 },
  );
});
