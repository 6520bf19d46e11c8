import { cleanText, type OptionName, type Question } from "@yourcall/core";
import { HtmlPreview } from "./html-preview.tsx";
import type { ShownCard } from "./shown-card.ts";

/** The preview of one option: the focused one, or the one chosen by its name. */
export default function Previews({
  card,
  question,
  names,
  shown,
  onShow,
}: {
  card: ShownCard;
  question: Question;
  names: OptionName[];
  shown: number;
  onShow: (row: number) => void;
}) {
  const { part, props } = card;
  const rows = question.options.flatMap(({ preview }, row) => (preview ? [{ row, preview: cleanText(preview) }] : []));
  const there = rows.find(({ row }) => row === shown) ?? rows[0];
  if (there === undefined) return null;
  const name = names[there.row]?.name ?? "";
  return (
    <div className={part("preview")}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would make it a separate question */}
      <div className="yc-tabs" role="group" aria-label="Previews">
        {rows.map(({ row }) => (
          <button key={row} type="button" aria-pressed={row === there.row} dir="auto" onClick={() => onShow(row)}>
            {names[row]?.name}
          </button>
        ))}
      </div>
      {isHtml(there.preview) ? (
        <HtmlPreview html={there.preview} title={`Preview of ${name}`} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling parts must be reachable by keyboard
        // biome-ignore lint/a11y/useSemanticElements: a section would be a landmark
        <div className="yc-frame" role="group" tabIndex={0} aria-label={`Preview of ${name}`} dir="auto">
          {(!isDrawn(there.preview) && props.renderMarkdown?.(there.preview)) || <pre>{there.preview}</pre>}
        </div>
      )}
    </div>
  );
}

/** Whether a preview is HTML rather than text: it begins and ends with an element. */
function isHtml(preview: string): boolean {
  return /^\s*<(?:!doctype|[a-z][\w-]*).*>\s*$/is.test(preview);
}

/**
 * Whether a preview is a drawing or code, whose lines and blanks matter and which markdown would join. A
 * fence or the frame of a drawing shows it; otherwise it is markdown only if something marks it as that.
 */
function isDrawn(preview: string): boolean {
  if (/^ {0,3}(?:```|~~~)/m.test(preview)) return false;
  if (/[\u2500-\u259f]|\+[-=]{2,}/.test(preview)) return true;
  return !/^ {0,3}(?:#{1,6} |[-*>] |\d+[.)] |\|?[ :|]*-{3,})|\*\*\S|`[^`\n]+`|\]\(/m.test(preview);
}
