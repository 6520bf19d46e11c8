import { cleanLine, type Key } from "@yourcall/core";
import { toGrantText } from "@yourcall/core/internal";
import { type Line, span } from "../text/styled-line.ts";
import { cutText } from "../text/wrap-text.ts";
import type { Hint } from "../view/view-hints.ts";
import type { Inbox } from "./inbox.ts";
import { isCommand, isPlain } from "./plain-key.ts";
import type { RowContext } from "./view-rows.ts";

// What the person has allowed for a while: in the head of the list, and taken back by a key.

/** `t`: takes the only one back, or lists them. */
export function takeBack(inbox: Inbox): Inbox {
  const [only, ...others] = inbox.grants;
  if (only === undefined) return { ...inbox, went: { done: true, text: "Nothing is allowed ahead of time." } };
  return others.length === 0 ? { ...inbox, revoking: [only.id] } : { ...inbox, page: { type: "grants", at: 0 } };
}

export function onGrants(inbox: Inbox, at: number, key: Key, by: number | null): Inbox {
  const chosen = inbox.grants[Math.min(at, inbox.grants.length - 1)];
  if (key.name === "escape" || chosen === undefined) return { ...inbox, page: null };
  if (by !== null)
    return { ...inbox, page: { type: "grants", at: Math.max(0, Math.min(inbox.grants.length - 1, at + by)) } };
  if (isPlain(key, "enter") || isCommand(key, "t")) return { ...inbox, page: null, revoking: [chosen.id] };
  return isCommand(key, "a") ? { ...inbox, page: null, revoking: inbox.grants.map(({ id }) => id) } : inbox;
}

export function viewGrants({ grants }: Inbox, at: number, context: RowContext): { lines: Line[]; focus: number } {
  const { glyphs, width } = context;
  const rows = grants.map((grant, index): Line => {
    const focused = index === Math.min(at, grants.length - 1);
    const text = cutText(cleanLine(toGrantText(grant, context.now)), width - 5, glyphs.ellipsis);
    return [span(focused ? `  ${glyphs.pointer} ` : "    ", "primary"), span(text, focused ? "strong" : "text")];
  });
  return { lines: [[span("  Allowed for a while, without asking you", "strong")], [], ...rows], focus: at + 2 };
}

/** One line of the head; null if nothing is allowed ahead of time. */
export function grantLine({ grants, letters }: Inbox, { width, glyphs, now }: RowContext): Line | null {
  const [only] = grants;
  if (only === undefined) return null;
  const text = grants.length === 1 ? `Allowed: ${toGrantText(only, now)}` : `${grants.length} allowed for a while`;
  const hint = letters ? `   t take ${grants.length === 1 ? "it back" : "back"}` : "";
  return [
    span(` ${cutText(cleanLine(text), Math.max(8, width - 2 - hint.length), glyphs.ellipsis)}`, "warning"),
    span(hint, "muted"),
  ];
}

export const grantsHints: Hint[] = [
  { words: "enter take back", rank: 0 },
  { words: "a take all back", rank: 2 },
  { words: "esc back", rank: 1 },
];
