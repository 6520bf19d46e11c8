import fc from "fast-check";
import { expect, test } from "vitest";
import { toMarkup, toSummary } from "./channels.ts";

/** What `notify-send` does to a body before the desktop sees it. */
function readEscapes(text: string): string {
  return text.replace(/\\([0-7]{1,3}|[\s\S])/g, (_, code: string) =>
    /^[0-7]/.test(code) ? String.fromCharCode(Number.parseInt(code, 8)) : code,
  );
}

test("markup in a question is shown as text", () => {
  expect(toMarkup('<b>"now"</b> & <img src="http://x">')).toBe(
    '&lt;b&gt;"now"&lt;/b&gt; &amp; &lt;img src="http://x"&gt;',
  );
});

test("an octal escape does not bring the markup back", () => {
  expect(readEscapes(toMarkup("\\074b\\076"))).toBe("\\074b\\076");
});

test("the desktop shows any text unchanged", () => {
  const text = fc.string({ unit: fc.constantFrom("<", ">", "&", "\\", "0", "7", "4", "n", "b", "lt;", "é") });
  fc.assert(
    fc.property(text, (given) => {
      const seen = readEscapes(toMarkup(given));
      expect(seen).not.toMatch(/[<>]/);
      expect(seen.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&")).toBe(given);
      expect(toSummary(given)).not.toMatch(/[<>&]/);
    }),
  );
});
