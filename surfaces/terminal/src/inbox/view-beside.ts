import { moveSpots } from "../keys/pointer.ts";
import { cutLine } from "../text/styled-line.ts";
import type { Inbox } from "./inbox.ts";
import { type InboxFrame, ruleLine, viewHead } from "./view-inbox.ts";
import type { OpenAskContext, OpenFrame } from "./view-open-ask.ts";
import { listLines, nextToList, toListWidth } from "./view-waiting.ts";

/** From this size on, an ask is answered next to the list. */
const leastWidth = 120;
const leastHeight = 16;

/** The open ask next to the list, which stays as it was; on a smaller screen the ask alone. */
export function viewBesideList(
  inbox: Inbox,
  context: OpenAskContext,
  view: (context: OpenAskContext) => OpenFrame,
): InboxFrame {
  if (inbox.tab !== "waiting" || context.width < leastWidth || context.height < leastHeight) return view(context);
  const width = context.width - 1;
  const inner = { ...context, width };
  const { glyphs } = context;
  const head = viewHead(inbox, inner, true);
  const listWidth = toListWidth(width);
  const left = listWidth + 3;
  // One more rule is drawn below the ask.
  const pane = view({ ...context, width: context.width - left, height: context.height - head.lines.length - 1 });
  const rows = context.height - head.lines.length - 1 - pane.below;
  const list = listLines(inbox, { ...inner, width: listWidth }, rows, { tall: true, active: false });
  const asked = pane.lines.slice(0, pane.lines.length - pane.below);
  const lines = [
    ...head.lines,
    ...nextToList(list.lines, asked, rows, { listWidth, glyphs }),
    ruleLine(inner, true, glyphs.jointAbove),
    ...pane.lines.slice(pane.lines.length - pane.below),
  ];
  const top = head.lines.length;
  return {
    lines: lines.map((line) => cutLine(line, width)),
    cursor: pane.cursor && { row: pane.cursor.row + top, column: pane.cursor.column + left },
    room: pane.room,
    spots: [...head.spots, ...moveSpots(list.spots, top, 0), ...moveSpots(pane.spots, top, left)],
  };
}
