import { type Approval, approvalSubject, type FileEdit, revealText } from "@yourcall/core";
import { maxMarkdownLength, toShownLines } from "@yourcall/core/internal";
import type { StyleName } from "../screen/theme.ts";
import { hangLines, type Line, span, wrapLine } from "../text/styled-line.ts";
import { createBudget, type DiffLine, lineDiff } from "./line-diff.ts";
import type { Preview } from "./page.ts";

/** What an approval is about, to be read to its end: the whole command, the change, the plan, or the input as it came. */
export function approvalPreview(approval: Approval): Preview {
  const known = previews.get(approval);
  if (known !== undefined) return known;
  const kept = new Map<number, Line[]>();
  const preview: Preview = {
    title: toTitle(approval),
    mustRead: true,
    toRows(width) {
      const rows = kept.get(width) ?? approvalRows(approval, width);
      kept.clear();
      kept.set(width, rows);
      return rows;
    },
  };
  previews.set(approval, preview);
  return preview;
}

// The rows of a long text are computed once per width, not for every key.
const previews = new WeakMap<Approval, Preview>();

/** How many lines a change of files adds and removes: `+14 -7`. Empty if the approval is about something else. */
export function toChangeSize(approval: Approval): string {
  return changesOf(approval).size;
}

interface Changes {
  edits: { edit: FileEdit; lines: DiffLine[] }[];
  size: string;
}

function changesOf(approval: Approval): Changes {
  const known = changes.get(approval);
  if (known !== undefined) return known;
  const { part } = approvalSubject(approval);
  const budget = createBudget();
  const edits = (part.kind === "diff" ? part.edits : []).map((edit) => ({
    edit,
    lines: lineDiff(revealText(edit.before ?? ""), revealText(edit.after), budget),
  }));
  const count = (wanted: string) =>
    edits.reduce((sum, { lines }) => sum + lines.filter(({ sign }) => sign === wanted).length, 0);
  const found = { edits, size: part.kind === "diff" ? `+${count("+")} -${count("-")}` : "" };
  changes.set(approval, found);
  return found;
}

// A list shows the size in every frame.
const changes = new WeakMap<Approval, Changes>();

function toTitle(approval: Approval): string {
  const { act, subject, part } = approvalSubject(approval);
  switch (part.kind) {
    case "command":
      return part.lines === 1 ? "command, 1 line" : `command, ${part.lines} lines`;
    case "diff":
      return `${subject}  ${toChangeSize(approval)}`;
    case "plan":
      return "plan";
    case "input":
      return act;
  }
}

function approvalRows(approval: Approval, width: number): Line[] {
  const { part, rest } = approvalSubject(approval);
  const others = rest === "" ? [] : [[], ...textRows(rest, width, "muted")];
  switch (part.kind) {
    case "command":
      return [...textRows(part.text, width), ...others];
    case "diff":
      return [...changesOf(approval).edits.flatMap((each) => editRows(each, width, part.edits.length > 1)), ...others];
    case "plan":
      return [...planRows(part.markdown, width), ...others];
    case "input":
      return textRows(part.text, width);
  }
}

function textRows(text: string, width: number, style: StyleName = "text"): Line[] {
  return toShownLines(text).flatMap((line) =>
    typeof line === "string"
      ? wrapLine(line, width, /^#+ /.test(line) ? "strong" : style)
      : [[span(toBlankText(line.blank), "secondary")]],
  );
}

/** Clean markdown as lines of at most this width. */
type MarkdownView = (text: string, width: number) => Line[];

let markdownView: MarkdownView | undefined;

/** Sets how plans are shown; as they are written by default. */
export function showPlansWith(view: MarkdownView): void {
  markdownView = view;
}

// A plan longer than this is shown as it is written: one made to be slow would stop the screen for seconds.
const longestPlan = 2 * maxMarkdownLength;

function planRows(plan: string, width: number): Line[] {
  if (markdownView === undefined || plan.length > longestPlan) return textRows(plan, width);
  const lines = toShownLines(plan).map((line) => (typeof line === "string" ? line : `\n${toBlankText(line.blank)}\n`));
  return markdownView(lines.join("\n"), width);
}

function toBlankText(count: number): string {
  return `(${count} blank lines)`;
}

const signStyles: Record<string, StyleName> = { "-": "danger", "+": "success", " ": "muted" };
// How many unchanged lines around a change, and how many blank lines in a row, are shown.
const around = 3;
const mostBlank = 2;

/** One change. Unchanged lines, and runs of blank ones, are counted instead of shown. */
function editRows({ edit, lines }: Changes["edits"][number], width: number, named: boolean): Line[] {
  const rows: Line[] = named ? wrapLine(revealText(edit.path).replaceAll("\n", "<U+000A>"), width, "secondary") : [];
  if (edit.before === null) rows.push([span("the whole file:", "muted")]);
  const note = (text: string) => rows.push([span(text, "secondary")]);
  for (let from = 0; from < lines.length; ) {
    const { sign = " ", text = "" } = lines[from] ?? {};
    let to = from + 1;
    if (sign === " ") {
      while (lines[to]?.sign === " ") to += 1;
      const [head, tail] = [from === 0 ? 0 : around, to === lines.length ? 0 : around];
      const hidden = to - from - head - tail;
      for (let at = from; at < to; at += 1) {
        if (hidden > 1 && at === from + head) {
          note(`(${hidden} unchanged lines)`);
          at += hidden;
        }
        if (at < to) rows.push(...signRows(" ", lines[at]?.text ?? "", width));
      }
    } else if (text.trim() === "") {
      while (lines[to]?.sign === sign && lines[to]?.text.trim() === "") to += 1;
      if (to - from > mostBlank) note(`${sign} ${toBlankText(to - from)}`);
      else for (let at = from; at < to; at += 1) rows.push(...signRows(sign, "", width));
    } else rows.push(...signRows(sign, text, width));
    from = to;
  }
  return rows;
}

function signRows(sign: string, text: string, width: number): Line[] {
  const style = signStyles[sign];
  return hangLines([span(`${sign} `, style)], wrapLine(text, width - 2, style));
}
