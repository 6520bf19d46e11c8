import { cleanText, type FieldName, noneRow, otherRow, type Question, toOptionNames } from "@yourcall/core";
import { canAskBack, isConfirm, noneText, problemOf, unsentText } from "@yourcall/core/internal";
import { lazy, type MouseEvent, type PointerEvent, type ReactNode, Suspense, useRef } from "react";
import { QuietButton } from "./buttons.tsx";
import { Field, LabelledField, TextPart } from "./field.tsx";
import { KeyCap } from "./icon.tsx";
import { InlineMarkdown, withoutMarks } from "./markdown/inline-markdown.tsx";
import { QuestionTitle, toDirection } from "./question-title.tsx";
import { hasSide, openComment, type ShownCard, toCommented, toFront } from "./shown-card.ts";

const AddPictures = lazy(() => import("./pictures/add-pictures.tsx"));

/** One question: its text, its options and Other or its field, and the note. */
export function QuestionPart({ card, index }: { card: ShownCard; index: number }) {
  const { state, part, id, lead, props } = card;
  const { ask } = state;
  const last = index === ask.questions.length - 1;
  const question = ask.questions[index];
  const entry = state.entries[index];
  if (question === undefined || entry === undefined) return null;

  const names = toOptionNames(question, ask);
  // Names that differ only in their marks would look alike.
  const plain = new Set(names.map(({ name }) => withoutMarks(name))).size < names.length;
  const [other, none] = [otherRow(ask, question), noneRow(ask, question)];
  if (other === names.length) names.push({ name: "Other", recommended: false });
  if (none > 0) names.push({ name: noneText, recommended: false });
  // Options without descriptions are closer together.
  const tight = question.options.every(({ description }) => !description);
  const typing = (field: FieldName) =>
    entry[field === "note" ? field : "other"].text !== "" ||
    card.typingIn === id(`${index}-${field}`) ||
    (state.at === index && state.field === field && state.page === "question");
  const noted = typing("note");
  const openOther = entry.picked.includes(other) || typing("other");
  const unsent = unsentText(question, entry);
  // Shown only after a first attempt to send.
  const problem = state.page === "review" ? problemOf(ask, question, entry) : null;
  const fault = problem && card.acting?.toNoticeText(problem);
  const off = toFront(state) !== index;
  const letter = (key: string) => (props.letters !== false ? key : undefined);

  const ownWords = openOther && (
    <>
      <Field card={card} field="other" question={index} label="Your own answer" />
      {unsent !== null && <span className="yc-hint">Not sent unless Other is chosen.</span>}
    </>
  );

  return (
    <fieldset
      className={part("question")}
      data-long={isLong(question)}
      dir={toDirection(question)}
      aria-describedby={fault ? id(`${index}-fault`) : undefined}
    >
      <legend>
        <QuestionTitle card={card} index={index} />
      </legend>
      {question.options.length === 0 ? (
        <TextPart card={card} index={index} />
      ) : (
        <div className={part("options")} data-tight={tight}>
          {names.map(({ name, recommended }, row) => (
            <OptionRow
              key={name}
              card={card}
              index={index}
              row={row}
              name={name}
              plain={plain}
              own={row === other}
              recommended={recommended}
              description={
                question.options[row]?.description || (row === other && !openOther && !tight && "Type your own answer")
              }
              letter={row === none ? 0 : row + 1}
            >
              {row === other && ownWords}
            </OptionRow>
          ))}
        </div>
      )}
      {noted && <LabelledField card={card} field="note" question={index} label="Note" />}
      {fault && (
        <p id={id(`${index}-fault`)} className="yc-fault">
          {fault}
        </p>
      )}
      <div className="yc-extras">
        {!noted && !isConfirm(ask) && (
          <QuietButton
            words="Add a note"
            letter={letter("n")}
            off={off}
            onPress={() => lead({ type: "open", field: "note", question: index })}
          />
        )}
        {props.pictures && !isConfirm(ask) && (
          <Suspense
            // Its place, until its code has loaded.
            fallback={<QuietButton words="Add picture" letter={letter("p")} off={off} onPress={() => {}} />}
          >
            <AddPictures card={card} index={index} />
          </Suspense>
        )}
        {!entry.skipped && !isConfirm(ask) && question.required !== true && (
          <QuietButton
            words="Skip"
            letter={letter("s")}
            off={off}
            onPress={() => lead({ type: "skip", question: index })}
          />
        )}
        {entry.skipped && <span className="yc-hint">Skipped: no preference. Choose an option to undo.</span>}
        {last && !isConfirm(ask) && !toCommented(card) && (
          <QuietButton words="Comment" letter={letter("c")} off={off} onPress={() => lead(openComment)} />
        )}
        {last && canAskBack(ask) && (
          <QuietButton
            words="Ask back"
            letter={letter("b")}
            off={off}
            onPress={() => lead({ type: "open", field: "asked" })}
          />
        )}
        {last && props.onLater && <QuietButton words="Later" letter={letter("l")} off={off} onPress={props.onLater} />}
      </div>
    </fieldset>
  );
}

/** Whether it has so much text that only what is on the screen should be laid out. */
function isLong({ question, options }: Question): boolean {
  return (
    options.reduce((sum, { label, description = "" }) => sum + label.length + description.length, question.length) >
    5000
  );
}

/** One option, or Other, as a row that can be pressed anywhere. */
function OptionRow({
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
  /** Whether this row takes the person's own answer. */
  own: boolean;
  /** Whether the name is shown without rendering its markdown. */
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

  // For a finger, the browser reports leaving before the click.
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
            // A field opened by a pointer gets the focus; arrow keys only pass through.
            (own && pressed.current ? lead : act)({ type: "pick", question: index, row });
            pressed.current = 0;
          }}
          onFocus={follow}
        />
        <span className="yc-main">
          <span id={id(`${key}-name`)} className="yc-title" dir="auto">
            <span className="yc-name">{plain ? name : <InlineMarkdown text={name} />}</span>{" "}
            {recommended && <span className="yc-recommended">Recommended</span>}
          </span>
          {description && (
            <span id={id(`${key}-more`)} className="yc-more" dir="auto">
              <InlineMarkdown text={cleanText(description)} />
            </span>
          )}
        </span>
        <KeyCap name={letter} off={!front} />
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
    (hasSide(props) || !question.options.some(({ preview }) => preview))
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
