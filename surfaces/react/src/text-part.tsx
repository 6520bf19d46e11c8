import { cleanLine } from "@yourcall/core";
import type { ShownCard } from "./shown-card.ts";

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
  const number = question?.kind === "number";
  const { min, max, unit = "", placeholder = "" } = question ?? {};
  const bounds = [min === undefined ? "" : `from ${min}`, max === undefined ? "" : `up to ${max}`].join(" ").trim();
  const field = {
    id: id(`${index}-other`),
    className: part("field"),
    "aria-label": number ? ["Your number", cleanLine(unit), bounds].join(" ").trim() : "Your answer",
    dir: "auto",
    placeholder: cleanLine(placeholder),
    value: text,
  };
  return number ? (
    <div className="yc-number-field">
      <input
        {...field}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        data-row={`${index}-0`}
        onChange={(event) => onWrite(event.target.value)}
      />
      <span className="yc-hint">{[cleanLine(unit), bounds].filter(Boolean).join(", ")}</span>
    </div>
  ) : (
    <textarea {...field} rows={3} onChange={(event) => onWrite(event.target.value)} />
  );
}
