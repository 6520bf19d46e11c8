import {
  type Answering,
  type AnsweringEvent,
  type Ask,
  fieldOf,
  markChosen,
  markSheetErrors,
  type ParsedSheet,
  parseSheet,
  renderSheet,
  toAnswerText,
  toQuestionAnswer,
  toSheetFileName,
} from "@yourcall/core";
import { openInEditor, toWaitHint } from "./open-in-editor.ts";

export { openInEditor, toWaitHint };

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
    if (after === before) return { type: "nothing", notice: `Nothing changed in the editor.${toWaitHint()}` };
    return { type: "events", events: [{ type: "set-text", field, text: after }] };
  }
  return editSheet(state);
}

/** Sheets that were closed with errors, by their ask. The next Ctrl-G goes on with them. */
const refused = new WeakMap<Ask, { opened: string; text: string }>();

async function editSheet(state: Answering): Promise<Edited> {
  const filled = state.entries.map((entry) => ({ other: entry.other.text, note: entry.note.text }));
  const chosen = toChosen(state);
  const before = refused.get(state.ask);
  const opened = before?.opened ?? renderSheet(state.ask, { filled, comment: state.comment.text });
  const first = markChosen(before?.text ?? opened, chosen);
  let sheet = first;
  const leave = (notice: string): Edited => {
    if (sheet === first && before === undefined) return { type: "nothing", notice };
    refused.set(state.ask, { opened, text: sheet });
    return { type: "nothing", notice: `${notice} ctrl+g opens it again.` };
  };
  for (;;) {
    const edited = await openInEditor(sheet, toSheetFileName(state.ask));
    if ("failed" in edited) return leave(edited.failed);
    const { text } = edited;
    if (text.trim() === "") return leave("The sheet is empty; nothing was changed.");
    if (text === first && before === undefined)
      return { type: "nothing", notice: `The sheet is unchanged.${toWaitHint()}` };
    const parsed = parseSheet(text, state.ask, { opened });
    if (text === sheet && parsed.errors.length > 0) return leave("The sheet still has errors; nothing was changed.");
    if (parsed.errors.length > 0) {
      sheet = markSheetErrors(text, parsed.errors);
      continue;
    }
    refused.delete(state.ask);
    return { type: "events", events: toEvents(state, parsed) };
  }
}

function toEvents(state: Answering, { answers, comment, declined, kept = [] }: ParsedSheet): AnsweringEvent[] {
  if (declined !== undefined) {
    const { reason } = declined;
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
  return [
    ...notes.map(({ question, note }): AnsweringEvent => ({ type: "set-text", field: "note", text: note, question })),
    { type: "fill", answers, comment },
  ];
}

/** What each question has been answered with so far, in words; empty for an open one. */
function toChosen({ ask, entries }: Answering): string[] {
  return ask.questions.map((question, index) => {
    const entry = entries[index];
    const answer = entry === undefined ? null : toQuestionAnswer(ask, question, entry);
    return answer === null ? "" : toAnswerText(ask, index, answer);
  });
}
