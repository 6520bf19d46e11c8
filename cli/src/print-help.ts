import { wrapWords } from "./say.ts";

const widest = 100;
// A line indented this far is the description of the row above, which had no room for it.
const deep = 8;
// A description that would be narrower than this goes below its term.
const narrowest = 28;

/** Prints the help of a command, wrapped to the width of the terminal; 80 columns if it is not one. */
export function printHelp(text: string, stream: NodeJS.WriteStream = process.stdout): void {
  const { isTTY, columns = 80 } = stream;
  stream.write(toHelpPage(text, isTTY ? Math.min(columns, widest) : 80));
}

/**
 * Help text in at most `width` columns. Lines without an indent are paragraphs, except those that begin with the command; an
 * indented line with a gap is a row of two columns, which deeper lines continue; other lines stay as they are.
 */
export function toHelpPage(text: string, width: number): string {
  const lines: string[] = [];
  let open: Row | undefined;
  const close = () => {
    if (open !== undefined) lines.push(...toRow(open, width));
    open = undefined;
  };
  for (const line of text.replace(/\n$/, "").split("\n")) {
    const indent = /^ */.exec(line)?.[0] ?? "";
    const [, term = "", words] = /^ *(\S.*?) {2,}(\S.*)$/.exec(line) ?? [];
    if (open !== undefined && words === undefined && continues(open, indent, line)) {
      open.words += ` ${line.trim()}`;
      continue;
    }
    close();
    if (words !== undefined) open = { indent, term, at: line.length - words.length, words };
    else if (indent.length >= deep) open = { indent, term: "", at: indent.length, words: line.trim() };
    else if (line === "" || indent !== "" || line.startsWith("yourcall")) lines.push(line);
    else open = { indent, term: "", at: 0, words: line };
  }
  close();
  return `${lines.join("\n")}\n`;
}

interface Row {
  indent: string;
  term: string;
  /** Where the words began. */
  at: number;
  words: string;
}

function continues({ at, term }: Row, indent: string, line: string): boolean {
  if (line === "") return false;
  return term === "" ? indent.length === at && !line.startsWith("yourcall") : indent.length >= at;
}

function toRow({ indent, term, at, words }: Row, width: number): string[] {
  const beside = width - at >= narrowest;
  const left = beside ? at : indent.length + 4;
  const wrapped = wrapWords(words, width - left).map((line) => `${" ".repeat(left)}${line}`);
  if (term === "") return wrapped;
  if (!beside) return [`${indent}${term}`, ...wrapped];
  const [first = "", ...rest] = wrapped;
  return [`${indent}${term}`.padEnd(left) + first.slice(left), ...rest];
}
