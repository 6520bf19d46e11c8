import { expect, test } from "vitest";
import type { Definition } from "./command.ts";
import { commands, groups } from "./commands/index.ts";
import { toHelpPage, toOverview } from "./help-page.ts";
import { wordsOf } from "./man-page.ts";

const all = commands.flatMap((command): Definition[] => [command, ...wordsOf(command)]);
const words = (text: string) => text.replace(/\s+/g, " ");

test.each(all.map((definition) => [definition.name, definition] as const))(
  "the help of %s is ASCII for every locale, fits into 80 columns, and loses no word at 60",
  (_, definition) => {
    const page = toHelpPage(definition, 80);
    expect(page).toMatch(/^[\n -~]*$/);
    expect(page.split("\n").filter((line) => line.length > 80)).toEqual([]);
    expect(words(toHelpPage(definition, 60))).toBe(words(page));
  },
);

test("a row wraps below its description, a narrow one below its option, and examples stay whole", () => {
  const definition: Definition = {
    name: "x",
    usage: ["x"],
    about: ["One two three four five six."],
    examples: ["yourcall x --long --example --that --is --long"],
    options: {
      format: { type: "string", value: "FORM", describe: "json (default), text or value" },
      quiet: { type: "boolean", short: "s", describe: "say less" },
      secret: { type: "boolean", hidden: true, describe: "not for people" },
    },
    notes: [[["up", "one line"]]],
    exits: [
      [0, "done"],
      [1, "failure"],
    ],
  };
  expect(toHelpPage(definition, 40)).toBe(`yourcall x

One two three four five six.

  yourcall x --long --example --that --is --long

  --format FORM
      json (default), text or value
  -s, --quiet
      say less

  up   one line

Exit codes: 0 done; 1 failure
`);
  expect(toHelpPage(definition, 50)).toContain("  --format FORM   json (default), text or value\n");
});

test("the overview has one line per command at 80 columns", () => {
  const lines = toOverview(groups, 80).split("\n");
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  expect(lines.flatMap((line) => /^ {2}yourcall ([a-z]+)/.exec(line)?.[1] ?? [])).toEqual(
    commands.map(({ name }) => name),
  );
});
