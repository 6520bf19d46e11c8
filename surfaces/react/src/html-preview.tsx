import { useMemo } from "react";

/** An agent's HTML, in a frame that runs and loads nothing. */
export function HtmlPreview({ html, title }: { html: string; title: string }) {
  const source = useMemo(() => toSource(html), [html]);
  return (
    <iframe
      className="yc-frame"
      title={title}
      // No scripts, no forms, no navigation. Same-origin only so that styles can be set from here, which the page's
      // policy, inherited by the frame, does not allow the document itself.
      sandbox="allow-same-origin"
      srcDoc={source}
      onLoad={(event) => dress(event.currentTarget.contentDocument)}
    />
  );
}

/**
 * The document of the frame. The sandbox and the policy protect the page; anything they would block with an error is removed
 * beforehand. A parser obeys the page's policy too, so forbidden attributes are renamed before parsing.
 */
function toSource(html: string): string {
  const renamed = html
    .replace(/(<\/?)(?:script|style)\b/gi, "$1template")
    .replace(/(<\/?)form\b/gi, "$1div")
    .replace(/<[a-z](?:"[^"]*"|'[^']*'|[^'">])*>/gi, (tag) =>
      tag.replace(/([\s"'/])(style|on\w+)(?=\s*=)/gi, "$1data-$2"),
    );
  const { body } = new DOMParser().parseFromString(renamed, "text/html");
  for (const element of body.querySelectorAll("template,link,meta,base,iframe,frame,object,embed")) element.remove();
  for (const element of body.querySelectorAll("*"))
    for (const { name, value } of [...element.attributes])
      if (
        name === "data-style"
          ? /url|image/i.test(value)
          : /^on|^data|style|src|href|action|ping|poster|background/i.test(name)
      )
        element.removeAttribute(name);
  return `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'">${body.innerHTML}`;
}

function dress(document: Document | null): void {
  for (const element of document?.querySelectorAll<HTMLElement>("[data-style]") ?? [])
    element.style.cssText = element.dataset.style ?? "";
}
