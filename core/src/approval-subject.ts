import { revealText, trimShown } from "./clean-text.ts";
import { isRecord } from "./fields.ts";
import { toApprovalText } from "./option-name.ts";
import type { Approval } from "./schemas.ts";

/** What an approval is about. */
export interface ApprovalSubject {
  /** The tool as people call it: `Bash`, `github: create_issue`. Clean, on one line. */
  act: string;
  /** The command's first line, the file, the URL: `npm publish`. Clean, on one line; empty if the input has nothing. */
  subject: string;
  /** What has to be read before the call is allowed. Its texts are not cleaned: show them with `toShownLines` or `revealText`. */
  part: ApprovalPart;
  /** The other fields of the input as lines of `name: value`, not cleaned either; empty if there are none. */
  rest: string;
}

export type ApprovalPart =
  | { kind: "command"; text: string; lines: number }
  | { kind: "diff"; edits: FileEdit[] }
  | { kind: "plan"; markdown: string }
  /** Anything else: the whole input. */
  | { kind: "input"; text: string };

export interface FileEdit {
  path: string;
  /** Null if the whole file is overwritten, whatever it contains now. */
  before: string | null;
  after: string;
}

/**
 * Derives what an approval is about from the shape of its input, which may be anything: input of an unknown shape is shown
 * whole. A file below `cwd` is named relative to it. Worked out once for the same input, because screens ask with every frame.
 *
 * @example
 * const { act, subject } = approvalSubject({ tool: "Bash", input: { command: "npm test" } });
 */
export function approvalSubject({ tool, input }: Pick<Approval, "tool" | "input">, cwd = ""): ApprovalSubject {
  if (!isRecord(input)) return toSubject(tool, input, cwd);
  const known = subjects.get(input);
  if (known?.tool === tool && known.cwd === cwd) return known.subject;
  const subject = toSubject(tool, input, cwd);
  subjects.set(input, { tool, cwd, subject });
  return subject;
}

const subjects = new WeakMap<Fields, { tool: string; cwd: string; subject: ApprovalSubject }>();

function toSubject(tool: string, input: unknown, cwd: string): ApprovalSubject {
  const act = toAct(tool);
  if (!isRecord(input)) {
    const text = toApprovalText(input);
    return { act, subject: firstLine(text), part: { kind: "input", text }, rest: "" };
  }
  const known = toCommand(input) ?? toDiff(input, cwd) ?? toPlan(tool, input);
  if (known !== null) {
    const others = Object.entries(input).filter(([name]) => !known.used.includes(name));
    const rest = toApprovalText({ ...Object.fromEntries(others), ...known.more });
    return { act: known.part.kind === "plan" ? "Plan" : act, subject: known.subject, part: known.part, rest };
  }
  return { act, subject: toTarget(input, cwd), part: { kind: "input", text: toApprovalText(input) }, rest: "" };
}

/** The title of an approval, a verb and its object: `Run` and `npm test`. The object is empty if the verb says all. */
export function toTitleWords({ act, subject, part }: ApprovalSubject): { verb: string; object: string } {
  if (part.kind === "plan") return { verb: "Carry out this plan", object: "" };
  if (part.kind === "command") return { verb: "Run", object: subject };
  if (part.kind === "diff")
    return { verb: part.edits.every(({ before }) => before === null) ? "Write" : "Edit", object: subject };
  // An agent may name its call by what it does: `Read src/app.ts`.
  const verb = subject !== "" && act.endsWith(` ${subject}`) ? act.slice(0, -subject.length - 1) : act;
  return { verb: `${verb.charAt(0).toUpperCase()}${verb.slice(1)}`, object: subject };
}

/** The same in a line of a list, where a plan is known by its first line: `Plan  Move sessions to Redis`. */
export function toListWords(about: ApprovalSubject): { verb: string; object: string } {
  return about.part.kind === "plan" ? { verb: about.act, object: about.subject } : toTitleWords(about);
}

/** What an approval is about in one line, for lists: `Bash  npm publish`. */
export function toSubjectText(approval: Pick<Approval, "tool" | "input">, cwd?: string): string {
  const { act, subject, part } = approvalSubject(approval, cwd);
  const more = part.kind === "command" && part.lines > 1 ? `${part.lines} lines` : "";
  return [act, subject, more].filter((text) => text !== "").join("  ");
}

/** A line of text, or how many blank lines were omitted here, so that they cannot push what follows off the screen. */
type ShownLine = string | { blank: number };

// Longer runs of blank lines are not shown but counted.
const mostBlank = 2;

/** Text line by line, as `revealText` shows it, without blank lines at its end and with long runs of them counted. */
export function toShownLines(text: string): ShownLine[] {
  const shown: ShownLine[] = [];
  let blank = 0;
  for (const line of revealText(text).trimEnd().split("\n")) {
    if (isBlank(line)) blank += 1;
    else {
      if (blank > 0) shown.push(...toBlank(blank));
      shown.push(line);
      blank = 0;
    }
  }
  return shown;
}

// Looks at the first character before it searches: most lines begin with a letter, and there may be very many.
function isBlank(line: string): boolean {
  const first = line.charCodeAt(0);
  return !(first > 0x20 && first < 0x7f) && !/\S/.test(line);
}

function toBlank(count: number): ShownLine[] {
  return count > mostBlank ? [{ blank: count }] : Array.from({ length: count }, () => "");
}

type Fields = Record<string, unknown>;
/** A recognised shape of input, the fields that it shows, and what remains to be shown. */
type Known = Pick<ApprovalSubject, "subject" | "part"> & { used: string[]; more?: Fields };

/** `mcp__github__create_issue` is a tool of a server; its name alone could pass for one of the agent's own. */
function toAct(tool: string): string {
  const [, server, name] = /^mcp__(.+?)__(.+)$/s.exec(tool) ?? [];
  return toLine(server === undefined ? tool : `${server}: ${name}`) || "(no name)";
}

function toCommand({ command }: Fields): Known | null {
  const text = isTexts(command) ? command.map(toShellWord).join(" ") : command;
  if (typeof text !== "string") return null;
  const lines = countLines(trimShown(text));
  return { subject: firstLine(text), part: { kind: "command", text, lines }, used: ["command"] };
}

/** A word of a command line, in quotes only if it needs them, because people read it. */
export function toShellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

const pathNames = ["file_path", "notebook_path", "path"];

function toDiff(fields: Fields, cwd: string): Known | null {
  const pathName = pathNames.find((name) => typeof fields[name] === "string");
  const list = ["edits", "content"].find((name) => Array.isArray(fields[name]));
  const changes = (list === undefined ? [fields] : (fields[list] as unknown[])).map(toChange);
  const edits = changes.flatMap((change): FileEdit[] => {
    const path = change?.fields.path ?? fields[pathName ?? ""];
    return change === null || typeof path !== "string" ? [] : [{ path, before: change.before, after: change.after }];
  });
  const [first] = edits;
  // Showing only some of the edits would hide the rest.
  if (first === undefined || edits.length < changes.length) return null;
  const others = new Set(edits.map(({ path }) => path)).size - 1;
  const subject = `${toLine(from(cwd, first.path))}${others === 0 ? "" : ` and ${others} more`}`;
  const used = [pathName ?? "", ...(list === undefined ? (changes[0]?.used ?? []) : [list])];
  const more = list === undefined ? {} : toMore(list, changes);
  return { subject, part: { kind: "diff", edits }, used, more };
}

interface Change extends Omit<FileEdit, "path"> {
  fields: Fields;
  used: string[];
}

// Claude, the built-in agent, ACP.
const changeNames = [
  ["old_string", "new_string"],
  ["old", "new"],
  ["oldText", "newText"],
] as const;

function toChange(fields: unknown): Change | null {
  if (!isRecord(fields)) return null;
  for (const [old, next] of changeNames) {
    const before = fields[old] ?? null;
    const after = fields[next];
    if (typeof after === "string" && (before === null || typeof before === "string"))
      return { before, after, fields, used: [old, next] };
  }
  const whole = ["content", "new_source"].find((name) => typeof fields[name] === "string");
  return whole === undefined ? null : { before: null, after: fields[whole] as string, fields, used: [whole] };
}

/** The fields in a list of changes that its diff does not show: `edits[1].replace_all: true`. */
function toMore(list: string, changes: readonly (Change | null)[]): Fields {
  const more: Fields = {};
  for (const [at, change] of changes.entries())
    for (const [name, value] of Object.entries(change?.fields ?? {})) {
      const isShown = name === "path" || change?.used.includes(name) || (name === "type" && value === "diff");
      if (!isShown) more[`${list}[${at}].${name}`] = value;
    }
  return more;
}

function toPlan(tool: string, { plan }: Fields): Known | null {
  if (tool !== "ExitPlanMode" || typeof plan !== "string") return null;
  return { subject: firstLine(plan.replace(/^[\s#]+/, "")), part: { kind: "plan", markdown: plan }, used: ["plan"] };
}

const targetNames = ["url", ...pathNames, "pattern", "query"];

/** What the input points at: the URL, the path, or else its fields one after another. */
function toTarget(fields: Fields, cwd: string): string {
  const name = targetNames.find((known) => typeof fields[known] === "string" && fields[known] !== "");
  if (name !== undefined) return firstLine(from(cwd, fields[name] as string));
  const keys = Object.keys(fields);
  const only = fields[keys[0] ?? ""];
  if (typeof only === "string" && keys.length === 1) return firstLine(only);
  const first = keys.slice(0, longest);
  return toLine(first.map((key) => `${key}: ${toShort(fields[key])}`).join(", "));
}

function from(cwd: string, path: string): string {
  return cwd !== "" && path.startsWith(`${cwd}/`) && !path.includes("/../") ? path.slice(cwd.length + 1) : path;
}

const longest = 400;

function toShort(value: unknown): string {
  return (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).slice(0, longest);
}

function firstLine(text: string): string {
  const from = Math.max(0, text.search(/[^ \t\r\n]/));
  const [line = ""] = text.slice(from, from + longest).split("\n", 1);
  return toLine(line);
}

function countLines(text: string): number {
  let count = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

function toLine(text: string): string {
  return revealText(text.slice(0, longest)).replace(/\s+/g, " ").trim();
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string");
}
