import { expect, test } from "vitest";
import { splitGrowing } from "./split-growing.ts";

test.each([
  ["one", ["", "one"]],
  ["one\n\ntwo", ["one\n\n", "two"]],
  ["one\n\n", ["one\n\n", ""]],
  ["one\n\n```js\na\n\nb", ["one\n\n", "```js\na\n\nb"]],
  ["```js\na\n\nb\n```\n\nend", ["```js\na\n\nb\n```\n\n", "end"]],
  ["````\n```\n\nstill code", ["", "````\n```\n\nstill code"]],
])("a message that grows is split at its last blank line outside of code: %j", (text, parts) => {
  expect(splitGrowing(text)).toEqual(parts);
});
