import { expect, test } from "vitest";
import { completeSlash, matchSlash, parseSlash } from "./slash-commands.ts";

test.each([
  ["/", "/"],
  ["/h", "/help"],
  ["/m", "/model "],
  ["/re", "/resume "],
  ["/x", "/x"],
  ["hello", "hello"],
  ["/model gpt", "/model gpt"],
])("Tab makes %s into %j", (typed, completed) => {
  expect(completeSlash(typed)).toBe(completed);
});

test("matching commands are offered while one is typed, and not for other messages", () => {
  expect(matchSlash("/").map(({ name }) => name)).toEqual(["/help", "/model", "/clear", "/resume"]);
  expect(matchSlash("/etc/hosts is broken")).toEqual([]);
});

test("a message is a command only if it contains nothing else", () => {
  expect(parseSlash("/model opus")).toEqual({ name: "/model", word: "opus", known: true });
  expect(parseSlash("/halp")).toMatchObject({ known: false });
  expect(parseSlash("/etc/hosts is broken")).toBeNull();
  expect(parseSlash("/help me with the login page")).toBeNull();
});
