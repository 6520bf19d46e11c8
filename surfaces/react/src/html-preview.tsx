import { useMemo } from "react";

/** HTML of an agent, in a frame that runs nothing and loads nothing. */
export function HtmlPreview({ html, title }: { html: string; title: string }) {
  const source = useMemo(() => toSource(html), [html]);
  return (
    <iframe
      className="yc-frame"
      title={title}
      // No scripts, no forms, no way out. Of the same origin only so that looks can be put on from here, which the policy of
      // the page, inherited by the frame, would not let the document do.
      sandbox="allow-same-origin"
      srcDoc={source}
      onLoad={(event) => dress(event.currentTarget.contentDocument)}
    />
  );
}

/**
 * The document of the frame. The sandbox and the policy keep everything in check; what they could only stop loudly is taken
 * out before. A parser is under the page's policy too, so what it must not see is renamed for it first.
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
