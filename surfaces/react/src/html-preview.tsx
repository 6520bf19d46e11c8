import { useMemo } from "react";
import { LongText } from "./long-text.tsx";

// Beyond these a browser may take seconds to lay the frame out, and the page waits for it.
const maxLength = 50_000;
const maxElements = 1500;
const maxDepth = 32;

/** An agent's HTML, in a frame that runs and loads nothing; its source if it would take too long to draw. */
export function HtmlPreview({ html, title }: { html: string; title: string }) {
  const source = useMemo(() => toSource(html), [html]);
  if (source === undefined)
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling parts must be reachable by keyboard
      <figure className="yc-frame" tabIndex={0} aria-label={title} dir="auto">
        <p>This HTML is too large to draw. Its source:</p>
        <LongText text={html} />
      </figure>
    );
  return (
    <iframe
      className="yc-frame"
      title={title}
      // No scripts, no forms, no navigation. Same-origin only so that styles can be set from here, which the page's
      // policy, inherited by the frame, does not allow the document itself.
      sandbox="allow-same-origin"
      srcDoc={source}
      onLoad={(event) => styleDocument(event.currentTarget.contentDocument)}
    />
  );
}

/**
 * The document of the frame. The sandbox and the policy protect the page; anything they would block with an error is removed
 * beforehand. A parser obeys the page's policy too, so forbidden attributes are renamed before parsing. A tag or a quote that never ends
 * matches to the end, so that no part of the text is read twice.
 */
function toSource(html: string): string | undefined {
  if (html.length > maxLength) return undefined;
  const renamed = html
    .replace(/(<\/?)(?:script|style)\b/gi, "$1template")
    .replace(/(<\/?)form\b/gi, "$1div")
    .replace(/<[a-z](?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^'">])*(?:>|$)/gi, (tag) =>
      tag.replace(/([\s"'/])(style|on\w+)(?=\s*=)/gi, "$1data-$2"),
    );
  const { body } = new DOMParser().parseFromString(renamed, "text/html");
  for (const element of body.querySelectorAll("template,link,meta,base,iframe,frame,object,embed")) element.remove();
  const elements = body.querySelectorAll("*");
  if (elements.length > maxElements || isDeep(body)) return undefined;
  for (const element of elements)
    for (const { name, value } of [...element.attributes])
      if (
        name === "data-style"
          ? /url|image/i.test(value)
          : /^on|^data|style|src|href|action|ping|poster|background/i.test(name)
      )
        element.removeAttribute(name);
  return `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'">${body.innerHTML}`;
}

function isDeep(body: HTMLElement): boolean {
  return body.querySelector(Array.from({ length: maxDepth + 1 }, () => "*").join(">")) !== null;
}

function styleDocument(document: Document | null): void {
  for (const element of document?.querySelectorAll<HTMLElement>("[data-style]") ?? [])
    element.style.cssText = element.dataset.style ?? "";
}
