import type { AgentInfo, Ask, Delivery, Draft, Outcome, QuestionAnswer } from "@yourcall/core";
import type { ReactNode } from "react";

/** What the card shows: an ask as the hub hands it out. Only `kind` and `questions` must be there. */
export interface CardAsk extends Ask {
  id?: string;
  agent?: AgentInfo;
  createdAt?: string;
  expiresAt?: string;
  /** How many agents wait, and when one was last seen. */
  waiting?: { count: number; lastSeenAt?: string | null };
  /** How it ended. While there is none, it waits. */
  outcome?: Outcome;
  /** Whether the outcome reached its agent. */
  delivery?: Delivery;
}

/** What a person sends. `click` where one press on an option was the whole act. */
export interface Reply {
  answers: QuestionAnswer[];
  comment?: string;
  act: "submit" | "click";
}

export interface AnsweringOptions {
  /** Sends. Resolves once the server has acknowledged it; a rejection is shown, and nothing that was typed is lost. */
  onSubmit: (reply: Reply) => Promise<void>;
  onDecline: (decline: { reason?: string }) => Promise<void>;
  /** What was filled in before, here or on another surface. A newer one from elsewhere is taken over while this card rests. */
  draft?: Draft | undefined;
  /** Told of every change a person makes. */
  onDraft?: ((draft: Draft) => void) | undefined;
}

/** The parts that a `className` can be given to. */
export type CardPart =
  | "card"
  | "head"
  | "context"
  | "question"
  | "chip"
  | "options"
  | "option"
  | "preview"
  | "field"
  | "footer"
  | "send"
  | "decline"
  | "banner";

export interface CardProps extends AnsweringOptions {
  /** Anything else than a `CardAsk` is shown as raw text that can be declined. */
  ask: CardAsk;
  /** Where this card is: `by.surface` of what it sends, to tell "You, in web" from an answer given elsewhere. `card` by default. */
  surface?: string | undefined;
  /** The connection is gone: answering goes on, sending says that it cannot now. */
  offline?: boolean | undefined;
  /** The surface where somebody is filling in the same ask right now. */
  elsewhere?: string | undefined;
  /** Turns the agent's markdown into elements. Without it, text is shown as it is. */
  renderMarkdown?: ((text: string) => ReactNode) | undefined;
  /** One single-select question alone is sent by a press on its option. True by default; never for approvals or touch. */
  submitOnClick?: boolean | undefined;
  classNames?: Partial<Record<CardPart, string>> | undefined;
}
