import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { renderMarkdown } from "./render-markdown.tsx";

const html = (text: string) =>
  renderToStaticMarkup(renderMarkdown(text)).replace(/^<div class="yc-markdown">(.*)<\/div>$/s, "$1");

describe("markdown of an agent", () => {
  test("becomes paragraphs, lists, code, tables", () => {
    expect(html("Some **bold**, *slanted* `code`.\n\n- one\n- two\n")).toBe(
      "<p>Some <strong>bold</strong>, <em>slanted</em> <code>code</code>.</p><ul><li>one</li><li>two</li></ul>",
    );
    expect(html("```js\na < b\n```")).toBe("<pre><code>a &lt; b</code></pre>");
    expect(html("|a|b|\n|-|-|\n|1|2|")).toContain("<td>1</td><td>2</td>");
    expect(html("3. three")).toContain('<ol start="3">');
  });

  test("has no HTML and no headings", () => {
    expect(html('<script>alert(1)</script>\n\nx <img src=x onerror="alert(1)">')).not.toMatch(/<(script|img)/);
    expect(html("# Big")).toBe('<p data-level="1"><strong>Big</strong></p>');
  });

  test("links only to the web or a mailbox", () => {
    expect(html("[x](https://a.example/b)")).toBe(
      '<p><a href="https://a.example/b" title="https://a.example/b" target="_blank" rel="noopener noreferrer nofollow">x</a></p>',
    );
    for (const address of ["javascript:alert(1)", "data:text/html,x", "/v1/asks", "vbscript:x", "//a.example"])
      expect(html(`[x](${address})`), address).not.toContain("<a");
  });

  test("shows an image as its text and address, and never fetches it", () => {
    expect(html("![the plan](https://a.example/p.png)")).toBe("<p>the plan (https://a.example/p.png)</p>");
  });

  test("shows input made to break it as plain text", () => {
    for (const text of [">".repeat(5000), "[".repeat(5000), "- ".repeat(3000), "*".repeat(4999), "x".repeat(30_000)])
      expect(html(text).replaceAll("&gt;", ">")).toContain(text.slice(-20).trim());
    expect(html("_a_".repeat(5000))).not.toContain("<em>");
    expect(html("a\u001b[31mb\u202ec")).toBe("<p>abc</p>");
  });
});
