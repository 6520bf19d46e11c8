import { describe, expect, test } from "vitest";
import { chosen, focused, press, typeText } from "../testing/press.ts";
import { multiAsk, threeAsk } from "../testing/sample-asks.ts";
import { startAnswering } from "./answering.ts";

const alone = startAnswering(multiAsk);
const several = press(startAnswering(threeAsk), "tab");

describe("moving on a multi-select", () => {
  test("arrows, Ctrl-N, Ctrl-P, Home and End reach every row without ticking or wrapping", () => {
    expect(focused(press(alone, "down", "ctrl+n", "down"))).toBe("Other");
    expect(focused(press(alone, "end", "down", "down"))).toBe("None of these");
    expect(focused(press(alone, "end", "up"))).toBe("Tailwind CSS");
    expect(focused(press(alone, "end", "ctrl+p", "home", "up"))).toBe("TypeScript");
    expect(chosen(press(alone, "down", "end", "home"))).toEqual([]);
  });

  test("j and k move, and j stops at the last option", () => {
    expect(focused(press(alone, "j", "j", "j", "j"))).toBe("Tailwind CSS");
    expect(focused(press(alone, "j", "k", "k"))).toBe("TypeScript");
  });
});

describe("ticking", () => {
  test("Space ticks and unticks", () => {
    expect(chosen(press(alone, "space", "down", "space"))).toEqual(["TypeScript", "ESLint"]);
    expect(chosen(press(alone, "space", "space"))).toEqual([]);
  });

  test("a digit toggles its row and moves there", () => {
    const state = press(alone, "1", "3");
    expect(chosen(state)).toEqual(["TypeScript", "Tailwind CSS"]);
    expect(focused(state)).toBe("Tailwind CSS");
    expect(chosen(press(state, "3"))).toEqual(["TypeScript"]);
  });

  test("the digit of Other opens it while it is empty and toggles it once it has text", () => {
    const open = press(alone, "4");
    expect(open).toMatchObject({ field: "other" });
    const typed = press(typeText(open, "dark mode"), "enter", "home");
    expect(chosen(press(typed, "4"))).toEqual([]);
    expect(chosen(press(typed, "4", "space"))).toEqual(["Other"]);
  });

  test("a ticks all listed options, then none, and leaves Other as it is", () => {
    expect(chosen(press(alone, "2", "a"))).toEqual(["ESLint", "TypeScript", "Tailwind CSS"]);
    expect(chosen(press(alone, "a", "a"))).toEqual([]);
    const other = press(typeText(press(alone, "o"), "dark mode"), "enter", "home");
    expect(chosen(press(other, "a"))).toEqual(["Other", "TypeScript", "ESLint", "Tailwind CSS"]);
    expect(chosen(press(other, "a", "a"))).toEqual(["Other"]);
  });

  test("text in Other ticks it, emptying it unticks it, unticking keeps the text", () => {
    const typed = typeText(press(alone, "end"), "a1");
    expect(chosen(typed)).toEqual(["Other"]);
    expect(chosen(press(typed, "backspace", "backspace"))).toEqual([]);
    const unticked = press(typed, "enter", "space");
    expect(chosen(unticked)).toEqual([]);
    expect(unticked.entries[0]?.other.text).toBe("a1");
    expect(chosen(press(unticked, "b"))).toEqual(["Other"]);
  });

  test("Space on an empty Other row opens it", () => {
    expect(press(alone, "end", "space")).toMatchObject({ field: "other" });
  });

  test("every printable key on the Other row is text, including shortcut letters and digits", () => {
    expect(typeText(press(alone, "end"), "jkanosxcy?123").entries[0]?.other.text).toBe("jkanosxcy?123");
  });
});

describe("finishing a multi-select", () => {
  test("Enter sends the ticks of a lone question", () => {
    expect(press(alone, "1", "3", "enter").end).toMatchObject({
      type: "submitted",
      answers: [{ selectedOptions: ["TypeScript", "Tailwind CSS"] }],
    });
  });

  test("answers are in the order of selection", () => {
    expect(press(alone, "3", "1", "2", "1", "1", "enter").end).toMatchObject({
      answers: [{ selectedOptions: ["Tailwind CSS", "ESLint", "TypeScript"] }],
    });
  });

  test("Enter sends options and own words together", () => {
    const state = press(typeText(press(alone, "1", "o"), "dark mode"), "enter", "enter");
    expect(state.end).toMatchObject({ answers: [{ selectedOptions: ["TypeScript"], customInput: "dark mode" }] });
  });

  test("Enter with nothing ticked is refused, does not tick the focused row and does not move", () => {
    const state = press(alone, "down", "enter");
    expect(state).toMatchObject({
      end: null,
      page: "question",
      notice: { code: "nothing-ticked" },
    });
    expect(chosen(state)).toEqual([]);
    expect(focused(state)).toBe("ESLint");
  });

  test("the refusal goes away with the next key", () => {
    expect(press(alone, "enter", "down").notice).toBeNull();
  });

  test("Enter goes to the next of several questions", () => {
    expect(press(several, "space", "enter")).toMatchObject({ page: "question", at: 2 });
  });

  test("Tab and right continue, Shift-Tab and left go back, Esc goes to the previous question", () => {
    expect(press(several, "tab")).toMatchObject({ page: "question", at: 2 });
    expect(press(several, "right")).toMatchObject({ page: "question", at: 2 });
    for (const key of ["shift+tab", "left", "escape"]) expect(press(several, key)).toMatchObject({ at: 0 });
    expect(press(alone, "tab")).toMatchObject({ page: "review" });
    expect(press(alone, "escape")).toMatchObject({ page: "decline" });
  });

  test("n, o, s, x and ? do what they do on a single-select", () => {
    expect(press(several, "n")).toMatchObject({ field: "note" });
    expect(press(several, "o")).toMatchObject({ field: "other" });
    expect(press(several, "s")).toMatchObject({ at: 2, entries: [{}, { skipped: true }, {}] });
    expect(press(alone, "s")).toMatchObject({ asking: "skip", end: null });
    expect(press(several, "x")).toMatchObject({ page: "decline" });
    expect(press(several, "?")).toMatchObject({ help: true });
  });

  test.each(
    "c y 9 ctrl+j alt+enter alt+space ctrl+a ctrl+e ctrl+w ctrl+u ctrl+k alt+b alt+f pageup pagedown ctrl+g ctrl+c".split(
      " ",
    ),
  )("%s does nothing", (key) => {
    const ticked = press(several, "space");
    expect(press(ticked, key)).toEqual(ticked);
  });
});
