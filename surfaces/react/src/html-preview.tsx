import { useMemo } from "react";

/** Does this preview mean to be HTML rather than text? It has to begin with an element and end with one. */
export function isHtml(preview: string): boolean {
  return /^\s*<(?:!doctype|[a-z][\w-]*).*>\s*$/is.test(preview);
}

const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

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

/** The document of the frame. What could only be stopped by a policy, loudly, is taken out before. */
function toSource(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const element of body.querySelectorAll("*")) {
    if (/^(script|style|link|meta|base|i?frame|object|embed|template)$/is.test(element.tagName)) element.remove();
    for (const { name, value } of [...element.attributes]) {
      if (name === "style" && !/url|image|expression/i.test(value)) element.setAttribute("data-style", value);
      if (/^(on|style|src|href|action|formaction|ping|poster|background|xlink|srcdoc|data$)/i.test(name)) {
        if (!(name === "src" && /^data:image\//i.test(value))) element.removeAttribute(name);
      }
    }
  }
  return `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}">${body.innerHTML}`;
}

function dress(document: Document | null): void {
  for (const element of document?.querySelectorAll<HTMLElement>("[data-style]") ?? [])
    element.style.cssText = element.dataset.style ?? "";
}
