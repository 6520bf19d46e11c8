import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { takeScreenshot, testInBrowser } from "../support/browser.ts";
import { multiAsk, numberAsk, previewAsk, severalAsk, singleAsk, textAsk } from "../support/card-asks.ts";
import { useCardPage } from "../support/card-page.ts";
import { pressOn, rest, typeOn, typistClock } from "../support/typist.ts";

const cards = useCardPage();
const answer = (given: object, more: object = {}) => [
  ["submit", { answers: [expect.objectContaining(given)], act: "submit", ...more }],
];

testInBrowser("a yes or no has no Other, note, comment or skip, and no key for one", async () => {
  const question = { question: "Delete the production database?", header: "Confirm", kind: "confirm" };
  const ask = {
    ...singleAsk,
    context: undefined,
    questions: [{ ...question, options: [{ label: "No" }, { label: "Yes" }], multiSelect: false }],
  };
  const { page, sent } = await cards.open({ ask });
  const buttons = await page.getByRole("button").allTextContents();
  expect(buttons.map((name) => name.replace(/ .$/, "").trim())).toEqual(["Decline", "Send answer"]);
  expect(await page.getByRole("radio").count()).toBe(2);
  await page.keyboard.press("c");
  await takeScreenshot(page, "card/confirm");
  expect(await page.getByRole("textbox").count()).toBe(0);
  expect(await sent()).toEqual([]);
});

testInBrowser(
  "says for how long keys cannot answer: at first, after a lost focus, and while somebody types",
  async () => {
    const { page, change } = await cards.open({ ask: singleAsk }, { script: typistClock });
    const isSettling = () => page.evaluate<boolean>("document.querySelector('.yc-card').matches('[data-settling]')");
    const pause = async (ms: number) => {
      await page.evaluate(`typist.pause(${ms})`);
      return isSettling();
    };
    await page.evaluate("typist.stop()");
    await change({ ask: { ...singleAsk, id: "ask_2" } });
    await page.locator(".yc-card[data-settling]").waitFor();
    expect([await isSettling(), await pause(450), await pause(100)]).toEqual([true, true, false]);
    await pressOn(page, "Tab", 1);
    // What moves the focus in the same turn is a consequence of the key.
    await page.evaluate("typist.turn().then(() => document.activeElement.blur())");
    expect([await isSettling(), await pause(900), await pause(150)]).toEqual([true, true, false]);
    await pressOn(page, "Tab", 1);
    await typeOn(page, "off", 90);
    await page.getByRole("textbox").waitFor();
    expect([await isSettling(), await pause(900), await pause(150)]).toEqual([true, true, false]);
    await typeOn(page, "ice", 90);
    expect(await isSettling()).toBe(false);
  },
);

describe("with a pointer", () => {
  testInBrowser("pressing an option answers a lone single-select question", async () => {
    const { page, sent } = await cards.open({ ask: singleAsk });
    await page.getByText("Embedded DB, zero configuration").click();
    await expect.poll(sent).toEqual([
      [
        "submit",
        {
          answers: [{ question: singleAsk.questions[0]?.question, header: "Database", selectedOptions: ["SQLite"] }],
          act: "click",
        },
      ],
    ]);
    await page.getByText("Answered. You, ").waitFor();
  });

  testInBrowser("a scripted click, a press that ends elsewhere and selected text send nothing", async () => {
    const { page, sent } = await cards.open({ ask: singleAsk });
    const radio = page.getByRole("radio", { name: "MongoDB" });
    // A click without pointer events, as from screen readers and scripts.
    await radio.evaluate((element) => (element as unknown as { click(): void }).click());
    expect(await radio.isChecked()).toBe(true);
    await radio.dispatchEvent("click", { detail: 0 });
    const [from, to] = [await page.getByText("PostgreSQL").boundingBox(), await page.getByText("SQLite").boundingBox()];
    if (from === null || to === null) throw new Error("The options are not shown.");
    await page.mouse.move(from.x + 5, from.y + 5);
    await page.mouse.down();
    await page.mouse.move(to.x + 5, to.y + 5, { steps: 4 });
    await page.mouse.up();
    const words = await page.locator(".yc-more").first().boundingBox();
    if (words === null) throw new Error("The option has no description.");
    const middle = words.y + words.height / 2;
    await page.mouse.move(words.x + 1, middle);
    await page.mouse.down();
    await page.mouse.move(words.x + 90, middle, { steps: 4 });
    await page.mouse.up();
    await page.getByText("MongoDB").click({ modifiers: ["Shift"] });
    expect(await sent()).toEqual([]);
  });

  testInBrowser("touch, several questions, previews and submitOnClick={false} wait for Send", async () => {
    const finger = await cards.open({ ask: singleAsk }, { touch: true, width: 360 });
    await finger.page.getByText("MongoDB").tap();
    expect(await finger.page.getByRole("radio", { name: "MongoDB" }).isChecked()).toBe(true);
    // A field opened by a finger gets the focus, as with a mouse.
    await finger.page.getByText("Other", { exact: true }).tap();
    await expect.poll(() => finger.page.evaluate("document.activeElement.ariaLabel")).toBe("Your own answer");
    expect(await finger.sent()).toEqual([]);
    const { page, sent, show } = await cards.open({ ask: severalAsk });
    await page.getByText("MongoDB").click();
    await show({ ask: previewAsk });
    await page.getByText("Room for many sections").click();
    await show({ ask: { ...singleAsk, id: "ask_2" }, submitOnClick: false });
    await page.getByText("MongoDB").click();
    expect(await sent()).toEqual([]);
    await page.getByRole("button", { name: "Send answer" }).click();
    await expect.poll(sent).toEqual(answer({ selectedOptions: ["MongoDB"] }));
  });

  testInBrowser("Other opens a field, and its text is sent", async () => {
    const { page, sent } = await cards.open({ ask: singleAsk });
    await page.getByText("Other").click();
    const field = page.getByRole("textbox", { name: "Your own answer" });
    await expect.poll(() => page.evaluate("document.activeElement.ariaLabel")).toBe("Your own answer");
    // Send is marked as disabled, and says why when it is pressed.
    await page.getByRole("button", { name: "Send answer" }).click({ force: true });
    await page.getByText("Other is empty.").waitFor();
    expect(await sent()).toEqual([]);
    await field.fill("bun, not\nnode");
    expect(await page.getByRole("radio", { name: "Other" }).isChecked()).toBe(true);
    await page.getByRole("button", { name: "Send answer" }).click();
    await expect.poll(sent).toEqual(answer({ selectedOptions: [], customInput: "bun, not\nnode" }));
  });

  testInBrowser("text in Other in addition to a choice needs a confirmation before anything is sent", async () => {
    const { page, sent } = await cards.open({ ask: singleAsk });
    await page.getByText("Other").click();
    await page.getByRole("textbox", { name: "Your own answer" }).fill("bun");
    await page.getByText("MongoDB").click();
    await page.getByText("You also wrote “bun”.").waitFor();
    await page.getByRole("button", { name: "Back" }).click();
    await page.getByRole("button", { name: "Send answer" }).click();
    expect(await sent()).toEqual([]);
    await page.getByRole("button", { name: "Add it as a note" }).click();
    await expect.poll(sent).toEqual(answer({ selectedOptions: ["MongoDB"], notes: "bun" }));
  });

  testInBrowser("a multi-select takes options, Other, a note and a comment together", async () => {
    const { page, sent, draft } = await cards.open({ ask: multiAsk });
    await page.getByText("TypeScript").click();
    await page.getByText("Search, full-text").click();
    await page.getByText("TypeScript").click();
    await page.getByText("Other").click();
    await page.getByRole("textbox", { name: "Your own answer" }).fill("dark mode");
    await page.getByRole("button", { name: "Add a note" }).click();
    await page.getByRole("textbox", { name: "Note" }).fill("soon");
    await page.getByRole("button", { name: "Comment" }).click();
    await page.getByRole("textbox", { name: "Comment on the whole" }).fill("Thanks.");
    expect(await draft()).toEqual({
      entries: [
        { selectedOptions: ["Search, full-text"], otherPicked: true, other: "dark mode", note: "soon", skipped: false },
      ],
      comment: "Thanks.",
      reason: "",
    });
    await page.getByRole("button", { name: "Send answer" }).click();
    await expect
      .poll(sent)
      .toEqual(
        answer(
          { selectedOptions: ["Search, full-text"], customInput: "dark mode", notes: "soon" },
          { comment: "Thanks." },
        ),
      );
  });

  testInBrowser("None of these answers a multi-select in the person's name and clears all ticks", async () => {
    const { page, sent } = await cards.open({ ask: multiAsk });
    await page.getByText("TypeScript").click();
    await page.getByText("None of these").click();
    expect(await page.getByRole("checkbox", { checked: true }).count()).toBe(1);
    await page.getByRole("button", { name: "Send answer" }).click();
    await expect.poll(sent).toEqual(answer({ selectedOptions: [], customInput: "None of these" }));
  });

  testInBrowser(
    "Send with an unanswered question goes there and says so; Skip needs a confirmation if it would send",
    async () => {
      const { page, sent, show } = await cards.open({ ask: severalAsk });
      await page.getByText("MongoDB").click();
      await page.getByText("0 of 4 answered").waitFor({ state: "detached" });
      await page.getByText("1 of 4 answered").waitFor();
      await page.getByRole("button", { name: "Send answers" }).click({ force: true });
      await page.getByRole("status").getByText("3 questions still open.").waitFor();
      await expect.poll(() => focusedName(page)).toBe("TypeScript");
      await page.getByText("Tailwind CSS").click();
      await page.getByRole("textbox", { name: "Your answer" }).fill("shop");
      await page.getByRole("textbox", { name: /Your number/ }).fill("99");
      await page.getByRole("button", { name: "Send answers" }).click({ force: true });
      await page.getByText("Must be at most 64.").waitFor();
      await page.getByRole("button", { name: "Skip" }).last().click();
      await page.getByText("4 of 4 answered").waitFor();
      await page.getByRole("button", { name: "Send answers" }).click();
      await expect.poll(sent).toMatchObject([
        [
          "submit",
          {
            answers: [
              { selectedOptions: ["MongoDB"] },
              { selectedOptions: ["Tailwind CSS"] },
              { customInput: "shop" },
              { skipped: true },
            ],
          },
        ],
      ]);
      await show({ ask: textAsk });
      await page.getByRole("button", { name: "Skip" }).click();
      await page.getByText("Skip it? The agent is told that you have no preference.").waitFor();
      expect(await sent()).toHaveLength(1);
      await page.getByRole("button", { name: "Skip" }).last().click();
      await expect.poll(sent).toHaveLength(2);
    },
  );

  testInBrowser("Decline asks for a reason, and going back loses nothing", async () => {
    const { page, sent } = await cards.open({ ask: multiAsk });
    await page.getByText("TypeScript").click();
    await page.getByRole("button", { name: "Decline" }).click();
    await page.getByRole("textbox", { name: /why if you give a reason/ }).fill("ask me tomorrow");
    await page.getByText("Tailwind CSS").click();
    expect(await page.getByRole("checkbox", { checked: true }).count()).toBe(2);
    await page.getByRole("button", { name: "Decline" }).click();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Send answer" }).waitFor();
    // A button that reappeared under a resting pointer cannot be pressed until the pointer has moved.
    await page.mouse.move(1, 1);
    await page.getByRole("button", { name: "Decline" }).click();
    await page.getByRole("button", { name: "Decline" }).click();
    await expect.poll(sent).toEqual([["decline", { reason: "ask me tomorrow" }]]);
    await page.getByText("Declined. You, ").waitFor();
  });
});

describe("with keys alone", () => {
  testInBrowser("the card never takes the focus, and moving through the options with arrows never sends", async () => {
    const { page, sent } = await cards.open({ ask: singleAsk });
    expect(await page.evaluate("document.activeElement === document.body")).toBe(true);
    await page.keyboard.press("2");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    expect(await focusedName(page)).toBe("PostgreSQL Recommended");
    for (let row = 0; row < 5; row++) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Space");
    expect(await page.getByRole("radio", { checked: true }).count()).toBe(1);
    expect(await sent()).toEqual([]);
    await page.keyboard.press("3");
    await expect.poll(sent).toEqual(answer({ selectedOptions: ["SQLite"] }));
  });

  testInBrowser("letters and Enter work as in a terminal, and are text in a field", async () => {
    const { page, sent } = await cards.open({ ask: multiAsk }, { script: typistClock });
    // Not as fast as somebody types.
    const press = async (key: string) => {
      await rest(page, 1000);
      await page.keyboard.press(key);
    };
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowDown");
    expect(await focusedName(page)).toBe("Search, full-text");
    await press("a");
    expect(await page.getByRole("checkbox", { checked: true }).count()).toBe(3);
    await press("1");
    await press("o");
    await page.keyboard.type("no 2 x");
    await page.keyboard.press("Enter");
    await page.keyboard.type("s");
    expect(await page.getByRole("textbox").inputValue()).toBe("no 2 x\ns");
    await page.keyboard.press("Shift+Tab");
    await press("n");
    await page.keyboard.type("later");
    await press("Control+Enter");
    await expect.poll(sent).toEqual(
      answer({
        selectedOptions: ["Search, full-text", "Tailwind CSS"],
        customInput: "no 2 x\ns",
        notes: "later",
      }),
    );
    await expect.poll(() => page.evaluate("document.activeElement.className")).toBe("yc-card");
  });

  testInBrowser("Enter in a number sends it, and never while an input method composes", async () => {
    const { page, sent, show } = await cards.open({ ask: numberAsk });
    const field = page.getByRole("textbox");
    await field.fill("3");
    await field.dispatchEvent("keydown", { key: "Enter", isComposing: true });
    await field.dispatchEvent("keydown", { key: "Enter", keyCode: 229 });
    await field.dispatchEvent("keydown", { key: "Enter", ctrlKey: true, isComposing: true });
    expect(await sent()).toEqual([]);
    await page.keyboard.press("Enter");
    await expect.poll(sent).toEqual(answer({ selectedOptions: [], customInput: "3" }));
    // Escape leads out of the field, to where letters are keys.
    await show({ ask: textAsk });
    await page.getByRole("textbox").click();
    await page.keyboard.press("Escape");
    await page.keyboard.press("x");
    await page.getByRole("button", { name: "Keep answering" }).click();
    // A real composition, as an input method makes it. A focus that a script moves holds keys back for a second.
    await page.getByRole("textbox").click();
    const session = await page.context().newCDPSession(page);
    await session.send("Input.imeSetComposition", { text: "にほ", selectionStart: 2, selectionEnd: 2 });
    await session.send("Input.insertText", { text: "日本" });
    expect(await page.getByRole("textbox").inputValue()).toBe("日本");
    await page.keyboard.press("Meta+Enter");
    await expect.poll(sent).toHaveLength(2);
  });
});

/** The name of the option that has the focus. */
async function focusedName(page: Page): Promise<string> {
  return page.evaluate(
    "[...(document.activeElement.labels?.[0]?.querySelectorAll('.yc-name, .yc-recommended') ?? [])].map((part) => part.textContent).join(' ')",
  );
}
