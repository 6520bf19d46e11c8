import type { Block, Command, Definition, Options, Row } from "./command.ts";
import { columnsOf, wrapWords } from "./print.ts";

const widest = 100;
// The description of a longer term goes below it.
const longestTerm = 24;
// The overview has only the name of a command with a longer usage.
const longestUsage = 20;
// A description that would be narrower than this goes below its term.
const narrowest = 28;
// Two columns before a term and three after it.
const around = 5;

/** Prints the help of a command, wrapped to the terminal. */
export function printHelp(definition: Definition, stream: NodeJS.WriteStream = process.stdout): void {
  showPage(toHelpPage(definition, helpWidth(stream)), stream);
}

/** Writes a text; one that is longer than the terminal goes through the person's pager. */
export function showPage(text: string, stream: NodeJS.WriteStream = process.stdout): void {
  const { TERM, PAGER = "less", LESS = "FRX" } = process.env;
  const isLong = stream === process.stdout && stream.isTTY && text.split("\n").length > stream.rows;
  if (isLong && process.stdin.isTTY && TERM !== "dumb" && PAGER !== "") {
    const { spawnSync } = process.getBuiltinModule("node:child_process");
    const env = { ...process.env, LESS };
    const { status } = spawnSync(PAGER, { shell: true, input: text, stdio: ["pipe", "inherit", "ignore"], env });
    if (status === 0) return;
  }
  stream.write(text);
}

/** The width of the terminal, up to 100 columns; 80 if it is not one. */
export function helpWidth(stream: Pick<NodeJS.WriteStream, "isTTY" | "columns">): number {
  return stream.isTTY ? Math.min(columnsOf(stream), widest) : 80;
}

/** The help of a command in at most `width` columns; usage and examples stay whole, to be copied. */
export function toHelpPage(definition: Definition, width: number): string {
  const usage = definition.usage.map((line) => `yourcall ${line}`);
  const parts = [usage, ...toBlocks(definition).map((block) => toLines(block, width))];
  return `${parts.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/** What follows the usage of a command, in the help, the manual page and the reference. */
export function toBlocks({ about, examples = [], options, notes = [], exits = [] }: Definition): Block[] {
  const codes = exits.map(([code, meaning]) => `${code} ${meaning}`);
  const blocks: Block[] = [
    ...about,
    examples.map((line) => `  ${line}`).join("\n"),
    toOptionRows(options),
    ...notes,
    codes.length === 0 ? "" : `Exit codes: ${codes.join("; ")}`,
  ];
  return blocks.filter((block) => block.length > 0);
}

/** `yourcall --help`: one line per command. */
export function toOverview(groups: readonly (readonly Command[])[], width: number): string {
  const rows = groups.map((group) => group.map(({ name, usage: [usage], summary }) => toRow(name, usage, summary)));
  const last: Row[] = [
    ["yourcall COMMAND --help", "help for one command"],
    ["yourcall COMMAND --quiet", "only results, warnings and errors"],
    ["yourcall -V, --version", ""],
  ];
  const all = [...rows.slice(0, -1), [...(rows.at(-1) ?? []), ...last]];
  const at = Math.max(...all.flat().map(([term]) => term.length)) + around;
  const parts = all.map((group) => toLines(group, width, at).join("\n"));
  const ends = ["yourcall: agents ask, people decide.", "Without a command, on a terminal, it opens the inbox."];
  return `${[ends[0], ...parts, ends[1]].join("\n\n")}\n`;
}

function toRow(name: string, usage: string, summary: string): Row {
  return [`yourcall ${usage.length > longestUsage ? name : usage}`, summary];
}

/** The options that people may use, as they are written, and what they do. */
function toOptionRows(options: Options): Row[] {
  const shown = Object.entries(options).filter(([, { hidden }]) => hidden !== true);
  return shown.map(([name, { short, value, describe }]) => {
    const written = value === undefined ? `--${name}` : `--${name} ${value}`;
    return [short === undefined ? written : `-${short}, ${written}`, describe];
  });
}

function toLines(block: Block, width: number, at = typeof block === "string" ? 0 : columnOf(block)): string[] {
  if (typeof block === "string") return block.startsWith(" ") ? block.split("\n") : wrapWords(block, width);
  const beside = width - at >= narrowest;
  const left = beside ? at : 6;
  return block.flatMap(([term, words]) => {
    const [first = "", ...rest] = wrapWords(words, width - left).map((line) => " ".repeat(left) + line);
    const fits = beside && term.length + around <= at;
    return (fits ? [`  ${term}`.padEnd(left) + first.slice(left), ...rest] : [`  ${term}`, first, ...rest])
      .map((line) => line.trimEnd())
      .filter((line) => line !== "");
  });
}

/** Where the second column begins. */
function columnOf(rows: readonly Row[]): number {
  return Math.max(0, ...rows.map(([term]) => term.length).filter((length) => length <= longestTerm)) + around;
}
