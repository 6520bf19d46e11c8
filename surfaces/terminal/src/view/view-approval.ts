import { type Approval, approvalSubject, type FileEdit, revealText } from "@yourcall/core";
import {
  canReview,
  createBudget,
  type DiffLine,
  lineDiff,
  maxMarkdownLength,
  showTabs,
  toShownLines,
} from "@yourcall/core/internal";
import type { StyleName } from "../screen/theme.ts";
import { hangLines, type Line, span, wrapLine } from "../text/styled-line.ts";
import { createWork, cutLongText, type Hidden, toHiddenText, type Work } from "./cut-long-text.ts";
import type { Preview } from "./page.ts";

/**
 * What an approval is about, to be read to its end: the whole command, the change, the plan, or the input as it came. More than the
 * screen can lay out at once is cut, and cannot be allowed.
 */
export function approvalPreview(approval: Approval): Preview {
  const known = previews.get(approval);
  if (known !== undefined) return known;
  const kept = new Map<number, { rows: Line[]; part: number }>();
  const { toRows, hidden } = toContent(approval);
  const isCut = hidden.lines > 0 || hidden.characters > 0;
  const layOut = (width: number) => {
    const known = kept.get(width);
    if (known !== undefined) return known;
    const { rows, part } = toRows(width);
    const all = [...rows, ...(isCut ? wrapLine(toHiddenText(hidden), width, "warning") : [])];
    if (kept.size >= keptWidths) kept.clear();
    kept.set(width, { rows: all, part });
    return { rows: all, part };
  };
  const preview: Preview = {
    title: toTitle(approval),
    mustRead: true,
    isCut,
    toRows: (width) => layOut(width).rows,
    ...(canReview({ approval }) && { reviewedRows: (width) => layOut(width).part }),
  };
  previews.set(approval, preview);
  return preview;
}

// The rows of a long text are computed once per width, not for every key. A frame may try several widths.
const previews = new WeakMap<Approval, Preview>();
const keptWidths = 4;

/** How many lines a change of files adds and removes: `+14 -7`. Empty if the approval is about something else. */
export function toChangeSize(approval: Approval): string {
  return changesOf(approval).size;
}

interface Changes {
  edits: { edit: FileEdit; lines: DiffLine[] }[];
  size: string;
  work: Work;
}

function changesOf(approval: Approval): Changes {
  const known = changes.get(approval);
  if (known !== undefined) return known;
  const { part } = approvalSubject(approval);
  const found = compareEdits(part.kind === "diff" ? part.edits : []);
  if (part.kind !== "diff") found.size = "";
  changes.set(approval, found);
  return found;
}

// A list shows the size in every frame.
const changes = new WeakMap<Approval, Changes>();

// What reading one edit costs beside its characters.
const workPerEdit = 50;

/** Edits line by line. If they are too large to compare, each is shown as all that it removes and all that it adds. */
function compareEdits(all: readonly FileEdit[]): Changes {
  const work = createWork();
  const cost = all.reduce((sum, { before, after }) => sum + (before?.length ?? 0) + after.length + workPerEdit, 0);
  const isLarge = cost > work.left;
  const budget = createBudget();
  const counts = { "+": 0, "-": 0, " ": 0 };
  const edits: Changes["edits"] = [];
  for (const edit of all) {
    const [before, after] = [edit.before ?? "", edit.after];
    if (isLarge) {
      counts["-"] += countLines(before);
      counts["+"] += countLines(after);
      const [old, next] = [cutLongText(before, work), cutLongText(after, work)];
      work.left -= workPerEdit;
      if (old === "" && next === "" && before + after !== "") continue;
      edits.push({ edit, lines: [...lineDiff(revealText(old), ""), ...lineDiff("", revealText(next))] });
    } else {
      const lines = lineDiff(revealText(before), revealText(after), budget);
      for (const { sign } of lines) counts[sign] += 1;
      edits.push({ edit, lines });
    }
  }
  return { edits, size: `+${counts["+"]} -${counts["-"]}`, work };
}

function countLines(text: string): number {
  let count = text === "" || text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

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

/** What is shown of an approval, and what is not. */
function toContent(approval: Approval): { toRows(width: number): { rows: Line[]; part: number }; hidden: Hidden } {
  const { part, rest } = approvalSubject(approval);
  const { edits, work } = part.kind === "diff" ? changesOf(approval) : { edits: [], work: createWork() };
  const text = part.kind === "diff" ? "" : cutLongText(part.kind === "plan" ? part.markdown : part.text, work);
  const others = cutLongText(rest, work);
  return {
    hidden: work.hidden,
    toRows(width) {
      const shown =
        part.kind === "diff"
          ? edits.flatMap((each) => editRows(each, width, part.edits.length > 1))
          : part.kind === "plan"
            ? planRows(text, width)
            : textRows(text, width);
      const rows = others === "" ? shown : [...shown, [], ...textRows(others, width, "muted")];
      return { rows, part: shown.length };
    },
  };
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

/** What a person changed in the text of a call, line by line. */
export function changedRows(before: string, after: string, width: number): Line[] {
  const [changed] = compareEdits([{ path: "", before: showTabs(before), after: showTabs(after) }]).edits;
  return changed === undefined ? [] : editRows(changed, width, false);
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
