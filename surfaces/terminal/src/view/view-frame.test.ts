import { answer, parseAsk, startAnswering } from "@yourcall/core";
import { describe, expect, test } from "vitest";
import { press } from "../../../../core/src/testing/press.ts";
import { approvalAsk, multiAsk, singleAsk, threeAsk } from "../../../../core/src/testing/sample-asks.ts";
import { unicodeGlyphs } from "../screen/glyphs.ts";
import { lineText } from "../text/styled-line.ts";
import { viewFrame } from "./view-frame.ts";

function frame(state: Parameters<typeof viewFrame>[0], width = 80, height = 24) {
  return viewFrame(state, { width, height, glyphs: unicodeGlyphs }).lines;
}
const screen = (...given: Parameters<typeof frame>) =>
  frame(...given)
    .map(lineText)
    .join("\n");
/** The style of the piece that begins with this text. */
const styleOf = (lines: ReturnType<typeof frame>, text: string) =>
  lines.flat().find((piece) => piece.text.startsWith(text))?.style;

describe("the strip above a question", () => {
  const headers = ["Package Mgr", "Db", "Style", "Licence"];
  const four = parseAsk({
    questions: headers.map((header) => ({
      question: `Which ${header}?`,
      header,
      options: [{ label: "a" }, { label: "b" }],
      multiSelect: false,
    })),
  });
  const pages = headers.map((_, at) => answer(startAnswering(four), { type: "go", question: at }));
  const all = [...pages, answer(startAnswering(four), { type: "review" })];

  test.each([20, 30, 40, 60, 70, 80, 84, 90, 120])("has the same form on every page at %i columns", (width) => {
    const forms = all.map((state) => {
      const [title = ""] = screen(state, width).split("\n");
      return `${/Question|answered/.test(title) ? "words" : /\d\/4/.test(title) ? "short" : "none"}${title.includes("· Licence") || title.includes("▸ Licence") ? " marks" : ""}`;
    });
    expect(new Set(forms).size).toBe(1);
    expect(forms[0]).not.toBe("none");
  });

  test("shows a skipped question as such, and not as answered", () => {
    const state = press(startAnswering(threeAsk), "s");
    expect(screen(state, 120).split("\n")[0]).toMatch(/– Database {3}▸ Features/);
    expect(screen(press(state, "tab", "tab"), 120)).toMatch(/1 {3}– Database: no preference/);
    expect(screen(press(state, "left"))).toContain("– skipped: no preference");
  });
});

test("the question is bold and the focused row has a colour, so that neither looks like the other options", () => {
  const lines = frame(startAnswering(singleAsk));
  expect(styleOf(lines, "Which database")).toBe("strong");
  expect(styleOf(lines, "PostgreSQL")).toBe("focus");
  expect(styleOf(lines, ">")).toBe("focus");
  expect(styleOf(lines, "MongoDB")).toBe("text");
});

describe("the decline page", () => {
  test("names the question, all of several, or what an approval is about", () => {
    expect(screen(press(startAnswering(singleAsk), "x"))).toContain("Which database should we use");
    expect(screen(press(startAnswering(threeAsk), "x"))).toContain("All questions: Database, Features, Layout");
    expect(screen(press(startAnswering(approvalAsk), "x"))).toContain("fly deploy");
  });
});

test("a list of the program's own offers neither Other nor an agent that could be told something", () => {
  const state = startAnswering({ ...multiAsk, ownList: true } as typeof multiAsk);
  for (const shown of [screen(state, 120, 40), screen(press(state, "?"), 120, 40)])
    expect(shown).not.toMatch(/Other|agent|decline|skip|note/);
  expect(screen(state)).toContain("esc cancel");
  const review = press(startAnswering({ ...threeAsk, ownList: true } as typeof threeAsk), "tab", "tab", "tab");
  expect(review.page).toBe("review");
  for (const shown of [screen(review, 120, 40), screen(press(review, "?"), 120, 40)])
    expect(shown).not.toMatch(/agent|decline|skip|note|comment/i);
});
