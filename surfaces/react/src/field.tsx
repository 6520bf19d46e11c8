import {
  type Answering,
  cleanLine,
  type Entry,
  type FieldName,
  type NumberQuestion,
  type TextField,
} from "@yourcall/core";
import { unreachable } from "@yourcall/core/internal";
import type { ShownCard } from "./shown-card.ts";

interface FieldProps {
  card: ShownCard;
  field: FieldName;
  /** The question whose Other or note it is. */
  question?: number;
  label: string;
  rows?: number;
  placeholder?: string | undefined;
}

/** A multi-line field of the machine. */
export function Field({ card, label, rows = 2, placeholder, ...place }: FieldProps) {
  return (
    <textarea
      {...toInputProps(card, place)}
      aria-label={label}
      dir="auto"
      rows={rows}
      placeholder={placeholder}
      readOnly={card.phase === "sending"}
    />
  );
}

/** A field with its name above it. */
export function LabelledField(props: FieldProps) {
  return (
    <div className="yc-labelled">
      <span aria-hidden="true">{props.label}</span>
      <Field {...props} />
    </div>
  );
}

/** The field of a question without options: text, or a number with its bounds and unit. */
export function TextPart({ card, index }: { card: ShownCard; index: number }) {
  const question = card.state.ask.questions[index];
  if (question === undefined) return null;
  const placeholder = question.placeholder && cleanLine(question.placeholder);
  const place = { field: "other", question: index } as const;
  switch (question.kind) {
    case "number": {
      const hint = toBoundsText(question);
      return (
        <div className="yc-number-field">
          <input
            {...toInputProps(card, place)}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            aria-label={`Your number ${hint}`}
            placeholder={placeholder}
            data-row={`${index}-0`}
          />
          <span className="yc-hint">{hint}</span>
        </div>
      );
    }
    case "choice":
    case "text":
    case "confirm":
      return <Field card={card} {...place} label="Your answer" rows={3} placeholder={placeholder} />;
    default:
      return unreachable(question);
  }
}

function toBoundsText({ min, max, unit }: NumberQuestion): string {
  return [unit && cleanLine(unit), min !== undefined && `from ${min}`, max !== undefined && `up to ${max}`]
    .filter(Boolean)
    .join(" ");
}

function textOf(state: Answering, field: FieldName, entry: Entry | undefined): TextField | undefined {
  if (field === "other" || field === "note") return entry?.[field];
  return field === "mark-comment" || field === "replacement" ? state.markText : state[field];
}

/** What every field has: its name, and the machine's text in it. */
function toInputProps(
  { state, act, id, part }: ShownCard,
  { field, question }: Pick<FieldProps, "field" | "question">,
) {
  const entry = state.entries[question ?? -1];
  return {
    id: id(question === undefined ? field : `${question}-${field}`),
    className: part("field"),
    value: textOf(state, field, entry)?.text ?? "",
    onChange: (event: { target: { value: string } }) =>
      act({ type: "set-text", field, text: event.target.value, question }),
  };
}
