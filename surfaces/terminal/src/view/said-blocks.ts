import { type Answering, cleanLine, type Entry } from "@yourcall/core";
import { canReview, describePicture, editedText, toEditable } from "@yourcall/core/internal";
import type { Glyphs } from "../screen/glyphs.ts";
import { hangLines, indentLines, type Line, lineWidth, span, wrapLine } from "../text/styled-line.ts";
import { type Block, fieldBlock } from "./page.ts";
import { changedRows } from "./view-approval.ts";

// What a person says beside their choice: pictures, a changed call, a question to the agent.

/** The indent of labels and descriptions, after number, pointer and mark. */
export const labelIndent = 6;

/** The pictures that go with an answer, one on each line. */
export function pictureLines({ attachments }: Pick<Entry, "attachments">, width: number): Line[] {
  const start = [span(" ".repeat(labelIndent)), span("picture: ", "muted")];
  return attachments.flatMap((picture) =>
    hangLines(start, wrapLine(describePicture(picture), Math.max(8, width - lineWidth(start)))),
  );
}

/** The path of a picture, while it is typed or added. */
export function pictureBlock(state: Answering, width: number, glyphs: Glyphs): Block | null {
  const start = [span(" ".repeat(labelIndent)), span("add picture: ", "muted")];
  if (state.field === "picture") return fieldBlock(state, "picture", start, width, glyphs, "the path of a file");
  if (state.adding === null) return null;
  return { lines: [[...start, span(`${cleanLine(state.adding.path)}${glyphs.ellipsis}`, "muted")]] };
}

/** What will run, while it is changed; afterwards how it differs from what was asked for. */
export function editedBlock(state: Answering, width: number, glyphs: Glyphs): Block | null {
  const start = [span(" ".repeat(labelIndent)), span(canReview(state.ask) ? "writes: " : "runs: ", "muted")];
  if (state.field === "edited") return fieldBlock(state, "edited", start, width, glyphs);
  const after = editedText(state);
  if (after === null) return null;
  const rows = changedRows(toEditable(state.ask) ?? "", after, width - labelIndent);
  return { lines: [[...start, span("as you changed it", "warning")], ...indentLines(rows, labelIndent)] };
}

/** The question to the agent, once there is one; null if not. */
export function askedBlock(state: Answering, width: number, glyphs: Glyphs): Block | null {
  if (state.field !== "asked" && state.asked.text === "") return null;
  const start = [span(" ".repeat(labelIndent)), span("ask back: ", "muted")];
  return fieldBlock(state, "asked", start, width, glyphs, "What do you want to know first?");
}
