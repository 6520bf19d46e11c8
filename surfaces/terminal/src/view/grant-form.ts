import { type Ask, cleanLine, type Key } from "@yourcall/core";
import {
  changeGrantChoice,
  type GrantChoice,
  grantSpans,
  spansOf,
  toAskedCall,
  toCoversText,
  toGrantBody,
  toGrantNotice,
  toPlaceName,
} from "@yourcall/core/internal";
import type { GrantOffers } from "@yourcall/core/internal/wire";
import type { Glyphs } from "../screen/glyphs.ts";
import { type Line, span, wrapLine } from "../text/styled-line.ts";
import { type Block, type Page, rowStart } from "./page.ts";

// What an approval allows for a while: what it covers, where and how long. It decides nothing: the answer that allows once sends it along.

type GrantedAsk = Ask & { agent?: { name: string; cwd?: string | undefined } };

export interface GrantForm {
  ask: GrantedAsk;
  offers: GrantOffers;
  choice: GrantChoice;
  /** The row with the focus. */
  row: number;
}

interface FormRow {
  name: string;
  values: { name: string; change: Partial<GrantChoice> }[];
  at: number;
}

function toRows({ ask, offers, choice }: GrantForm): FormRow[] {
  const call = toAskedCall(ask);
  const spans = spansOf(choice.where);
  return [
    {
      name: "What",
      values: offers.covers.map((covers) => ({ name: toCoversText(covers, call), change: { covers } })),
      at: offers.covers.findIndex((covers) => JSON.stringify(covers) === JSON.stringify(choice.covers)),
    },
    {
      name: "Where",
      values: offers.where.map((where) => ({ name: toPlaceName(where, ask.agent?.cwd), change: { where } })),
      at: offers.where.indexOf(choice.where),
    },
    {
      name: "How long",
      values: spans.map((span) => ({ name: grantSpans[span]?.name ?? "", change: { span } })),
      at: spans.indexOf(choice.span),
    },
  ];
}

/** The form after a key; `keep` or `drop` if the person is done with it; null if the key means nothing here. */
export function onGrantKey(form: GrantForm, key: Key): GrantForm | "keep" | "drop" | null {
  if (key.ctrl === true || key.alt === true) return null;
  const rows = toRows(form);
  const step = { up: -1, down: 1, tab: 1 }[key.name] ?? (key.text === "k" ? -1 : key.text === "j" ? 1 : 0);
  if (step !== 0) return { ...form, row: (form.row + step + rows.length) % rows.length };
  const by = { left: -1, right: 1 }[key.name] ?? (key.text === " " ? 1 : 0);
  const row = rows[form.row];
  if (by !== 0 && row !== undefined) {
    const next = row.values[(row.at + by + row.values.length) % row.values.length];
    return { ...form, choice: changeGrantChoice(form.choice, next?.change ?? {}) };
  }
  return key.name === "enter" ? "keep" : key.name === "escape" ? "drop" : null;
}

/** What would be allowed, in one line. */
export function toGrantLine({ ask, choice }: GrantForm, now: number): string {
  return cleanLine(toGrantNotice(toGrantBody(choice, now), ask));
}

export function grantFormPage(form: GrantForm, width: number, glyphs: Glyphs, now: number): Page {
  const [left = "", right = ""] = [glyphs.leftRight.slice(0, 1), glyphs.leftRight.slice(-1)];
  const blocks = toRows(form).map(({ name, values, at }, row): Block => {
    const focused = row === form.row;
    const many = values.length > 1;
    const line: Line = [
      ...rowStart(" ", focused, null, glyphs),
      span(name.padEnd(10), focused ? "focus" : "muted"),
      span(many && focused && left !== right ? `${left} ` : "  ", "primary"),
      span(values[at]?.name ?? "", focused ? "strong" : "text"),
      span(many && focused && left !== right ? ` ${right}` : "", "primary"),
      span(many ? `   ${at + 1} of ${values.length}` : "", "dim"),
    ];
    return { lines: [line], attached: row > 0 };
  });
  const told = `Allow once then also allows ${toGrantLine(form, now)}, without asking you. You can take it back at any time.`;
  return { title: "Allow for a while", head: wrapLine(told, width), blocks, focus: form.row };
}

export function grantHint({ upDown, leftRight, bullet }: Glyphs): string {
  return [`${upDown} move`, `${leftRight} change`, "enter keep, then allow once", "esc only this once"].join(
    ` ${bullet} `,
  );
}
