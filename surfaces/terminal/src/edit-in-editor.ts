import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import {
  type Answering,
  type AnsweringEvent,
  type Ask,
  type ParsedSheet,
  parseSheet,
  renderSheet,
  toAnswerText,
  toQuestionAnswer,
} from "@yourcall/core";
import { fieldOf, markChosen, markSheetErrors, toEditable, toSheetFileName } from "@yourcall/core/internal";

/** The result of editing: events for the machine, or the reason why there are none. */
export type Edited =
  | { type: "events"; events: AnsweringEvent[]; files?: ParsedSheet["files"] }
  | { type: "nothing"; notice: string };

/** Ctrl-G: an open field in the editor, or the whole ask as a sheet. */
export async function editInEditor(state: Answering): Promise<Edited> {
  const { field } = state;
  if (field !== null) {
    const before = fieldOf(state, field).text;
    const edited = await openInEditor(before, `yourcall-${field}.txt`);
    if ("failed" in edited) return { type: "nothing", notice: edited.failed };
    // Editors add a final newline that nobody typed. What would be written to a file may end in one of its own.
    const after = before.endsWith("\n") ? edited.text : edited.text.replace(/\n$/, "");
    if (after === before) return { type: "nothing", notice: `Nothing changed in the editor.${toWaitHint()}` };
    return { type: "events", events: [{ type: "set-text", field, text: after }] };
  }
  return editSheet(state);
}

/** Sheets that were closed with errors, by their ask. The next Ctrl-G opens them again. */
const refused = new WeakMap<Ask, { opened: string; text: string; canAllow: boolean }>();

async function editSheet(state: Answering): Promise<Edited> {
  const edited = toEditable(state.ask) === undefined ? undefined : state.edited.text;
  const filled = state.entries.map((entry) => ({ other: entry.other.text, note: entry.note.text, edited }));
  const chosen = toChosen(state);
  const before = refused.get(state.ask);
  // The prompt knows what was on its screen; what the editor shows does not count.
  const canAllow = before?.canAllow ?? state.seen;
  const opened =
    before?.opened ?? renderSheet(state.ask, { filled, comment: state.comment.text, review: state.marks, canAllow });
  const first = markChosen(before?.text ?? opened, chosen);
  let sheet = first;
  const leave = (notice: string): Edited => {
    if (sheet === first && before === undefined) return { type: "nothing", notice };
    refused.set(state.ask, { opened, text: sheet, canAllow });
    return { type: "nothing", notice: `${notice} ctrl+g opens it again.` };
  };
  for (;;) {
    const edited = await openInEditor(sheet, toSheetFileName(state.ask));
    if ("failed" in edited) return leave(edited.failed);
    const { text } = edited;
    if (text.trim() === "") return leave("The sheet is empty; nothing was changed.");
    if (text === first && before === undefined)
      return { type: "nothing", notice: `The sheet is unchanged.${toWaitHint()}` };
    const parsed = parseSheet(text, state.ask, { opened, seen: canAllow ? "all" : undefined });
    if (text === sheet && parsed.errors.length > 0) return leave("The sheet still has errors; nothing was changed.");
    if (parsed.errors.length > 0) {
      sheet = markSheetErrors(text, parsed.errors);
      continue;
    }
    refused.delete(state.ask);
    return { type: "events", events: toEvents(state, parsed), files: parsed.files };
  }
}

function toEvents(
  state: Answering,
  { answers, comment, declined, kept = [], edited, review }: ParsedSheet,
): AnsweringEvent[] {
  if (declined !== undefined) {
    const { reason, asked } = declined;
    if (asked !== undefined)
      return [
        { type: "set-text", field: "asked", text: asked },
        { type: "open", field: "asked" },
      ];
    const why: AnsweringEvent[] =
      reason === undefined
        ? []
        : [
            { type: "set-text", field: "reason", text: reason },
            { type: "open", field: "reason" },
          ];
    return [{ type: "open-decline" }, ...why];
  }
  const notes = kept.filter(({ question, note }) => note !== state.entries[question]?.note.text.trim());
  const fill: AnsweringEvent = { type: "fill", answers, comment, review };
  const changed = edited === undefined || edited === state.edited.text ? [] : [edited];
  return [
    ...changed.map((text): AnsweringEvent => ({ type: "set-text", field: "edited", text })),
    ...notes.map(({ question, note }): AnsweringEvent => ({ type: "set-text", field: "note", text: note, question })),
    // What only was changed is shown beside the choices, which are still open.
    ...(changed.length > 0 && answers.length === 0 && comment === undefined ? [] : [fill]),
  ];
}

/** The answer to each question so far, in words; empty for an open one. */
function toChosen({ ask, entries }: Answering): string[] {
  return ask.questions.map((question, index) => {
    const entry = entries[index];
    const answer = entry === undefined ? null : toQuestionAnswer(ask, question, entry);
    return answer === null ? "" : toAnswerText(ask, index, answer);
  });
}

/** Opens a text in `$VISUAL` or `$EDITOR`. Returns the saved text, or why there is none. */
export async function openInEditor(text: string, fileName: string): Promise<{ text: string } | { failed: string }> {
  let directory: string | undefined;
  try {
    directory = await mkdtemp(join(tmpdir(), "yourcall-"));
    const file = join(directory, fileName);
    await writeFile(file, text, { mode: 0o600 });
    const failed = await runEditor(namedEditor(), file);
    return failed === null ? { text: await readFile(file, "utf8") } : { failed };
  } catch (error) {
    const what =
      directory === undefined
        ? "Could not create a file for the editor"
        : "Could not read the file that the editor saved";
    return { failed: `${what}: ${(error as Error).message}` };
  } finally {
    if (directory !== undefined) await rm(directory, { recursive: true, force: true });
  }
}

const namedEditor = () => process.env.VISUAL || process.env.EDITOR || "vi";

/** Editors that open a window and return immediately, with the flags that make them wait until the file is closed. */
const waitFlags: Record<string, string[]> = {
  code: ["--wait", "-w"],
  "code-insiders": ["--wait", "-w"],
  codium: ["--wait", "-w"],
  cursor: ["--wait", "-w"],
  gvim: ["-f", "--nofork"],
  kate: ["--block", "-b"],
  mate: ["-w", "--wait"],
  mvim: ["-f", "--nofork"],
  subl: ["--wait", "-w"],
  zed: ["--wait", "-w"],
  zeditor: ["--wait", "-w"],
};

/**
 * A hint for a text that came back unchanged: the flag that this editor needs to wait for the person. Empty for other editors.
 */
export function toWaitHint(): string {
  const [program = "", ...args] = namedEditor().trim().split(/\s+/);
  const flags = waitFlags[basename(program)] ?? [];
  const [flag] = flags;
  if (flag === undefined || args.some((given) => flags.includes(given))) return "";
  const variable = process.env.VISUAL ? "VISUAL" : "EDITOR";
  return ` ${basename(program)} returns before you close the file; set ${variable}="${program} ${flag}".`;
}

/**
 * Runs the editor as git does: through the shell, because `$VISUAL` may contain arguments, with the file name as an argument
 * and not as source. Ctrl-C belongs to the editor, and standard output stays free for the command's own output.
 */
function runEditor(editor: string, file: string): Promise<string | null> {
  const terminal = openControllingTerminal();
  const ignore = () => {};
  process.on("SIGINT", ignore);
  return new Promise((resolve) => {
    const child = spawn("/bin/sh", ["-c", `trap : INT; ${editor} "$1"`, "sh", file], {
      stdio: terminal === null ? ["inherit", 2, 2] : [terminal, terminal, terminal],
    });
    const settle = (notice: string | null) => {
      process.off("SIGINT", ignore);
      if (terminal !== null) closeSync(terminal);
      resolve(notice);
    };
    child.once("error", (error) => settle(`The editor could not be started: ${error.message}. Set VISUAL or EDITOR.`));
    child.once("exit", (code) => {
      if (code === 0) settle(null);
      else if (code === 127) settle(`"${editor}" was not found. Set VISUAL or EDITOR to your editor.`);
      else settle("The editor exited with an error; nothing was changed.");
    });
  });
}

function openControllingTerminal(): number | null {
  try {
    return openSync("/dev/tty", "r+");
  } catch {
    return null;
  }
}
