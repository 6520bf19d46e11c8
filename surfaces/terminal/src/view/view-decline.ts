import type { Answering } from "@yourcall/core";
import type { Glyphs } from "../screen/glyphs.ts";
import { span, wrapLine } from "../text/styled-line.ts";
import type { Block, Page } from "./page.ts";
import { fieldBlock } from "./view-field.ts";
import { rowStart } from "./view-question.ts";

/** The page that asks once more before the agent is told no. */
export function declinePage(state: Answering, width: number, glyphs: Glyphs): Page {
  const rows = ["Keep answering", "Decline", `Decline and say why${glyphs.ellipsis}`];
  const blocks = rows.map((text, row): Block => {
    const focused = state.declineRow === row;
    const start = rowStart(" ", focused, null, glyphs);
    if (row === 2 && (state.field === "reason" || state.reason.text !== ""))
      return { ...fieldBlock(state, "reason", [...start, span("Because: ")], width, glyphs), attached: true };
    return { lines: [[...start, span(text, focused ? "strong" : "text")]], attached: row > 0 };
  });
  const head = wrapLine("The agent is told that you declined, and why if you say so.", width);
  return { title: "Decline", beside: [], head, blocks, focus: state.declineRow };
}
