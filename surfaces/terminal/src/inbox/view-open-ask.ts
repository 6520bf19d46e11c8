import type { WireAsk } from "@yourcall/client";
import type { Answering } from "@yourcall/core";
import { toAgentText } from "../ask-words.ts";
import type { DrivenAsk } from "../drive-ask.ts";
import { cutLine, type Line, span } from "../styled-line.ts";
import { toAge, toClock } from "../times.ts";
import { viewEnding } from "../view-ending.ts";
import { viewFrame } from "../view-frame.ts";
import { hintRow } from "../view-hints.ts";
import type { InboxContext, InboxFrame } from "./view-inbox.ts";

const noRoom = { rows: 1, scroll: 0 };

/** The ask in the view of `yourcall ask`, and above it who asks. */
export function viewOpenAsk(ask: WireAsk, driven: DrivenAsk, context: InboxContext, footer?: string): InboxFrame {
  const head = whoLines(ask, context);
  const { lines, cursor } = driven.frame({
    width: context.width,
    height: Math.max(1, context.height - head.length),
    glyphs: context.glyphs,
    ...(footer === undefined ? {} : { footer }),
  });
  return {
    lines: [...head, ...lines],
    cursor: cursor === null ? null : { row: cursor.row + head.length, column: cursor.column },
    room: noRoom,
  };
}

/** The ask as somebody began to fill it in elsewhere, and the question whether to go on from there. */
export function viewOffer(ask: WireAsk, state: Answering, mine: boolean, context: InboxContext): InboxFrame {
  const head = whoLines(ask, context);
  const { lines } = viewFrame(state, {
    width: context.width,
    height: Math.max(1, context.height - head.length),
    glyphs: context.glyphs,
    offer: {
      question: `Go on with the draft begun in ${ask.draft?.surface ?? "another place"}?`,
      answers: ["enter yes", mine ? "n keep yours" : "n start fresh", "esc back"].join(` ${context.glyphs.bullet} `),
    },
  });
  return { lines: [...head, ...lines], cursor: null, room: noRoom };
}

/** Somebody else was first: what they decided, and what was typed here and not sent. */
export function viewEndedAsk(ask: WireAsk, state: Answering | undefined, context: InboxContext): InboxFrame {
  const width = context.width - 1;
  const ending =
    ask.outcome === undefined
      ? []
      : viewEnding(ask, ask.outcome, {
          width,
          glyphs: context.glyphs,
          elsewhere: true,
          clock: toClock,
          ...(state === undefined ? {} : { state }),
        });
  const hint = hintRow([{ words: "enter back to the list", rank: 0 }], width, context.glyphs);
  const head = whoLines(ask, context);
  const most = Math.max(1, context.height - head.length - hint.length - 1);
  return { lines: [...head, ...ending.slice(0, most), [], ...hint], cursor: null, room: noRoom };
}

function whoLines(ask: WireAsk, { width, height, now, home }: InboxContext): Line[] {
  if (height < 12) return [];
  const age = toAge(now - Date.parse(ask.createdAt));
  return [cutLine([span(` ${toAgentText(ask, home)}`, "secondary"), span(`   ${age}`, "muted")], width - 1)];
}
