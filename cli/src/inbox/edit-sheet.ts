import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { WireAsk } from "@yourcall/client";
import { applyDraft, type ParsedSheet, parseSheet, renderSheet, startAnswering } from "@yourcall/core";
import { markSheetErrors, toSheetFileName } from "@yourcall/core/internal";
import { openInEditor, toWaitHint } from "@yourcall/terminal/internal/editor";

/** The person's answers from the sheet, or why nothing is sent. */
type EditedSheet =
  | { type: "answered"; parsed: ParsedSheet; text: string }
  /** `text` could not be sent and is to be kept. */
  | { type: "nothing"; notice: string; text?: string };

/** Opens the ask as a sheet in the person's editor, repeatedly with errors marked, until it is valid or left unchanged. */
export async function editSheet(ask: WireAsk): Promise<EditedSheet> {
  const first = renderAsk(ask);
  let sheet = first;
  for (;;) {
    const edited = await openInEditor(sheet, toSheetFileName(ask, ask.id));
    if ("failed" in edited)
      return { type: "nothing", notice: edited.failed, text: sheet === first ? undefined : sheet };
    const { text } = edited;
    if (text.trim() === "") return { type: "nothing", notice: "The sheet is empty, so nothing was sent." };
    if (isUntouched(text, first))
      return { type: "nothing", notice: `The sheet is unchanged, so nothing was sent.${toWaitHint()}` };
    if (text === sheet) return { type: "nothing", notice: "The sheet still has errors, so nothing was sent.", text };
    const parsed = parseSheet(text, ask, { id: ask.id });
    if (parsed.errors.length === 0) return { type: "answered", parsed, text };
    sheet = markSheetErrors(text, parsed.errors);
  }
}

/** Some editors change white space on their own, which must not turn the original text into an answer. */
export function isUntouched(text: string, first: string): boolean {
  const words = (sheet: string) => sheet.replace(/\s+/g, " ").trim();
  return words(text) === words(first);
}

/** Saves text that a person could not send. Returns where. */
export async function keepSheet(ask: WireAsk, text: string): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), "yourcall-")), toSheetFileName(ask, ask.id));
  await writeFile(file, text, { mode: 0o600 });
  return file;
}

/** The sheet, with text already typed on another screen. */
function renderAsk(ask: WireAsk): string {
  const state = applyDraft(startAnswering(ask), ask.draft?.draft);
  return renderSheet(ask, {
    id: ask.id,
    agent: ask.agent,
    to: ask.to,
    filled: state.entries.map((entry) => ({ other: entry.other.text, note: entry.note.text })),
    comment: state.comment.text,
    review: state.marks,
  });
}
