import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CodePart, toCodeParts } from "./code-parts.ts";

const marks = { keyword: "k", string: "s", comment: "c", value: "v", flag: "f", added: "+", removed: "-" };
const show = (parts: CodePart[]) =>
  parts.map(({ text, kind }) => (kind === undefined ? text : `⟨${marks[kind]} ${text}⟩`)).join("");

describe("code in colours", () => {
  test.each([
    ["ts", "const a = `x $b`; // if", "⟨k const⟩ a = ⟨s `x $b`⟩; ⟨c // if⟩"],
    ["ts", "a.from('it\\'s') /* for\n */ + constant", "a.from(⟨s 'it\\'s'⟩) ⟨c /* for\n */⟩ + constant"],
    ["TypeScript", "export default null", "⟨k export⟩ ⟨k default⟩ ⟨k null⟩"],
    ["py", 'def f(): """two\nlines""" # if', '⟨k def⟩ f(): ⟨s """two\nlines"""⟩ ⟨c # if⟩'],
    [
      "sh",
      "if [ $# -gt 0 ]; then echo '#'; fi # done",
      "⟨k if⟩ [ ⟨v $#⟩ ⟨f -gt⟩ 0 ]; ⟨k then⟩ ⟨k echo⟩ ⟨s '#'⟩; ⟨k fi⟩ ⟨c # done⟩",
    ],
    ["bash", 'rm -rf "$A" $B/x --yes', '⟨k rm⟩ ⟨f -rf⟩ ⟨s "$A"⟩ ⟨v $B⟩/x ⟨f --yes⟩'],
    ["sh", "A=1 git push && (echo done | sed s/if/x/)", "A=1 git push && (⟨k echo⟩ done | ⟨k sed⟩ s/if/x/)"],
    ["css", "a { --x: #fff; margin: 4px }", "a { ⟨f --x⟩: ⟨v #fff⟩; margin: ⟨v 4px⟩ }"],
    ["html", '<a href="b">c</a><!-- d -->', '⟨f <a⟩ href=⟨s "b"⟩⟨f >⟩c⟨f </a⟩⟨f >⟩⟨c <!-- d -->⟩'],
    ["sql", "SELECT 'a''b' -- from", "⟨k SELECT⟩ ⟨s 'a''b'⟩ ⟨c -- from⟩"],
    ["rust", "fn a<'b>(c: &'b str) {}", "⟨k fn⟩ a<'b>(c: &'b str) {}"],
    ["json", '{ "a": true }', '{ ⟨s "a"⟩: ⟨k true⟩ }'],
    ["diff", "--- a\n-old\n+new\n same", "--- a\n⟨- -old\n⟩⟨+ +new\n⟩ same"],
    ["brainfuck", "if // +++", "if // +++"],
    ["", 'const a = "b"', 'const a = "b"'],
  ])("%s: %s", (language, code, expected) => {
    expect(show(toCodeParts(code, language))).toBe(expected);
  });

  test("keeps every character of the code, and is fast for any input", () => {
    const language = fc.constantFrom("ts", "go", "py", "sh", "rb", "sql", "yaml", "css", "html", "diff");
    const code = fc.string({
      unit: fc.constantFrom('"', "'", "`", "\\", "/", "*", "#", "-", "\n", " ", "if", "é", "𝒳"),
    });
    fc.assert(
      fc.property(language, code, (name, text) => {
        expect(
          toCodeParts(text, name)
            .map((part) => part.text)
            .join(""),
        ).toBe(text);
      }),
      { numRuns: Number(process.env.RUNS ?? 300) },
    );
    // Quadratic time would exceed the time limit of the test.
    for (const text of ['"\\', "/*", "'''", "`", "#", "//", "if ", "${", " --a", "1", "<a ", "="])
      for (const name of ["py", "ts", "sh", "css", "html"]) toCodeParts(text.repeat(6000).slice(0, 20_000), name);
  });
});
