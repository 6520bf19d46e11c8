import type { Answering, AnsweringEvent, Outcome } from "@yourcall/core";
import type { CardPart, CardProps, Reply } from "./card-props.ts";
import type { KeyGate } from "./guard-keys.ts";
import type { AnsweringCard } from "./use-answering.ts";

/** What every part of a card gets. */
export interface ShownCard extends AnsweringCard {
  props: CardProps;
  /** How much of an approval has been on the screen; null while it is loading. */
  read: { lines: number; of: number } | null;
  onRead(read: { lines: number; of: number }): void;
  /** How the ask ended, while the card still shows it open because somebody is typing in it. */
  ended: Outcome | undefined;
  /** Whether it ended by what was last sent from this card. */
  sentHere: boolean;
  /** The id of the field that somebody is in: it stays, even if it is empty. */
  typingIn: string;
  /** Whether a key was just ignored. */
  ignored: boolean;
  /** What acts on keys and says what is wrong; undefined until it has loaded. */
  acting: (typeof import("./acting.tsx") & { gate: KeyGate }) | undefined;
  /** The classes of a part: ours, and the host's. */
  part(name: CardPart): string;
  /** The id of an element of this card. */
  id(name: string): string;
  /** Like `act`, and the focus follows the machine's. Only for acts inside the card. */
  lead(events: AnsweringEvent | readonly AnsweringEvent[], how?: Reply["act"]): void;
}

/** Whether something can be shown beside the card. */
export function hasSide({ layout, hasSide = true }: CardProps): boolean {
  return layout !== undefined && hasSide;
}

/** The question that keys act on; -1 if none. */
export function toFront({ page, at, reviewRow, ask, asking }: Answering): number {
  if (page === "decline" || asking !== null) return -1;
  return page === "question" ? at : reviewRow < ask.questions.length ? reviewRow : -1;
}

/** Whether the field for a question to the agent is open, in place of the buttons. */
export function isAskingBack({ state: { field }, typingIn, id }: ShownCard): boolean {
  return field === "asked" || typingIn === id("asked");
}

/** Whether there is a comment, or a field for one. */
export function toCommented({ state: { comment, field }, typingIn, id }: ShownCard): boolean {
  return comment.text !== "" || field === "comment" || typingIn === id("comment");
}

/** The classes of each part: ours, from style.css, and the host's. */
export function toParts(classNames: CardProps["classNames"] = {}): (name: CardPart) => string {
  return (name) => `yc-${name} ${classNames[name] ?? ""}`.trimEnd();
}

/** The events that open the comment field. */
export const openComment = [{ type: "review" }, { type: "open", field: "comment" }] as const;
