import { expect, test } from "vitest";
import * as texts from "./help-texts.ts";
import { toHelpPage } from "./print-help.ts";

const pages = Object.entries(texts).flatMap(([name, text]): [string, string][] =>
  typeof text === "string" ? [[name, text]] : [],
);

test.each(pages)("%s is ASCII for every locale, fits into 80 columns, and loses no word at 60", (_, text) => {
  expect(text).toMatch(/^[\n -~]*$/);
  const widest = (width: number) =>
    Math.max(
      ...toHelpPage(text, width)
        .split("\n")
        .map((line) => line.length),
    );
  expect(widest(80)).toBeLessThanOrEqual(80);
  expect(toHelpPage(text, 60).replace(/\s+/g, " ")).toBe(text.replace(/\s+/g, " "));
});

test("a row wraps below its description, a narrow one below its option, and examples stay whole", () => {
  const text = `yourcall x\n\nOne two three four five\nsix.\n\n  yourcall x --long --example --that --is --long\n\n  --format FORM   json (default), text\n                  or value\n`;
  expect(toHelpPage(text, 40)).toBe(
    `yourcall x\n\nOne two three four five six.\n\n  yourcall x --long --example --that --is --long\n\n  --format FORM\n      json (default), text or value\n`,
  );
  expect(toHelpPage(text, 48)).toContain("  --format FORM   json (default), text or value\n");
});

test("the overview has one line per command at 80 columns", () => {
  expect(toHelpPage(texts.help, 80)).toBe(texts.help);
});
