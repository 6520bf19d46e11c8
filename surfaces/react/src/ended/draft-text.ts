import { type Answering, toHeaderName, toOptionNames } from "@yourcall/core";
import { describePicture, editedText, toMarksText } from "@yourcall/core/internal";

/** Everything a person has chosen and typed, as plain text. */
export function toDraftText(state: Answering): string {
  const { ask, entries, comment, reason, asked } = state;
  return entries
    .flatMap(({ picked, other, note, skipped, attachments }, index) => {
      const question = ask.questions[index];
      const names = question === undefined ? [] : toOptionNames(question, ask);
      const chosen = picked.flatMap((row) => names[row]?.name ?? []).join(", ");
      const header = toHeaderName(ask, index);
      return [
        [header, skipped ? "no preference" : chosen],
        [`${header}, own words`, other.text],
        [`${header}, note`, note.text],
        [`${header}, pictures`, attachments.map(describePicture).join(", ")],
      ];
    })
    .concat([
      ["Comment", comment.text],
      ["Why declined", reason.text],
      ["Question", asked.text],
      ["What would run", editedText(state) ?? ""],
      ["Review", toMarksText(state.marks)],
    ])
    .flatMap(([name, text]) => (text ? [`${name}: ${text}`] : []))
    .join("\n");
}
