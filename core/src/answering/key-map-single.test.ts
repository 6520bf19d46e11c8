import { describe, expect, test } from "vitest";
import { chosen, focused, press, typeText } from "../testing/press.ts";
import { askOf, singleAsk, threeAsk } from "../testing/sample-asks.ts";
import { startAnswering } from "./answering.ts";

const alone = startAnswering(singleAsk);
const several = startAnswering(threeAsk);

describe("moving on a single-select", () => {
  test("starts on the recommended option with nothing chosen", () => {
    expect(focused(startAnswering(askOf("npm", "pnpm (Recommended)", "yarn")))).toBe("pnpm (Recommended)");
    expect(chosen(alone)).toEqual([]);
  });

  test("starts on the first option when none or several are recommended", () => {
    expect(focused(startAnswering(askOf("npm", "pnpm")))).toBe("npm");
    expect(focused(startAnswering(askOf("npm", "pnpm (Recommended)", "yarn (Recommended)")))).toBe("npm");
  });

  test.each([
    ["down", "up"],
    ["ctrl+n", "ctrl+p"],
  ])("%s and %s move through the options and Other without wrapping or choosing", (down, up) => {
    const bottom = press(alone, down, down, down, down, down);
    expect(focused(bottom)).toBe("Other");
    expect(focused(press(bottom, up))).toBe("SQLite");
    expect(focused(press(bottom, up, up, up, up, up))).toBe("PostgreSQL (Recommended)");
    expect(chosen(bottom)).toEqual([]);
  });

  test("j and k move, and j stops at the last option", () => {
    expect(focused(press(alone, "j", "j", "j", "j"))).toBe("SQLite");
    expect(focused(press(alone, "j", "j", "k", "k", "k"))).toBe("PostgreSQL (Recommended)");
  });

  test("Home goes to the first option and End to Other", () => {
    expect(focused(press(alone, "end"))).toBe("Other");
    expect(focused(press(alone, "end", "home"))).toBe("PostgreSQL (Recommended)");
  });

  test("moving chooses nothing, so the question is open in the review", () => {
    expect(press(alone, "down", "tab").notice).toBeNull();
    expect(press(alone, "down", "tab").reviewRow).toBe(0);
    expect(press(alone, "down", "tab", "end", "enter")).toMatchObject({
      end: null,
      notice: { code: "still-open", count: 1 },
    });
  });
});

describe("choosing on a single-select", () => {
  test("Enter chooses the focused option and sends a lone question", () => {
    expect(press(alone, "down", "enter").end).toEqual({
      type: "submitted",
      answers: [{ question: singleAsk.questions[0]?.question, header: "Database", selectedOptions: ["MongoDB"] }],
    });
  });

  test("Enter chooses and goes to the next of several questions", () => {
    const state = press(several, "enter");
    expect(chosen(state, 0)).toEqual(["PostgreSQL (Recommended)"]);
    expect(state).toMatchObject({ page: "question", at: 1, end: null });
  });

  test("Space chooses and stays", () => {
    const state = press(alone, "space", "down", "space");
    expect(chosen(state)).toEqual(["MongoDB"]);
    expect(state).toMatchObject({ page: "question", end: null });
  });

  test("a digit chooses like Enter", () => {
    expect(press(alone, "3").end).toMatchObject({ type: "submitted", answers: [{ selectedOptions: ["SQLite"] }] });
    expect(press(several, "2")).toMatchObject({ at: 1, end: null });
    expect(chosen(press(several, "2"), 0)).toEqual(["MongoDB"]);
  });

  test("the digit of Other opens its field", () => {
    const state = press(alone, "4");
    expect(state).toMatchObject({ field: "other", end: null });
    expect(focused(state)).toBe("Other");
  });

  test.each(["5", "9", "0"])("the digit %s has no row and does nothing", (digit) => {
    expect(press(alone, digit)).toEqual(alone);
  });

  test("o goes to Other, ready to type", () => {
    const state = typeText(press(alone, "o"), "bun 2");
    expect(focused(state)).toBe("Other");
    expect(state.entries[0]?.other.text).toBe("bun 2");
  });
});

describe("the Other row of a single-select", () => {
  const onOther = press(alone, "end");

  test.each([..."jkanosxcy?123"])("%s is text there", (key) => {
    const state = press(onOther, key);
    expect(state).toMatchObject({ field: "other", page: "question", end: null, help: false });
    expect(state.entries[0]?.other.text).toBe(key);
  });

  test("typing there does not choose it", () => {
    expect(chosen(typeText(onOther, "DuckDB"))).toEqual([]);
  });

  test("Enter opens it while it is empty", () => {
    expect(press(onOther, "enter")).toMatchObject({ field: "other", end: null });
  });

  test("Enter on a closed Other with text chooses it", () => {
    expect(press(typeText(onOther, "DuckDB"), "escape", "enter").end).toMatchObject({
      answers: [{ selectedOptions: [], customInput: "DuckDB" }],
    });
  });

  test("Space opens it while it is empty, and chooses it once it has text", () => {
    expect(press(onOther, "space")).toMatchObject({ field: "other" });
    const closed = press(typeText(onOther, "DuckDB"), "escape", "space");
    expect(closed).toMatchObject({ field: null, end: null });
    expect(closed.entries[0]?.other.text).toBe("DuckDB");
    expect(chosen(closed)).toEqual(["Other"]);
  });
});

describe("going between questions", () => {
  test.each(["tab", "right"])("%s goes on without choosing, after the last question to the review", (key) => {
    expect(press(several, key)).toMatchObject({ page: "question", at: 1 });
    expect(press(several, key, key, key)).toMatchObject({ page: "review" });
    expect(chosen(press(several, key, key, key), 0)).toEqual([]);
    expect(press(alone, key)).toMatchObject({ page: "review" });
  });

  test.each(["shift+tab", "left"])("%s goes back and stops at the first question", (key) => {
    expect(press(several, "tab", "tab", key)).toMatchObject({ page: "question", at: 1 });
    expect(press(several, "tab", key, key)).toMatchObject({ page: "question", at: 0 });
  });

  test("Esc goes to the previous question, on the first to the decline page", () => {
    expect(press(several, "tab", "escape")).toMatchObject({ page: "question", at: 0 });
    expect(press(several, "escape")).toMatchObject({ page: "decline", end: null });
  });

  test("Esc on the first question in an inbox leads to the list, with the ask still pending", () => {
    expect(press(startAnswering(singleAsk, { escapeTo: "list" }), "escape").end).toEqual({ type: "left" });
  });
});

describe("letters on a single-select", () => {
  test("n opens a note, s skips to the next question, x opens the decline page, ? shows the keys", () => {
    expect(press(several, "n")).toMatchObject({ field: "note" });
    expect(press(several, "s")).toMatchObject({ at: 1, entries: [{ skipped: true }, {}, {}] });
    expect(press(several, "x")).toMatchObject({ page: "decline" });
    expect(press(several, "?")).toMatchObject({ help: true });
  });

  test("any key closes the list of keys again and does nothing else", () => {
    expect(press(several, "?", "enter")).toEqual(several);
    expect(press(several, "?", "x")).toEqual(several);
  });

  test.each(
    "a c y ctrl+j alt+enter alt+space ctrl+a ctrl+e ctrl+w ctrl+u ctrl+k alt+b alt+f alt+s alt+x pageup pagedown ctrl+g ctrl+c ctrl+z f1".split(
      " ",
    ),
  )("%s does nothing", (key) => {
    expect(press(several, key)).toEqual(several);
  });

  test("letters can be switched off; digits, arrows and ? stay", () => {
    const silent = startAnswering(threeAsk, { letters: false });
    for (const key of "jknosxacy") expect(press(silent, key)).toEqual(silent);
    expect(press(silent, "2")).toMatchObject({ at: 1 });
    expect(focused(press(silent, "down"))).toBe("MongoDB");
    expect(press(silent, "?")).toMatchObject({ help: true });
    expect(typeText(press(silent, "end"), "sax").entries[0]?.other.text).toBe("sax");
  });
});
