import { cleanText, type OptionName, type Question } from "@yourcall/core";
import { HtmlPreview } from "./html-preview.tsx";
import type { ShownCard } from "./shown-card.ts";

/** What an option would look like: one at a time, of the option that has the focus or was asked for by its name. */
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
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would group it as a question of its own */}
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        // biome-ignore lint/a11y/useSemanticElements: a section would be a landmark
        <div className="yc-frame" role="group" tabIndex={0} aria-label={`Preview of ${name}`} dir="auto">
          {(!isDrawn(there.preview) && props.renderMarkdown?.(there.preview)) || <pre>{there.preview}</pre>}
        </div>
      )}
    </div>
  );
}

/** Does this preview mean to be HTML rather than text? It has to begin with an element and end with one. */
function isHtml(preview: string): boolean {
  return /^\s*<(?:!doctype|[a-z][\w-]*).*>\s*$/is.test(preview);
}

/**
 * Is this a drawing in characters, or code, whose lines and blanks are what it shows? Markdown would run them together. A
 * fence says which part is one; frames of a drawing say it too; else it is markdown only where something marks it as that.
 */
function isDrawn(preview: string): boolean {
  if (/^ {0,3}(?:```|~~~)/m.test(preview)) return false;
  if (/[\u2500-\u259f]|\+[-=]{2,}/.test(preview)) return true;
  return !/^ {0,3}(?:#{1,6} |[-*>] |\d+[.)] |\|?[ :|]*-{3,})|\*\*\S|`[^`\n]+`|\]\(/m.test(preview);
}
