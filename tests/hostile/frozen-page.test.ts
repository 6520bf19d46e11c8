import { toApprovalAsk } from "@yourcall/core";
import { expect } from "vitest";
import { testInBrowser } from "../support/browser.ts";
import { previewAsk, singleAsk } from "../support/card-asks.ts";
import { useCardPage } from "../support/card-page.ts";

const cards = useCardPage();
// A page may not stop for more than 100 ms. Other tests run on the same machine, and the card of this page is built for development,
// so much more is allowed here; the worst of these asks stopped it for minutes. The unit tests count the work.
const longestMs = 3000;

const fill = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
const preview = (text: string) => ({
  ...previewAsk,
  questions: previewAsk.questions.map((question) => ({
    ...question,
    options: question.options.map((option) => ({ ...option, preview: text })),
  })),
});
const approval = (tool: string, input: Record<string, string>) => ({
  ...{ id: "ask_large", agent: { name: "claude" } },
  ...toApprovalAsk({ tool, input }),
});
const said = (text: string) => ({ ...singleAsk, context: text });
const words = (word: string) => Array.from({ length: 1000 }, (_, at) => `${word}${at}`).join(" ");
const lines = (word: string, count: number) => Array.from({ length: count }, (_, at) => `${word} ${at}`).join("\n");

const asks: [string, object][] = [
  ["HTML of tags that never end", preview(`<p>${fill("<a", 190_000)}>`)],
  ["HTML of quotes that never end", preview(`<p>${fill('<a "', 190_000)}'>`)],
  ["HTML that is one long name", preview(`<${fill("a", 190_000)}`)],
  ["60,000 nested elements", preview(`${fill("<b>", 180_000)}x</b>`)],
  ["nested tables", preview(`${fill("<table><tr><td>", 1500)}x</table>`)],
  ["nested boxes that stretch", preview(`${fill('<div style="display:flex;height:50%;flex:1">', 4400)}x</div>`)],
  [
    "a grid of a million columns",
    preview('<div style="display:grid;grid-template-columns:repeat(999999,1px)">x</div>'),
  ],
  ["a long drawing", preview(fill("+--+\n|  |\n", 200_000))],
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
  ["a command of one line", approval("Bash", { command: fill("echo ", 780_000) })],
  ["a command without spaces", approval("Bash", { command: fill("x", 780_000) })],
  ["a command of 390,000 lines", approval("Bash", { command: fill("a\n", 780_000) })],
  ["a plan of one long paragraph", approval("ExitPlanMode", { plan: fill("word ", 780_000) })],
  ["a list of one item", said(`- a\n${fill("a\n-", 19_900)}`)],
  ["emphasis without end", said(fill("*a_", 19_900))],
  ["many paragraphs of marks", said(fill(`${fill("*a_`[", 600)}\n\n`, 19_900))],
  ["lines that are headings", said(fill("# a\n", 19_900))],
];

testInBrowser("nothing that an agent sends stops the page", { timeout: 600_000 }, async () => {
  const took: Record<string, number> = {};
  for (const [name, ask] of asks) {
    const { page, show } = await cards.open({ ask: singleAsk });
    await page.evaluate(watch);
    await show({ ask });
    took[name] = Math.round(Number(await page.evaluate("longestStop()")));
    await page.close();
  }
  console.log("longest stop of the page in ms:", took);
  expect(Object.entries(took).filter(([, ms]) => ms > longestMs)).toEqual([]);
});

// Ticks as often as the page lets it, until nothing has changed for a while.
const watch = `(() => {
  let [longest, last, changed] = [0, performance.now(), performance.now()];
  const channel = new MessageChannel();
  channel.port1.onmessage = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    if (now - last > 50) changed = now;
    last = now;
    channel.port2.postMessage(0);
  };
  channel.port2.postMessage(0);
  new MutationObserver(() => { changed = performance.now(); }).observe(document, { subtree: true, childList: true, attributes: true });
  globalThis.longestStop = async () => {
    while (performance.now() - changed < 500) await new Promise((resolve) => setTimeout(resolve, 50));
    return longest;
  };
})()`;
