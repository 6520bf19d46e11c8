import { useMemo } from "react";

const policy = "default-src 'none'";

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
  const { body } = new DOMParser().parseFromString(withoutInline(html), "text/html");
  for (const element of body.querySelectorAll("script,style,link,meta,base,iframe,frame,object,embed"))
    element.remove();
  for (const element of body.querySelectorAll("*"))
    for (const { name, value } of [...element.attributes]) {
      if (name === "data-style" && !/url|image/i.test(value)) element.setAttribute("data-look", value);
      if (/^on|style|src|href|action|ping|poster|background|^data$/i.test(name)) element.removeAttribute(name);
    }
  return `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}">${body.innerHTML}`;
}

// A document that is only read reports inline looks and handlers to the page's policy all the same, so they are renamed first.
function withoutInline(html: string): string {
  return html.replace(/<[^>]*>/g, (tag) => tag.replace(/([\s"'/])(style|on\w+)(?=\s*=)/gi, "$1data-$2"));
}

function dress(document: Document | null): void {
  for (const element of document?.querySelectorAll<HTMLElement>("[data-look]") ?? [])
    element.style.cssText = element.dataset.look ?? "";
}
