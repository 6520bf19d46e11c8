import type { AgentInfo, Ask, Attachment, Delivery, Draft, Outcome, PictureData, QuestionAnswer } from "@yourcall/core";
import type { ReactNode } from "react";

/** What the card shows: an ask from the hub. Only `kind` and `questions` are required. */
export interface CardAsk extends Ask {
  id?: string;
  agent?: AgentInfo & { branch?: string | undefined; subagent?: string | undefined };
  createdAt?: string;
  expiresAt?: string;
  /** How many agents wait, and when one was last seen. */
  waiting?: { count: number; lastSeenAt?: string | null };
  /** How the ask ended. Without an outcome it is pending. */
  outcome?: Outcome;
  /** Whether the outcome reached its agent. */
  delivery?: Delivery;
}

/** What a person sends. `click` if one press on an option was the whole act. */
export interface Reply {
  answers: QuestionAnswer[];
  comment?: string;
  act: "submit" | "click";
}

export interface AnsweringOptions {
  /** Sends. Resolves once the server has acknowledged it; a rejection is shown, and no typed text is lost. */
  onSubmit: (reply: Reply) => Promise<void>;
  /** With `asked`, the person asks the agent something before they decide. Only if the ask says `asksAgain`. */
  onDecline: (decline: { reason?: string; asked?: string }) => Promise<void>;
  /** An earlier draft, from here or another surface. A newer one from elsewhere is applied while nobody uses this card. */
  draft?: Draft | undefined;
  /** Called with every change a person makes. */
  onDraft?: ((draft: Draft) => void) | undefined;
}

/** How a card adds and shows pictures. */
interface CardPictures {
  /** Adds a picture to the ask; `data` is base64. */
  add(picture: { data: string; name?: string }): Promise<Attachment>;
  remove(hash: string): Promise<void>;
  /** Undefined if it cannot be shown. */
  read(hash: string): Promise<PictureData | undefined>;
}

/** The parts that accept a `className`. */
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
  /** Anything other than a `CardAsk` is shown as raw text that can be declined. */
  ask: CardAsk;
  /** Where this card is: `by.surface` of its answers, to distinguish "You, in web" from an answer given elsewhere. `card` by default. */
  surface?: string | undefined;
  /** The connection is gone: a person can keep answering, but not send. */
  offline?: boolean | undefined;
  /** The surface where somebody is filling in the same ask now. */
  elsewhere?: string | undefined;
  /**
   * Whether the outcome is what was last sent from this card, even if `onSubmit` rejected because the reply was lost. Without it, what
   * `onSubmit` or `onDecline` has resolved was sent from here.
   */
  sentHere?: boolean | undefined;
  /** Turns the agent's markdown into elements. Without it, the card does, safely. */
  renderMarkdown?: ((text: string) => ReactNode) | undefined;
  /** Whether pressing an option answers a lone single-select question. True by default; never for approvals or touch. */
  submitOnClick?: boolean | undefined;
  /**
   * Places the card and what belongs beside it where there is room: previews, or the diff, command or plan of an approval.
   * `side` is null if there is nothing. Without `layout` all of it is inside the card.
   */
  layout?: ((parts: { card: ReactNode; side: ReactNode | null }) => ReactNode) | undefined;
  /** Whether `layout` has room beside the card now. If not, all of it is inside the card. True by default. */
  hasSide?: boolean | undefined;
  /** Whether letters are keys (`n` note, `x` decline, …). True by default; digits always are. */
  letters?: boolean | undefined;
  /** Takes less room, as among messages. The parts for chats do so by default. */
  compact?: boolean | undefined;
  /** On a phone: what the host has to say above Send, such as what was sent last. */
  status?: ReactNode;
  /** How many asks the answer goes to; the buttons that answer say so if it is not one. */
  count?: number | undefined;
  /** Shown below the question, such as a list of the asks that the answer goes to. */
  below?: ReactNode;
  /** If given, pictures can be added to the answer: pasted, dropped or chosen. */
  pictures?: CardPictures | undefined;
  /** If given, the card has a button to put the ask off. */
  onLater?: (() => void) | undefined;
  classNames?: Partial<Record<CardPart, string>> | undefined;
}
