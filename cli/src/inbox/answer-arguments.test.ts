import { describe, expect, test } from "vitest";
import { answer } from "../commands/answer.ts";
import { parseCommand } from "../run-command.ts";
import { splitOptional, toAnswerArguments } from "./answer-arguments.ts";

const parse = (...args: string[]) => toAnswerArguments(parseCommand(answer, splitOptional(args)));

test("the id may come before or after the flags", () => {
  const form = { type: "flags", flags: [{ name: "select", value: "A" }] };
  expect(parse("7Q2F", "--select", "A")).toMatchObject({ id: "7Q2F", form });
  expect(parse("--select", "A", "7Q2F")).toMatchObject({ id: "7Q2F", form });
});

test("labels may follow one --select", () => {
  expect(parse("7Q2F", "--select", "F=A", "B", "--note", "x", "--select=C").form).toEqual({
    type: "flags",
    flags: [
      { name: "select", value: "F=A" },
      { name: "select", value: "B", further: true },
      { name: "note", value: "x" },
      { name: "select", value: "C" },
    ],
  });
});

describe("a decline", () => {
  test("needs no reason", () => {
    expect(parse("7Q2F", "--decline")).toMatchObject({ id: "7Q2F", form: { type: "decline" } });
    expect(parse("--decline", "7Q2F")).toMatchObject({ id: "7Q2F", form: { type: "decline" } });
  });

  test.each([
    ["7Q2F", "--decline", "ask me tomorrow"],
    ["7Q2F", "--decline=ask me tomorrow"],
  ])("may have one: %s %s", (...args) => {
    expect(parse(...args)).toMatchObject({ id: "7Q2F", form: { type: "decline", reason: "ask me tomorrow" } });
  });
});

test("--skip takes a header or none, and never the id", () => {
  const skip = (value: string) => ({ type: "flags", flags: [{ name: "skip", value }] });
  expect(parse("7Q2F", "--skip")).toMatchObject({ id: "7Q2F", form: skip("") });
  expect(parse("--skip", "7Q2F")).toMatchObject({ id: "7Q2F", form: skip("") });
  expect(parse("7Q2F", "--skip", "Port")).toMatchObject({ form: skip("Port") });
  expect(parse("7Q2F", "--skip=Port")).toMatchObject({ form: skip("Port") });
  expect(parse("7Q2F", "--skip", "Port", "--skip", "Auth").form).toMatchObject({
    flags: [{ value: "Port" }, { value: "Auth" }],
  });
});

test("a comment goes with flags and with a file", () => {
  expect(parse("7Q2F", "--select", "A", "--comment", "c").form).toMatchObject({ type: "flags", comment: "c" });
  expect(parse("7Q2F", "--from", "-", "--comment", "c").form).toEqual({ type: "file", file: "-", comment: "c" });
});

test.each([
  [["7Q2F", "--select", "A", "--decline"], /--select and --decline/],
  [["7Q2F", "--editor", "--from", "x"], /--from and --editor/],
  [["7Q2F", "--skip", "Port", "Auth"], /Unexpected argument "Auth"/],
  [["7Q2F", "--decline", "no", "never"], /Unexpected argument "never"/],
  [["7Q2F", "--other", "two", "words"], /Unexpected argument "words"/],
  [["7Q2F", "--decline", "--comment", "c"], /--decline REASON/],
  [["7Q2F", "--editor", "--comment", "c"], /comment in the sheet/],
])("%j is wrong", (args, message) => {
  expect(() => parse(...args)).toThrow(message);
});
