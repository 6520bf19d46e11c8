import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Answering,
  type AnsweringEvent,
  fieldOf,
  markSheetErrors,
  parseSheet,
  renderSheet,
  toSheetFileName,
} from "@yourcall/core";

/** What came back from the editor: events for the machine, or why there are none. */
export type Edited = { type: "events"; events: AnsweringEvent[] } | { type: "nothing"; notice: string };

/** Ctrl-G: an open field in the editor, or the whole ask as a sheet. */
export type EditInEditor = (state: Answering) => Promise<Edited>;

export async function editInEditor(state: Answering): Promise<Edited> {
  const { field } = state;
  if (field !== null) {
    const before = fieldOf(state, field).text;
    const text = await openInEditor(before, `yourcall-${field}.txt`);
    if (typeof text !== "string") return text;
    // Editors end a file with a newline that nobody typed.
    const after = text.replace(/\n$/, "");
    if (after === before) return { type: "nothing", notice: "Nothing changed in the editor." };
    return { type: "events", events: [{ type: "set-text", field, text: after }] };
  }
  return editSheet(state);
}

async function editSheet(state: Answering): Promise<Edited> {
  const filled = state.entries.map((entry) => ({ other: entry.other.text, note: entry.note.text }));
  let sheet = renderSheet(state.ask, { filled, comment: state.comment.text });
  for (;;) {
    const text = await openInEditor(sheet, toSheetFileName(state.ask));
    if (typeof text !== "string") return text;
    if (text === sheet || text.trim() === "")
      return { type: "nothing", notice: "The sheet is unchanged, so nothing was taken from it." };
    const parsed = parseSheet(text, state.ask);
    if (parsed.declined !== undefined) {
      const reason = parsed.declined.reason;
      const why: AnsweringEvent[] =
        reason === undefined
          ? []
          : [
              { type: "set-text", field: "reason", text: reason },
              { type: "open", field: "reason" },
            ];
      return { type: "events", events: [{ type: "open-decline" }, ...why] };
    }
    if (parsed.errors.length === 0) {
      const { answers, comment } = parsed;
      return { type: "events", events: [{ type: "fill", answers, ...(comment === undefined ? {} : { comment }) }] };
    }
    sheet = markSheetErrors(text, parsed.errors);
  }
}

async function openInEditor(text: string, fileName: string): Promise<string | Extract<Edited, { type: "nothing" }>> {
  const editor = process.env.VISUAL || process.env.EDITOR || "vi";
  const directory = await mkdtemp(join(tmpdir(), "yourcall-"));
  try {
    const file = join(directory, fileName);
    await writeFile(file, text, { mode: 0o600 });
    const failed = await run(editor, file);
    return failed === null ? await readFile(file, "utf8") : { type: "nothing", notice: failed };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/**
 * Runs `$VISUAL` as git does, through the shell because it may hold arguments; the file's name is an argument, not source.
 * The shell outlives a Ctrl-C, which is the editor's to take.
 */
function run(editor: string, file: string): Promise<string | null> {
  let terminal: number | "inherit";
  try {
    terminal = openSync("/dev/tty", "r+");
  } catch {
    terminal = "inherit";
  }
  return new Promise((resolve) => {
    const child = spawn("/bin/sh", ["-c", `trap : INT; ${editor} "$1"`, "sh", file], {
      stdio: [terminal, terminal, terminal],
    });
    const settle = (notice: string | null) => {
      if (typeof terminal === "number") closeSync(terminal);
      resolve(notice);
    };
    child.once("error", (error) => settle(`The editor could not be started: ${error.message}. Set VISUAL or EDITOR.`));
    child.once("exit", (code) => {
      if (code === 0) settle(null);
      else if (code === 127) settle(`"${editor}" was not found. Set VISUAL or EDITOR to your editor.`);
      else settle("The editor ended without saving, so nothing was taken from it.");
    });
  });
}
