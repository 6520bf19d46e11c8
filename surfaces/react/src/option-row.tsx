import { cleanText } from "@yourcall/core";
import { type MouseEvent, type PointerEvent, type ReactNode, useRef } from "react";
import { KeyCap } from "./icon.tsx";
import { InlineMarkdown } from "./markdown/inline-markdown.tsx";
import { type ShownCard, toFront } from "./shown-card.ts";

/** One option, or Other, as a row that can be pressed anywhere. */
export function OptionRow({
  card,
  index,
  row,
  name,
  recommended,
  description,
  own,
  plain,
  letter,
  children,
}: {
  card: ShownCard;
  index: number;
  row: number;
  name: string;
  recommended: boolean;
  description: string | false;
  /** It takes the person's own words. */
  own: boolean;
  /** The name is shown as it is written. */
  plain: boolean;
  /** The key that chooses it. */
  letter: number;
  children?: ReactNode;
}) {
  const { state, part, id, act, lead } = card;
  // 0 not pressed, 1 pressed, 2 pressed so that the release sends.
  const pressed = useRef(0);
  const entry = state.entries[index];
  const picked = entry?.picked.includes(row) === true;
  const front = toFront(state) === index;
  const sends = !own && clickSends(card, index);
  const key = `${index}-${row}`;

  function press(event: PointerEvent): void {
    pressed.current = sends && isPress(event) ? 2 : 1;
  }

  function release(event: MouseEvent): void {
    const whole = pressed.current > 1 && event.detail === 1 && getSelection()?.isCollapsed !== false;
    pressed.current &&= 1;
    if (whole) lead([{ type: "focus", question: index, row }, { type: "enter" }], "click");
  }

  // A finger leaves before it clicks.
  function leave(event: PointerEvent): void {
    if (event.pointerType !== "touch") pressed.current = 0;
  }

  // The machine's focus follows the browser's, unless that would leave the review or the decline page.
  function follow(): void {
    if (state.page === "question" && state.asking === null && !(front && entry?.focus === row))
      act({ type: "focus", question: index, row });
  }

  return (
    <div className={part("option")} data-picked={picked} data-cursor={front && entry?.focus === row && !picked}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the input handles keys; this handles only presses */}
      <label onPointerDown={press} onPointerLeave={leave} onClick={release}>
        <input
          id={id(key)}
          type={state.ask.questions[index]?.multiSelect ? "checkbox" : "radio"}
          name={id(`${index}`)}
          checked={picked}
          // The description is part of the label, and would be read out twice.
          aria-labelledby={id(`${key}-name`)}
          aria-describedby={description ? id(`${key}-more`) : undefined}
          data-row={key}
          onChange={() => {
            // A field opened by pointer gets the focus; arrow keys only pass by.
            (own && pressed.current ? lead : act)({ type: "pick", question: index, row });
            pressed.current = 0;
          }}
          onFocus={follow}
        />
        <span className="yc-main">
          <span id={id(`${key}-name`)} className="yc-title">
            <span className="yc-name" dir="auto">
              {plain ? name : <InlineMarkdown text={name} />}
            </span>{" "}
            {recommended && <span className="yc-recommended">Recommended</span>}
          </span>
          {description && (
            <span id={id(`${key}-more`)} className="yc-more" dir="auto">
              <InlineMarkdown text={cleanText(description)} />
            </span>
          )}
        </span>
        {front && <KeyCap name={letter} />}
      </label>
      {children}
    </div>
  );
}

/** Whether one press on an option of this question is the whole answer. An approval has buttons instead. */
export function clickSends({ state: { ask }, props }: ShownCard, index: number): boolean {
  const question = ask.questions[index];
  return (
    props.submitOnClick !== false &&
    !props.offline &&
    ask.questions.length === 1 &&
    question?.multiSelect === false &&
    // With previews in the card, a press shows the preview.
    (props.layout !== undefined || !question.options.some(({ preview }) => preview))
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
