import { canAskBack } from "../answering/rows.ts";
import { approvalSubject, toShownLines } from "../approval-subject.ts";
import { cleanLine, cleanText } from "../clean-text.ts";
import { toHeaderName } from "../option-name.ts";
import type { ReviewMark } from "../outcome-schemas.ts";
import { unreachable } from "../question-kind.ts";
import { toReviewed } from "../review.ts";
import type { Approval, Ask } from "../schemas.ts";
import { toEarlierText } from "../texts/review-text.ts";
import { renderBlock } from "./block.ts";
import { toEditBlock } from "./edit-block.ts";
import { renderReview } from "./render-review.ts";
import { keepAllText, type SheetQuestion, toHtmlComment, toInert, toSheetQuestions } from "./sheet-question.ts";

export interface RenderSheetOptions {
  /** The ask's id; without one the sheet says `ask_local`. */
  id?: string;
  agent?: { name: string; title?: string; cwd?: string };
  /** Who should answer. */
  to?: readonly string[];
  /** Per question, what the person has already typed elsewhere. */
  filled?: { other?: string; note?: string; edited?: string }[];
  /** What the person has already written about lines of the plan or the change. */
  review?: readonly ReviewMark[];
  /** The comment that the person has already typed elsewhere. */
  comment?: string;
  /** False omits how to quit, for a host in which quitting is not the way to answer later. */
  quitHint?: boolean;
  /** False omits what the agent said before, for a host that shows it elsewhere. */
  context?: boolean;
  /** Whether the host knows what has been on the screen, so that an approval can be allowed in this sheet. */
  canAllow?: boolean;
}

/**
 * An ask as plain text in which deleting lines is choosing. All text from the model follows `> ` or `- ` or is in a fence,
 * so it can forge no heading, no option and no end. Unless `filled` says otherwise the text parses to no answer.
 *
 * @example
 * const sheet = renderSheet(ask);
 * console.log(sheet);
 */
export function renderSheet(ask: Ask, options: RenderSheetOptions = {}): string {
  const questions = toSheetQuestions(ask, options.canAllow === true);
  const fences = toPreviewFences(questions);
  return [
    ...renderTop(questions, canAskBack(ask), options),
    "",
    ...(options.context === false ? [] : renderSaid(ask)),
    ...questions.flatMap((question, index) => [
      ...renderQuestion(question, ask, options.filled?.[index], options),
      "",
      ...(fences[index] ?? []).flatMap((fence) => [...fence, ""]),
    ]),
    "## Comment",
    ...renderComment(options.comment ?? ""),
    "",
    toHtmlComment("/yourcall"),
    "",
  ].join("\n");
}

/** What was said so far: the person's questions with the replies, and what the agent said just before. */
function renderSaid({ thread = [], context = "", earlierReview }: Ask): string[] {
  const turns = thread.flatMap(({ asked, reply = "" }) => [
    ...quote(`You asked: ${asked}`),
    ...(cleanLine(reply) === "" ? [] : quote(`It replied: ${reply}`)),
  ]);
  const said = cleanLine(context) === "" ? [] : quote(context);
  const earlier = earlierReview === undefined ? [] : [...quote(toEarlierText(earlierReview)), ""];
  return [
    ...earlier,
    ...turns,
    ...(turns.length > 0 && said.length > 0 ? [">"] : []),
    ...said,
    ...(turns.length + said.length === 0 ? [] : [""]),
  ];
}

function renderTop(
  questions: SheetQuestion[],
  asksBack: boolean,
  { id = "", agent, to = [], quitHint = true }: RenderSheetOptions,
): string[] {
  const cleanId = id.replace(/[^\w-]/g, "");
  const from = [agent?.name, agent?.title, agent?.cwd, to.length === 0 ? "" : `for ${to.join(", ")}`]
    .map((part) => toInert(cleanLine(part ?? "")))
    .filter((part) => part !== "");
  const toDelete = questions.some((question) => question.options.length > 0);
  const [denied] = questions.filter(({ withheld }) => withheld.length > 0);
  const where = cleanId === "" ? "a prompt of yourcall" : `yourcall answer ${cleanId}`;
  const first =
    denied === undefined
      ? "Delete the options you do not want. What is left is your answer."
      : `This sheet can only deny, since an editor cannot tell whether all of it was on your screen. To allow it: ${where}, or an inbox.`;
  const hints = [
    ...(denied?.keepAll ? [`To deny, delete the line "${keepAllText}".`] : []),
    ...(questions.some((question) => question.ownWord === "Other") ? ["Own answer: write after Other."] : []),
    ...(questions.some((question) => question.ownWord === "Answer") ? ["No options: write after Answer."] : []),
    ...(questions.some(canSkip) ? ["No preference: write skip."] : []),
    ...(questions.some((question) => question.kind === "approval") ? ["A remark: write note: and your words."] : []),
    ...(asksBack ? ["A question first: write ask back: and your question here, above question 1."] : []),
    ...(quitHint ? ["Not now: quit without saving."] : []),
  ];
  return [
    toHtmlComment([`yourcall ${cleanId === "" ? "ask_local" : cleanId}`, ...from].join(" · ")),
    ...(toDelete ? [toHtmlComment(first)] : []),
    toHtmlComment(hints.join(" ")),
  ];
}

function renderQuestion(
  question: SheetQuestion,
  ask: Ask,
  filled: { other?: string; note?: string; edited?: string } = {},
  { canAllow = false, review }: RenderSheetOptions,
): string[] {
  const note = cleanText(filled.note ?? "").trim();
  const edit = toEditBlock(ask, canAllow);
  return [
    `## ${question.number} ${question.name} · ${toRule(question)}`,
    ...renderSubject(ask, question.number - 1, review),
    "",
    ...(edit === undefined ? [] : [...renderBlock(edit.block, filled.edited ?? edit.text), ""]),
    ...question.options.flatMap(({ line, takesWords }) =>
      takesWords ? renderField(`- ${line}`, filled.other ?? "") : [`- ${line}`],
    ),
    ...(question.ownWord === undefined || question.options.some(({ takesWords }) => takesWords)
      ? []
      : renderField(`- ${question.ownWord}:`, filled.other ?? "")),
    ...(question.keepAll ? [`- ${keepAllText}`] : []),
    ...(note === "" ? [] : renderField("note:", note)),
  ];
}

/** What is asked, and in an approval everything that would be allowed. */
export function renderSubject({ questions, approval }: Ask, index = 0, review?: readonly ReviewMark[]): string[] {
  return [
    ...quote(questions[index]?.question ?? ""),
    ...(approval === undefined ? [] : renderApproval(approval, review)),
  ];
}

function toRule({ question, options, withheld }: SheetQuestion): string {
  if (withheld.length > 0) return "deny only";
  switch (question.kind) {
    case "choice":
      if (options.length === 0) return "your words";
      return question.multiSelect ? "keep any" : "keep one";
    case "text":
      return "your words";
    case "number": {
      const { min, max } = question;
      const unit = toInert(cleanLine(question.unit ?? ""));
      const from = min === undefined ? "" : `from ${min}`;
      const to = max === undefined ? "" : `${min === undefined ? "up " : ""}to ${max}`;
      return ["a number", from, to, unit === "" ? "" : `in ${unit}`].filter((part) => part !== "").join(" ");
    }
    case "confirm":
      return "keep one";
    default:
      return unreachable(question);
  }
}

function quote(text: string): string[] {
  return toInert(cleanText(text))
    .trim()
    .split("\n")
    .map((line) => `> ${line}`.trimEnd());
}

// The command, change or plan to be allowed is shown in full, as text and not as JSON. A plan or a change can be reviewed.
function renderApproval(approval: Approval, review?: readonly ReviewMark[]): string[] {
  const { act, part, rest } = approvalSubject(approval);
  const reviewed = toReviewed({ approval });
  const text = part.kind === "command" || part.kind === "input" ? part.text : "";
  const quoted = [text, rest].filter((words) => words !== "").join("\n\n");
  return [
    ">",
    ...quote(part.kind === "plan" ? act : approval.tool),
    ...(quoted === "" ? [] : toShownLines(quoted)).map((line) =>
      (typeof line === "string" ? `> ${toInert(line)}` : `> (${line.blank} blank lines)`).trimEnd(),
    ),
    ...(reviewed === undefined ? [] : ["", ...renderReview(reviewed, review)]),
  ];
}

function renderField(start: string, text: string): string[] {
  const [first = "", ...rest] = cleanText(text).trim().split("\n");
  return [`${start} ${first}`, ...rest.map((line) => `  ${line}`)].map((line) => line.trimEnd());
}

// A backslash keeps a typed comment line from being read as one of the sheet's own; `parseSheet` removes it again.
function renderComment(text: string): string[] {
  const lines = cleanText(text).trim().split("\n");
  return lines.length === 1 && lines[0] === ""
    ? []
    : lines.map((line) => (/^\\*<!--/.test(line) ? `\\${line}` : line).trimEnd());
}

/**
 * The previews of each question as fenced blocks. A fence is longer than any inside it, and longer than every fence after it
 * in the sheet: if a person deletes one end of a block, no later fence can replace it, so the parser finds the block
 * unclosed and never mistakes preview text for the person's.
 */
function toPreviewFences(questions: SheetQuestion[]): string[][][] {
  let length = 2;
  const fences: string[][][] = questions.map(() => []);
  for (const [index, { question, options }] of [...questions.entries()].reverse()) {
    for (const [at, option] of [...options.entries()].reverse()) {
      const lines = toPreviewLines(question.options[at]?.preview ?? "");
      if (lines.length === 0) continue;
      length = Math.max(length, ...lines.map(countFence)) + 1;
      const fence = "`".repeat(length);
      fences[index]?.unshift([`${fence}text ${option.name.replaceAll("`", "'")}`, ...lines, fence]);
    }
  }
  return fences;
}

// A line that starts like a comment is indented by one space, since editors find comment lines even inside fences.
function toPreviewLines(preview: string): string[] {
  const text = toInert(cleanText(preview));
  if (text.trim() === "") return [];
  return text.split("\n").map((line) => (line.startsWith("<!--") ? ` ${line}` : line).trimEnd());
}

function countFence(line: string): number {
  return /^\s*(`*)/.exec(line)?.[1]?.length ?? 0;
}

/** The name of an ask's sheet as a file, as in `yourcall-database-7Q2F.md`. Safe on every file system. */
export function toSheetFileName(ask: Ask, id = ""): string {
  const slug = toHeaderName(ask, 0)
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 40)
    .replace(/^-|-$/g, "");
  const end = id
    .replace(/^ask_/, "")
    .replace(/[^A-Za-z0-9]/g, "")
    .slice(-4);
  return `${["yourcall", slug === "" ? "ask" : slug, end].filter((part) => part !== "").join("-")}.md`;
}

function canSkip({ ownWord, question }: SheetQuestion): boolean {
  return ownWord !== undefined && question.required !== true;
}
