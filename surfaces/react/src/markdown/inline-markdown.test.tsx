import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { InlineMarkdown, withoutMarks } from "./inline-markdown.tsx";

const html = (text: string) => renderToStaticMarkup(<InlineMarkdown text={text} />).replaceAll("&#x27;", "'");

describe("one line of an agent's markdown", () => {
  test.each([
    ["Use `npm ci` or `npm i`?", "Use <code>npm ci</code> or <code>npm i</code>?"],
    ["``a ` b``", "<code>a ` b</code>"],
    ["Keep **both**, *really*?", "Keep <strong>both</strong>, <em>really</em>?"],
    ["**with `code` inside**", "<strong>with <code>code</code> inside</strong>"],
    ["only _this_", "only <em>this</em>"],
    [
      "Keep this?\n\n```ts\nif (a)\n  b();\n```\n\nBoth do.",
      'Keep this?<code class="yc-code">if (a)\n  b();</code>Both do.',
    ],
    ["see [the docs](https://a.example/x)", "see the docs (https://a.example/x)"],
  ])("%s", (text, shown) => expect(html(text)).toBe(shown));

  test.each([
    "snake_case_name and other_name",
    "2 * 3 * 4 = 24",
    "src/**/*.ts or lib/**/*.js",
    "a ` lone tick",
    "**not closed",
    "__init__ and __proto__",
    "<b>bold</b>",
    "![image](x y)",
  ])("%s stays as it is", (text) => expect(html(text).replaceAll("&lt;", "<").replaceAll("&gt;", ">")).toBe(text));

  test("two labels that differ only in marks are the same without them", () => {
    expect(withoutMarks("**Delete** `it`")).toBe("Delete it");
  });

  test("is fast even for text made of nothing but marks", () => {
    for (const text of [
      "*a ".repeat(6000),
      "`a".repeat(9000),
      "[a](".repeat(5000),
      "**a** ".repeat(3000),
      "```a\n".repeat(3000),
    ]) {
      const before = performance.now();
      html(text);
      expect(performance.now() - before).toBeLessThan(5000);
    }
  });
});
