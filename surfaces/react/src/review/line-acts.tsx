import type { AnsweringEvent, ReviewMark } from "@yourcall/core";
import { markAt } from "@yourcall/core/internal";
import { useLayoutEffect, useRef } from "react";
import { QuietButton } from "../buttons.tsx";
import { LabelledField } from "../field.tsx";
import { KeyCap } from "../icon.tsx";
import type { ShownCard } from "../shown-card.ts";
import { toPlaceWords } from "./marked-lines.ts";

interface Act {
  words: string;
  /** What its name for screen readers says after these words. */
  rest: string;
  letter: string;
  event: AnsweringEvent;
  pressed?: boolean;
}

/** What can be done with the selected lines or words: behind the text as words, or as keys if only these have room there; otherwise below. */
export function LineActs({ card, lines }: { card: ShownCard; lines: readonly string[] }) {
  const { selection, marks } = card.state;
  const bar = useRef<HTMLSpanElement>(null);
  const letters = card.props.letters !== false;
  useLayoutEffect(() => {
    const acts = bar.current;
    const text = acts?.parentElement?.querySelector(".yc-dt");
    if (!acts || !text) return;
    const last = [...text.querySelectorAll("[data-at]")].flatMap((piece) => [...piece.getClientRects()]).at(-1);
    const key = acts.querySelector<HTMLElement>(".yc-key");
    for (const as of ["words", ...(key?.offsetWidth ? ["keys"] : []), "below"]) {
      acts.dataset.as = as;
      if (last === undefined || last.right + 8 <= acts.getBoundingClientRect().left) return;
    }
  });
  const place = toPlaceWords(selection, lines);
  const own = markAt(card.state);
  const touched = own ?? marks.find(({ from, to }) => from <= selection.to && to >= selection.from);
  const acts: Act[] = [
    { words: "Comment", rest: `on ${place}`, letter: "c", event: { type: "open", field: "mark-comment" } },
    {
      ...{ words: "Strike out", rest: place, letter: "d", event: { type: "strike" } },
      pressed: own?.replacement === "",
    },
    { words: "Replace", rest: place, letter: "r", event: { type: "open", field: "replacement" } },
    ...(touched === undefined
      ? []
      : [
          {
            words: "Remove",
            rest: `the mark on ${place}`,
            letter: "x",
            event: { type: "remove-mark" } as const,
          },
        ]),
  ];
  return (
    <span ref={bar} className="yc-do" data-as="words">
      {acts.map(({ words, rest, letter, event, pressed }) => (
        <button
          key={words}
          type="button"
          className="yc-quiet"
          title={words}
          aria-pressed={pressed}
          onClick={() => card.lead(event)}
        >
          <span>{words} </span>
          <span className="yc-unseen">{rest}</span>
          {letters && <KeyCap name={letter} />}
        </button>
      ))}
    </span>
  );
}

/** A comment below its line. */
export function Note({
  mark,
  lines,
  card,
}: {
  mark: ReviewMark;
  lines: readonly string[];
  card: { current: ShownCard };
}) {
  const { from, to, quote, comment } = mark;
  const select = { type: "select", from, to, quote } as const;
  const place = toPlaceWords(mark, lines);
  const act = (event: AnsweringEvent) => () => card.current.lead([select, event]);
  return (
    <div className="yc-cm">
      <p dir="auto">{comment}</p>
      <span>
        <NoteButton words="Edit" place={place} onPress={act({ type: "open", field: "mark-comment" })} />
        <NoteButton words="Remove" place={place} onPress={act({ type: "remove-mark" })} />
      </span>
    </div>
  );
}

function NoteButton({ words, place, onPress }: { words: string; place: string; onPress: () => void }) {
  return (
    <button type="button" className="yc-quiet" onClick={onPress}>
      {words}
      <span className="yc-unseen">the comment on {place}</span>
    </button>
  );
}

/** The open field, below what is selected. What is typed there is kept at once. */
export function LineField({ card, lines }: { card: ShownCard; lines: readonly string[] }) {
  const { field, selection, markText } = card.state;
  if (field !== "mark-comment" && field !== "replacement") return null;
  const place = toPlaceWords(selection, lines);
  const rows = Math.max(2, Math.min(12, markText.text.split("\n").length));
  return (
    <div className="yc-cm" data-field="true">
      <LabelledField
        card={card}
        field={field}
        rows={rows}
        label={field === "mark-comment" ? `Comment on ${place}` : `Replace ${place} with`}
      />
      <span>
        {markAt(card.state) !== undefined && (
          <QuietButton words="Remove" onPress={() => card.lead({ type: "remove-mark" })} />
        )}
        <QuietButton words="Done" letter="Esc" onPress={() => card.lead({ type: "leave-field" })} />
      </span>
    </div>
  );
}
