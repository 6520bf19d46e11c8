import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { WireAsk } from "@yourcall/client";
import {
  applyDraft,
  markSheetErrors,
  type ParsedSheet,
  parseSheet,
  renderSheet,
  startAnswering,
  toSheetFileName,
} from "@yourcall/core";

/** What a person made of the sheet, or why nothing is sent. */
export type EditedSheet =
  | { type: "answered"; parsed: ParsedSheet; text: string }
  | { type: "nothing"; notice: string /** What was written all the same. */; text?: string };

/** Opens the ask as a sheet in the person's editor, again and again with its faults marked, until it can be read or is left as it was. */
export async function editSheet(ask: WireAsk): Promise<EditedSheet> {
  const first = renderAsk(ask);
  let sheet = first;
  for (;;) {
    const edited = await openInEditor(sheet, toSheetFileName(ask, ask.id));
    if ("failed" in edited)
      return { type: "nothing", notice: edited.failed, ...(sheet === first ? {} : { text: sheet }) };
    const { text } = edited;
    if (text.trim() === "") return { type: "nothing", notice: "The sheet is empty, so nothing was sent." };
    if (text === first) return { type: "nothing", notice: "The sheet is unchanged, so nothing was sent." };
    if (text === sheet) return { type: "nothing", notice: "The sheet still has faults, so nothing was sent.", text };
    const parsed = parseSheet(text, ask, { id: ask.id });
    if (parsed.errors.length === 0) return { type: "answered", parsed, text };
    sheet = markSheetErrors(text, parsed.errors);
  }
}

/** Keeps what a person wrote and could not send. Returns where. */
export async function keepSheet(ask: WireAsk, text: string): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), "yourcall-")), toSheetFileName(ask, ask.id));
  await writeFile(file, text, { mode: 0o600 });
  return file;
}

/** The sheet, with the words that were already typed on another screen. */
function renderAsk(ask: WireAsk): string {
  const state = applyDraft(startAnswering(ask), ask.draft?.draft);
  return renderSheet(ask, {
    id: ask.id,
    agent: ask.agent,
    filled: state.entries.map((entry) => ({ other: entry.other.text, note: entry.note.text })),
    comment: state.comment.text,
  });
}

async function openInEditor(text: string, fileName: string): Promise<{ text: string } | { failed: string }> {
  const directory = await mkdtemp(join(tmpdir(), "yourcall-"));
  try {
    const file = join(directory, fileName);
    await writeFile(file, text, { mode: 0o600 });
    const failed = await runEditor(process.env.VISUAL || process.env.EDITOR || "vi", file);
    return failed === null ? { text: await readFile(file, "utf8") } : { failed };
  } catch (error) {
    return { failed: `The sheet could not be read back: ${(error as Error).message}` };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/**
 * Runs the editor through the shell, because `$VISUAL` may hold arguments; the file's name is an argument, not source. Ctrl-C
 * is the editor's to take, and standard output stays free for what the command prints.
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
      else settle("The editor ended without saving, so nothing was sent.");
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
