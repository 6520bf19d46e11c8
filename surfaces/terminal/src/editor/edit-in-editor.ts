import {
  type Answering,
  type AnsweringEvent,
  fieldOf,
  markSheetErrors,
  parseSheet,
  renderSheet,
  toSheetFileName,
} from "@yourcall/core";
import { openInEditor } from "./open-in-editor.ts";

export { openInEditor };

/** The result of editing: events for the machine, or the reason why there are none. */
export type Edited = { type: "events"; events: AnsweringEvent[] } | { type: "nothing"; notice: string };

/** Ctrl-G: an open field in the editor, or the whole ask as a sheet. */
export type EditInEditor = (state: Answering) => Promise<Edited>;

export async function editInEditor(state: Answering): Promise<Edited> {
  const { field } = state;
  if (field !== null) {
    const before = fieldOf(state, field).text;
    const edited = await openInEditor(before, `yourcall-${field}.txt`);
    if ("failed" in edited) return { type: "nothing", notice: edited.failed };
    // Editors add a final newline that nobody typed.
    const after = edited.text.replace(/\n$/, "");
    if (after === before) return { type: "nothing", notice: "Nothing changed in the editor." };
    return { type: "events", events: [{ type: "set-text", field, text: after }] };
  }
  return editSheet(state);
}

async function editSheet(state: Answering): Promise<Edited> {
  const filled = state.entries.map((entry) => ({ other: entry.other.text, note: entry.note.text }));
  const first = renderSheet(state.ask, { filled, comment: state.comment.text });
  let sheet = first;
  for (;;) {
    const edited = await openInEditor(sheet, toSheetFileName(state.ask));
    if ("failed" in edited) return { type: "nothing", notice: edited.failed };
    const { text } = edited;
    if (text.trim() === "") return { type: "nothing", notice: "The sheet is empty; nothing was changed." };
    if (text === first) return { type: "nothing", notice: "The sheet is unchanged." };
    if (text === sheet) return { type: "nothing", notice: "The sheet still has errors; nothing was changed." };
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
      return { type: "events", events: [{ type: "fill", answers, comment }] };
    }
    sheet = markSheetErrors(text, parsed.errors);
  }
}
