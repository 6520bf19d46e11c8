import { type Answering, toHeaderName, toOptionNames } from "@yourcall/core";

/** Everything a person has chosen and typed, as plain text. */
export function toDraftText({ ask, entries, comment, reason, asked }: Answering): string {
  return entries
    .flatMap(({ picked, other, note, skipped }, index) => {
      const question = ask.questions[index];
      const names = question === undefined ? [] : toOptionNames(question, ask);
      const chosen = picked.flatMap((row) => names[row]?.name ?? []).join(", ");
      const header = toHeaderName(ask, index);
      return [
        [header, skipped ? "no preference" : chosen],
        [`${header}, own words`, other.text],
        [`${header}, note`, note.text],
      ];
    })
    .concat([
      ["Comment", comment.text],
      ["Why declined", reason.text],
      ["Question", asked.text],
    ])
    .flatMap(([name, text]) => (text ? [`${name}: ${text}`] : []))
    .join("\n");
}
