import { cleanText, type OptionName, type Question, toOptionNames } from "@yourcall/core";
import { maxMarkdownLength } from "@yourcall/core/internal";
import { useState } from "react";
import { HtmlPreview } from "./html-preview.tsx";
import { LongText } from "./long-text.tsx";
import { AgentText } from "./markdown/agent-text.tsx";
import { type ShownCard, toFront } from "./shown-card.ts";

/** The preview of the focused or chosen option of the question in front. Its tabs move the focus, unless the ask has ended. */
export default function Previews({ card, ended = false }: { card: ShownCard; ended?: boolean }) {
  const { part, state, act } = card;
  const [tab, setTab] = useState<number>();
  const index = toPreviewed(card);
  const question = state.ask.questions[index];
  if (question === undefined) return null;
  const names: OptionName[] = toOptionNames(question, state.ask);
  const rows = question.options.flatMap(({ preview }, row) => (preview ? [{ row, preview: cleanText(preview) }] : []));
  const { outcome } = card.props.ask;
  const chosen = outcome?.status === "answered" ? outcome.answers[index]?.selectedOptions[0] : undefined;
  const there =
    rows.find(({ row }) => row === tab) ??
    rows.find(({ row }) => chosen !== undefined && question.options[row]?.label === chosen) ??
    rows.find(({ row }) => row === state.entries[index]?.focus) ??
    rows[0];
  if (there === undefined) return null;
  const name = names[there.row]?.name ?? "";
  return (
    <figure className={part("preview")} aria-label="Previews">
      <div className="yc-tabs">
        {rows.map(({ row }) => (
          <button
            key={row}
            type="button"
            aria-pressed={row === there.row}
            dir="auto"
            onClick={() => (ended ? setTab(row) : act({ type: "focus", question: index, row }))}
          >
            {names[row]?.name}
          </button>
        ))}
      </div>
      {isHtml(there.preview) ? (
        <HtmlPreview html={there.preview} title={`Preview of ${name}`} />
      ) : (
        <figure
          className="yc-frame"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling parts must be reachable by keyboard
          tabIndex={0}
          aria-label={`Preview of ${name}`}
          dir="auto"
          data-drawing={drawing.test(there.preview)}
        >
          {there.preview.length > maxMarkdownLength || isDrawn(there.preview) ? (
            <LongText text={there.preview} />
          ) : (
            <AgentText card={card} text={there.preview} />
          )}
        </figure>
      )}
    </figure>
  );
}

/** The question whose previews are shown: the one in front if it has any, else the first one that does. */
function toPreviewed({ state }: ShownCard): number {
  const { questions } = state.ask;
  const front = questions[toFront(state)];
  return front !== undefined && hasPreviews(front) ? toFront(state) : questions.findIndex(hasPreviews);
}

function hasPreviews({ options }: Question): boolean {
  return options.some(({ preview }) => preview);
}
/** Whether a preview is HTML rather than text: it begins and ends with an element. */
function isHtml(preview: string): boolean {
  return /^\s*<(?:!doctype|[a-z])/i.test(preview) && preview.trimEnd().endsWith(">");
}

// Frames of lines. They would fall apart if they were wrapped; code does not.
const drawing = /[\u2500-\u259f]|\+[-=]{2,}/;

/**
 * Whether a preview is a drawing or code, whose line breaks and spaces matter and would be lost as markdown. A fence means markdown,
 * the frame of a drawing does not; otherwise it is markdown only if something marks it as such.
 */
function isDrawn(preview: string): boolean {
  if (/^ {0,3}(?:```|~~~)/m.test(preview)) return false;
  if (drawing.test(preview)) return true;
  return !/^ {0,3}(?:#{1,6} |[-*>] |\d+[.)] |\|?[ :|]*-{3,})|\*\*\S|`[^`\n]+`|\]\(/m.test(preview);
}
