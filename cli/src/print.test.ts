import { expect, test } from "vitest";
import { helpWidth } from "./help-page.ts";
import { columnsOf, wrapWords } from "./print.ts";

test("a command in a message is never broken, however long it is", () => {
  const id = "ask_1M7GRHEASMG8K8GQ3BFGZANR5EH9C9B6W09";
  expect(wrapWords(`Interrupted. The ask is still pending: yourcall wait ${id}`, 60)).toEqual([
    "Interrupted. The ask is still pending:",
    `yourcall wait ${id}`,
  ]);
  expect(wrapWords(`Or run \`yourcall wait ${id}\` in another shell.`, 30)).toEqual([
    "Or run",
    `\`yourcall wait ${id}\``,
    "in another shell.",
  ]);
});

test.each([
  ["an unsized terminal", { isTTY: true, columns: 0 }, 80],
  ["a narrow terminal", { isTTY: true, columns: 60 }, 60],
])("messages and help in %s have a readable width", (_, stream, width) => {
  expect([columnsOf(stream), helpWidth(stream)]).toEqual([width, width]);
});
