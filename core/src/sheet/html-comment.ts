/** A comment line of the sheet. Nothing in the text can end the comment or open another. */
export function toHtmlComment(text: string): string {
  return `<!-- ${text.replaceAll("<", "‹").replaceAll(">", "›")} -->`;
}

/** The line a sheet starts with; its id is the first group. */
export const startLine = /^<!-- yourcall (ask_[^\s>]+)/;

/** The line a sheet ends with. */
export const endLine = /^<!-- \/yourcall\b/;
