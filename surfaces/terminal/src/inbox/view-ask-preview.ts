import type { WireAsk } from "@yourcall/client";
import { type Answering, toAgentText } from "@yourcall/core";
import { cutLine, type Line, span, wrapLine } from "../text/styled-line.ts";
import { questionPage } from "../view/view-question.ts";
import { lateLines, type RowContext } from "./view-rows.ts";

/** An ask beside the list, as it will open: who asks, what they said, and every question with its options. */
export function viewAskPreview(ask: WireAsk, state: Answering, context: RowContext): Line[] {
  const { width, glyphs, home, now } = context;
  const who = cutLine([span(toAgentText(ask, home), "secondary")], width);
  const questions = ask.questions.flatMap((_, at): Line[] => {
    // What the agent said stands above the first question only.
    const shown = at === 0 ? state.ask : { ...state.ask, context: undefined };
    const page = questionPage({ ...state, ask: shown, at, field: null }, width, glyphs);
    const preview = page.preview;
    return [
      [],
      [span(page.title, "chip")],
      ...page.head,
      [],
      ...page.blocks.flatMap(({ lines }) => lines),
      ...(preview === undefined
        ? []
        : [
            [],
            [span(preview.title, "muted")],
            ...preview.toRows(width - 2).map((line): Line => [span("  "), ...line]),
          ]),
    ];
  });
  const ended = ask.status === "pending" ? [] : wrapLine("This has ended. Enter opens what waits.", width, "warning");
  return [who, ...ended, ...lateLines(ask, now, width), ...questions];
}
