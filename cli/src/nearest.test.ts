import { expect, test } from "vitest";
import { describeOptionError, nearest } from "./nearest.ts";

test.each([
  ["lst", "list"],
  ["lsit", "list"],
  ["comp", "completion"],
  ["anwser", "answer"],
  ["xyz", undefined],
  ["l", undefined],
  ["deploy", undefined],
])("for %s a person most likely meant %s", (given, meant) => {
  expect(nearest(given, ["ask", "list", "log", "answer", "completion", "demo"])).toBe(meant);
});

test.each([
  ["Unknown option '--jsn'. To specify a positional …", "UNKNOWN_OPTION", "Unknown option --jsn. Did you mean --json?"],
  ["Unknown option '-z'. To specify …", "UNKNOWN_OPTION", "Unknown option -z. Use --help to see the options."],
  ["Option '-q, --question <value>' argument missing", "INVALID_OPTION_VALUE", "--question needs a value."],
  ["Option '--json' does not take an argument", "INVALID_OPTION_VALUE", "--json takes no value."],
  [
    "Unexpected argument 'x'. This command does not take positional arguments",
    "UNEXPECTED_POSITIONAL",
    'Unexpected argument "x". Use --help to see how this command is used.',
  ],
])("%s", (message, code, said) => {
  expect(describeOptionError({ code: `ERR_PARSE_ARGS_${code}`, message }, ["json", "help"])).toBe(said);
});
