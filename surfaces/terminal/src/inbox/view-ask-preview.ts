import type { WireAsk } from "@yourcall/client";
import { type Answering, toAgentText, toPlaceParts } from "@yourcall/core";
import { cutLine, type Line, lineWidth, padLine, span, wrapLine } from "../text/styled-line.ts";
import { contextLines, questionPage } from "../view/view-question.ts";
import { lateLines, type RowContext } from "./view-rows.ts";

/** An ask beside the list, as it will open: who asks, what they said, and every question with its options. */
export function viewAskPreview(ask: WireAsk, state: Answering, context: RowContext): Line[] {
  const { width, glyphs, now } = context;
  const questions = ask.questions.flatMap((_, at): Line[] => {
    const opened = { ...state, ask: { ...state.ask, context: undefined }, at, field: null };
    const { preview } = questionPage(opened, width, glyphs);
    // The focus is in the list.
    const entries = opened.entries.map((entry) => ({ ...entry, focus: -1 }));
    const { title, head, blocks } = questionPage({ ...opened, entries }, width, glyphs);
    return [
      [span(title, "chip")],
      ...head,
      [],
      ...blocks.flatMap(({ lines }) => lines),
      [],
      ...(preview === undefined
        ? []
        : [
            [span(preview.title, "muted")],
            ...preview.toRows(width - 2).map((line): Line => [span("  "), ...line]),
            [],
          ]),
    ];
  });
  const ended = ask.status === "pending" ? [] : wrapLine("This has ended. Enter opens what waits.", width, "warning");
  return [
    whoLine(ask, context),
    ...ended,
    ...lateLines(ask, now, width),
    [],
    ...contextLines(state.ask, width, glyphs),
    ...questions.slice(0, -1),
  ];
}

/** `claude · fix login` and, at the right edge, `~/shop  feat/sessions`. */
function whoLine(ask: WireAsk, { width, home }: RowContext): Line {
  const { who, where } = toPlaceParts(ask, home);
  const right: Line = [span(where.join("  "), "muted")];
  const left: Line = [span(who, "secondary")];
  if (lineWidth(left) + lineWidth(right) + 2 > width)
    return cutLine([span(toAgentText(ask, home), "secondary")], width);
  return [...padLine(left, width - lineWidth(right)), ...right];
}
