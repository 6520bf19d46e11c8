import type { WireAsk } from "@yourcall/client";
import type { Answering } from "@yourcall/core";
import { toAddressees, toAge, toAgentText, toSurfaceName } from "@yourcall/core/internal";
import type { DrivenAsk } from "../drive-ask.ts";
import type { Spot } from "../keys/pointer.ts";
import { cutLine, type Line, span } from "../text/styled-line.ts";
import { viewEnding } from "../view/view-ending.ts";
import { type Frame, viewFrame } from "../view/view-frame.ts";
import { hintRow, ignoredLines } from "../view/view-hints.ts";
import type { Inbox, InboxTarget } from "./inbox.ts";
import type { InboxContext, InboxFrame } from "./view-inbox.ts";
import { lateLines } from "./view-rows.ts";

export interface OpenAskContext extends InboxContext {
  link: Inbox["list"]["link"];
}

/** An ask on the whole screen, or next to the list. */
export interface OpenFrame extends InboxFrame {
  /** How many of the last lines say which keys work, or why one was refused. */
  below: number;
}

const noRoom = { rows: 1, scroll: 0 };

type Size = Pick<InboxContext, "width" | "height" | "glyphs">;

/** The ask as `yourcall ask` shows it, with a line above that says who asks. */
export function viewOpenAsk(ask: WireAsk, driven: DrivenAsk, context: OpenAskContext, footer?: string): OpenFrame {
  const { at, page } = driven.state();
  return belowWho(ask, context, (size) => driven.frame({ ...size, footer }), `${at} ${page}`);
}

/** The ask with a draft from elsewhere, and the question whether to continue it. */
export function viewOffer(ask: WireAsk, state: Answering, mine: boolean, context: OpenAskContext): OpenFrame {
  const offer = toOffer(ask, mine, context);
  return belowWho(ask, context, (size) => ({
    ...viewFrame(state, { ...size, offer, ignored: context.ignored }),
    cursor: null,
  }));
}

/** `place`: the page of the ask whose blocks can be clicked; none by default. */
function belowWho(ask: WireAsk, context: OpenAskContext, view: (size: Size) => Frame, place?: string): OpenFrame {
  const { width, height, glyphs } = context;
  const head = whoLines(ask, context);
  const { lines, cursor, below, blocks, blocksWidth } = view({
    width,
    height: Math.max(1, height - head.length),
    glyphs,
  });
  const spots = blocks.flatMap((block, row): Spot<InboxTarget>[] =>
    block === -1 || place === undefined
      ? []
      : [{ row: row + head.length, from: 0, to: blocksWidth, target: { type: "block", id: ask.id, place, block } }],
  );
  return {
    lines: [...head, ...lines],
    cursor: cursor && { ...cursor, row: cursor.row + head.length },
    room: noRoom,
    below,
    spots,
  };
}

function toOffer(ask: WireAsk, mine: boolean, { width, glyphs }: InboxContext): { question: string; answers: string } {
  const where = toSurfaceName(ask.draft?.surface ?? "") || "another place";
  const narrow = width < 40;
  return {
    question: narrow ? `Take ${where}'s draft?` : `Continue with the draft begun in ${where}?`,
    answers: (narrow ? ["enter yes", "n no"] : ["enter yes", mine ? "n keep yours" : "n start fresh", "esc back"]).join(
      ` ${glyphs.bullet} `,
    ),
  };
}

/** For an ask that somebody else ended first: what they decided, and what was typed here and not sent. */
export function viewEndedAsk(ask: WireAsk, state: Answering | undefined, context: OpenAskContext): OpenFrame {
  const width = context.width - 1;
  const ending =
    ask.outcome === undefined
      ? []
      : viewEnding(ask, ask.outcome, {
          width,
          glyphs: context.glyphs,
          elsewhere: true,
          state,
        });
  ending.push(...lateLines(ask, context.now, width));
  const hint =
    context.ignored === undefined
      ? hintRow([{ words: "enter back to the list", rank: 0 }], width, context.glyphs)
      : ignoredLines(context.ignored, width);
  const head = whoLines(ask, context);
  const most = Math.max(1, context.height - head.length - hint.length - 1);
  const lines = [...head, ...ending.slice(0, most), [], ...hint];
  return { lines, cursor: null, room: noRoom, below: hint.length, spots: [] };
}

function whoLines(ask: WireAsk, { width, height, glyphs, now, home, link }: OpenAskContext): Line[] {
  if (height < 12) return [];
  const age = toAge(now - Date.parse(ask.createdAt));
  const away = link === "live" ? [] : [span(`   ${link}${glyphs.ellipsis}`, "warning")];
  const whom = ask.to === undefined ? [] : [span(` ${toAddressees(ask)} `, "warning")];
  const who = [...whom, span(` ${toAgentText(ask, home)}`, "secondary"), span(`   ${age}`, "muted"), ...away];
  return [cutLine(who, width - 1)];
}
