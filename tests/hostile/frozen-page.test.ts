import { toApprovalAsk } from "@yourcall/core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { testInBrowser } from "../support/browser.ts";
import { previewAsk, singleAsk } from "../support/card-asks.ts";
import { useCardPage } from "../support/card-page.ts";
import { longestTasks } from "../support/longest-tasks.ts";

const cards = useCardPage();
// In milliseconds of processor time, so that a busy machine does not count.
// The promise is 100 ms. A machine that is a third slower must not fail here; every fault so far took longer.
const longestMs = 150;

const fill = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
const preview = (text: string) => ({
  ...previewAsk,
  questions: previewAsk.questions.map((question) => ({
    ...question,
    options: question.options.map((option) => ({ ...option, preview: text })),
  })),
});
const approval = (tool: string, input: Record<string, unknown>) => ({
  ...{ id: "ask_large", agent: { name: "claude" } },
  ...toApprovalAsk({ tool, input }),
});
const said = (text: string) => ({ ...singleAsk, context: text });
const words = (word: string) => Array.from({ length: 1000 }, (_, at) => `${word}${at}`).join(" ");
const lines = (word: string, count: number) => Array.from({ length: count }, (_, at) => `${word} ${at}`).join("\n");

const manyEdits = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ old_string: `old ${at}`, new_string: `new ${at}` }));
const manyFields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`field${at}`, at]));

// Their sources are shown instead.
const tooLarge = new Set(["HTML of tags that never end", "60,000 nested elements"]);

const asks: [string, object][] = [
  ["HTML of tags that never end", preview(`<p>${fill("<a", 190_000)}>`)],
  ["60,000 nested elements", preview(`${fill("<b>", 180_000)}x</b>`)],
  ["nested boxes that stretch", preview(`${fill('<div style="display:flex;height:50%;flex:1">', 4400)}x</div>`)],
  [
    "a grid of a million columns",
    preview('<div style="display:grid;grid-template-columns:repeat(999999,1px)">x</div>'),
  ],
  ["a drawing of one line", preview(fill("+--", 200_000))],
  [
    "an edit of 190 long lines",
    approval("Edit", {
      file_path: "a.txt",
      old_string: Array.from({ length: 75 }, (_, at) => words(`a${at}x`).slice(0, 5000)).join("\n"),
      new_string: Array.from({ length: 75 }, (_, at) => words(`b${at}x`).slice(0, 5000)).join("\n"),
    }),
  ],
  [
    "an edit of every other word",
    approval("Edit", {
      file_path: "a.txt",
      old_string: Array.from({ length: 190 }, () => fill("same old ", 2000)).join("\n"),
      new_string: Array.from({ length: 190 }, () => fill("same new ", 2000)).join("\n"),
    }),
  ],
  [
    "an edit of 20,000 lines",
    approval("Edit", { file_path: "a.txt", old_string: lines("x", 20_000), new_string: lines("y", 20_000) }),
  ],
  ["a file of 390,000 lines", approval("Write", { file_path: "a.txt", content: fill("a\n", 780_000) })],
  ["a command without spaces", approval("Bash", { command: fill("x", 780_000) })],
  ["a plan of one long paragraph", approval("ExitPlanMode", { plan: fill("word ", 780_000) })],
  ["a plan of 390,000 lines", approval("ExitPlanMode", { plan: fill("a\n", 780_000) })],
  ["a file with a long name", approval("Write", { file_path: fill("name/", 780_000), content: "a" })],
  ["10,000 edits", approval("MultiEdit", { file_path: "a.txt", edits: manyEdits(10_000) })],
  ["an input of 20,000 fields", approval("Odd", manyFields(20_000))],
  ["a long address", approval("WebFetch", { url: `https://a.example/${fill("path/", 780_000)}` })],
  ["a command of invisible characters", approval("Bash", { command: fill("\u202e", 780_000) })],
  [
    "a change at the end of 55,000 lines",
    approval("Edit", { file_path: "a.txt", old_string: fill("a\n", 110_000), new_string: `${fill("a\n", 110_000)}b` }),
  ],
  [
    "4 questions with long texts",
    {
      ...singleAsk,
      context: fill("word ", 20_000),
      questions: Array.from({ length: 4 }, (_, at) => ({
        ...{
          question: `${at} ${fill("`a` *b* ", 19_000)}`,
          header: `Part ${at} ${fill("x", 900)}`,
          multiSelect: false,
        },
        options: Array.from({ length: 4 }, (_, row) => ({
          ...{ label: `${row} ${fill("*label* ", 1990)}`, description: fill("`more` text ", 10_000) },
          preview: fill("+--+\n|  |\n", 200_000),
        })),
      })),
    },
  ],
  ["a list of one item", said(`- a\n${fill("a\n-", 19_900)}`)],
  ["emphasis without end", said(fill("*a_", 19_900))],
  ["many paragraphs of marks", said(fill(`${fill("*a_`[", 600)}\n\n`, 19_900))],
];

testInBrowser("nothing that an agent sends stops the page", { timeout: 600_000 }, async () => {
  // A script of the test would be one more that previews have to refuse.
  const { page } = await cards.open({ ask: singleAsk }, { script: undefined });
  const measure = (some: typeof asks) =>
    longestTasks(page, async (measure) => {
      for (const [name, ask] of some) {
        await page.evaluate(
          `globalThis.next = JSON.parse(${JSON.stringify(JSON.stringify({ ask: { ...ask, id: name } }))})`,
        );
        await measure(name, () => page.evaluate(`cardPage.show(next); ${settled}`));
        if (tooLarge.has(name))
          expect(await page.getByText("This HTML is too large to draw. Its source:").count()).toBe(1);
        if ((await page.getByRole("button", { name: "Show more" }).count()) > 0) {
          const before = await countRows(page);
          await measure(`${name}${andMore}`, () => page.evaluate(`${showMore}; ${settled}`));
          expect(await countRows(page)).toBeGreaterThan(before);
        }
        await page.evaluate(showSingle);
      }
    });
  const isLong = ([, ms]: [string, number]) => ms > longestMs;
  const took = await measure(asks);
  // A collection of garbage that others have left may fall into the first time.
  const long = new Set(
    Object.entries(took)
      .filter(isLong)
      .map(([name]) => name.replace(andMore, "")),
  );
  const again = long.size === 0 ? {} : await measure(asks.filter(([name]) => long.has(name)));
  for (const [name, ms] of Object.entries(again)) took[name] = Math.min(took[name] ?? ms, ms);
  console.log("longest task of the page in ms:", took);
  expect(Object.entries(took).filter(isLong)).toEqual([]);
});

const andMore = ", more";
const showSingle = `cardPage.show(${JSON.stringify({ ask: singleAsk })})`;
const showMore =
  '[...document.querySelectorAll("button")].find((button) => button.textContent === "Show more").click()';
const countRows = (page: Page) =>
  page.evaluate<number>('document.querySelectorAll(".yc-ln, .yc-frame pre > div").length');
// Waits until nothing has changed for a while and nothing more will be drawn.
const settled = `(async () => {
  let changed = performance.now();
  const observer = new MutationObserver(() => { changed = performance.now(); });
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  const isLoading = () => [...document.querySelectorAll(".yc-eof")].some((line) => line.textContent.includes("Loading"));
  while (isLoading() || performance.now() - changed < 150) await new Promise((resolve) => setTimeout(resolve, 20));
  observer.disconnect();
})()`;
