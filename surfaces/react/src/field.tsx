import { cleanLine } from "@yourcall/core";
import type { ShownCard } from "./shown-card.ts";

/** A multi-line field. */
export function Field({
  card,
  name,
  label,
  text,
  rows = 2,
  placeholder,
  onWrite,
}: {
  card: ShownCard;
  name: string;
  label: string;
  text: string;
  rows?: number;
  placeholder?: string | undefined;
  onWrite: (text: string) => void;
}) {
  return (
    <textarea
      id={card.id(name)}
      className={card.part("field")}
      aria-label={label}
      dir="auto"
      rows={rows}
      placeholder={placeholder}
      readOnly={card.phase === "sending"}
      value={text}
      onChange={(event) => onWrite(event.target.value)}
    />
  );
}

/** A field with its name above it. */
export function LabelledField(props: Parameters<typeof Field>[0]) {
  return (
    <div className="yc-labelled">
      <span aria-hidden="true">{props.label}</span>
      <Field {...props} />
    </div>
  );
}

/** The field of a question without options: text, or a number with its bounds and unit. */
export function TextPart({
  card,
  index,
  onWrite,
}: {
  card: ShownCard;
  index: number;
  onWrite: (text: string) => void;
}) {
  const { state, part, id } = card;
  const question = state.ask.questions[index];
  const text = state.entries[index]?.other.text ?? "";
  const { min, max, unit, placeholder: example } = question ?? {};
  const placeholder = example && cleanLine(example);
  const hint = [unit && cleanLine(unit), min !== undefined && `from ${min}`, max !== undefined && `up to ${max}`]
    .filter(Boolean)
    .join(" ");
  const name = `${index}-other`;
  return question?.kind === "number" ? (
    <div className="yc-number-field">
      <input
        id={id(name)}
        className={part("field")}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        aria-label={`Your number ${hint}`}
        placeholder={placeholder}
        value={text}
        data-row={`${index}-0`}
        onChange={(event) => onWrite(event.target.value)}
      />
      <span className="yc-hint">{hint}</span>
    </div>
  ) : (
    <Field
      card={card}
      name={name}
      label="Your answer"
      text={text}
      rows={3}
      placeholder={placeholder}
      onWrite={onWrite}
    />
  );
}
