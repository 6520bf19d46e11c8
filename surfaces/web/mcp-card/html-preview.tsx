import { LongText } from "../../react/src/long-text.tsx";

/** HTML as its source: clients do not let the card have a frame. */
export function HtmlPreview({ html, title }: { html: string; title: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling parts must be reachable by keyboard
    <figure className="yc-frame" tabIndex={0} aria-label={title} dir="auto">
      <p>HTML cannot be drawn here. Its source:</p>
      <LongText text={html} />
    </figure>
  );
}
