import type { ShownCard } from "./shown-card.ts";

/** A field for more than one line. */
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
