import { maxMarkdownLength } from "@yourcall/core/internal";
import { createElement, Fragment, lazy, type ReactNode, Suspense } from "react";

const CodeBlock = lazy(() => import("./code-block.tsx"));

// A block of code with the blank line around it, code, emphasis, links. Emphasis only around whole words, so that globs, products, snake_case and `__init__` stay as they are. Bounded,
// so that text made of nothing but marks is not slow.
const inline =
  /\n{0,2}```(\w{0,20})\n(.{1,4000}?)\n```\n{0,2}|(`+)(.{1,400}?)\3(?!`)|(?<=^|[\s("'“‘])(\*\*|[*_])(?=[\p{L}\p{N}`"'“])(.{1,400}?)(?<=[^\s*_])\5(?=$|[\s.,;:!?)"'”’])|\[([^\][]{1,400})\]\(([^()\s]{1,400})\)/gsu;
// A browser takes long to draw thousands of elements; what follows stays text.
const mostMarks = 50;

/** One line of an agent's markdown: code and emphasis. Links stay text, with their address; everything else is unchanged. */
export function InlineMarkdown({ text }: { text: string }): ReactNode {
  return createElement(Fragment, null, ...toParts(text, 0));
}

/** The text without its marks, to find texts that look alike because they differ only in marks. */
export function withoutMarks(text: string): string {
  return text.length > maxMarkdownLength
    ? text
    : text.replace(inline, (_, _language, block, ticks, code, mark, inner, label, address) =>
        block !== undefined ? block : ticks ? toCode(code) : mark ? withoutMarks(inner) : toLink(label, address),
      );
}

function toParts(text: string, depth: number): ReactNode[] {
  if (text.length > maxMarkdownLength || depth > 2) return [text];
  const parts: ReactNode[] = [];
  let end = 0;
  for (const found of text.matchAll(inline)) {
    if (parts.length > 2 * mostMarks) break;
    const [whole, language = "", block, ticks, code = "", mark, inner = "", label = "", address = ""] = found;
    parts.push(text.slice(end, found.index));
    end = found.index + whole.length;
    if (block !== undefined) parts.push(<Block code={block} language={language} />);
    else if (ticks) parts.push(<code>{toCode(code)}</code>);
    else if (mark) parts.push(createElement(mark.length > 1 ? "strong" : "em", null, ...toParts(inner, depth + 1)));
    else parts.push(toLink(label, address));
  }
  return [...parts, text.slice(end)];
}

/** A block of code, plain until what colours it has loaded. */
function Block({ code, language }: { code: string; language: string }): ReactNode {
  return (
    <code className="yc-code">
      <Suspense fallback={code}>
        <CodeBlock code={code} language={language} />
      </Suspense>
    </code>
  );
}

// A space on each side lets code begin or end with a backtick.
function toCode(code: string): string {
  return /^ .*[^ ].* $/s.test(code) ? code.slice(1, -1) : code;
}

function toLink(label: string, address: string): string {
  return label === address ? label : `${label} (${address})`;
}
