import { cleanText, otherRow } from "@yourcall/core";
import { type MouseEvent, type PointerEvent, type ReactNode, useRef } from "react";
import type { ShownCard } from "./shown-card.ts";

/** One option, or Other, as a row that can be pressed anywhere. */
export function OptionRow({
  card,
  index,
  row,
  name,
  recommended = false,
  description,
  onShow,
  children,
}: {
  card: ShownCard;
  index: number;
  row: number;
  name: string;
  recommended?: boolean;
  description?: string | undefined;
  /** The focus is here now. */
  onShow: () => void;
  children?: ReactNode;
}) {
  const { state, part, id, act, lead, props } = card;
  const { ask } = state;
  const pressed = useRef(false);
  const touched = useRef(false);
  const question = ask.questions[index];
  const picked = state.entries[index]?.picked.includes(row) === true;
  const multi = question?.multiSelect === true;
  const own = question !== undefined && row === otherRow(ask, question);
  const sends =
    props.submitOnClick !== false &&
    props.offline !== true &&
    ask.kind !== "approval" &&
    ask.questions.length === 1 &&
    !multi &&
    !own &&
    // With previews, a press shows the preview.
    !question?.options.some(({ preview }) => preview);

  function press(event: PointerEvent): void {
    touched.current = true;
    pressed.current = sends && isPress(event);
  }

  function release(event: MouseEvent): void {
    const whole = pressed.current && event.detail === 1 && getSelection()?.isCollapsed !== false;
    pressed.current = false;
    if (whole) lead([{ type: "focus", question: index, row }, { type: "enter" }], "click");
  }

  function leave(): void {
    touched.current = false;
    pressed.current = false;
  }

  return (
    <div className={part("option")} data-picked={picked}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the input handles keys; this handles only presses */}
      <label onPointerDown={press} onPointerLeave={leave} onClick={release}>
        <input
          id={id(`${index}-${row}`)}
          type={multi ? "checkbox" : "radio"}
          name={id(`${index}`)}
          checked={picked}
          aria-describedby={description === undefined ? undefined : id(`${index}-${row}-more`)}
          data-row={`${index}-${row}`}
          onChange={() => {
            // A field opened by pointer gets the focus; arrow keys only pass by.
            (own && touched.current ? lead : act)({ type: "pick", question: index, row });
            touched.current = false;
          }}
          onFocus={onShow}
        />
        <span className="yc-name" dir="auto">
          {name}
        </span>
        {recommended && <span className="yc-recommended">Recommended</span>}
        {ask.kind !== "approval" && (
          <span className="yc-number" aria-hidden="true">
            {row + 1}
          </span>
        )}
        {description !== undefined && (
          <span id={id(`${index}-${row}-more`)} className="yc-more" dir="auto">
            {cleanText(description)}
          </span>
        )}
      </label>
      {children}
    </div>
  );
}

/**
 * Whether this is a press with a mouse or a pen. Assistive technology makes clicks without pressure, and a finger
 * that scrolls may land anywhere: neither may send an answer.
 */
function isPress(event: PointerEvent): boolean {
  return (
    event.isPrimary &&
    event.button === 0 &&
    event.pressure > 0 &&
    event.pointerType !== "touch" &&
    !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) &&
    !matchMedia("(pointer: coarse)").matches
  );
}
