/**
 * A page with one card on it, for tests in a real browser. It is driven from outside by `cardPage`: what to show, and what
 * becomes of what is sent.
 */
import { StrictMode, version } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import type { CardProps } from "../card-props.ts";
import { QuestionCard } from "../question-card.tsx";

type Shown = Partial<Omit<CardProps, "onSubmit" | "onDecline" | "onDraft" | "renderMarkdown">>;

const main = document.createElement("main");
const place = document.createElement("div");
const heading = document.createElement("h1");
heading.textContent = "A page with a card";
main.append(heading, place);
document.body.append(main);
// In development too: effects that run twice must do no harm.
const root = createRoot(place, { onCaughtError: () => {} } as object);

let shown: Shown = {};
let held: { resolve: () => void; reject: (error: Error) => void }[] = [];

function record(name: string, value: unknown): Promise<void> {
  cardPage.calls.push([name, value]);
  if (!cardPage.holding) return Promise.resolve();
  return new Promise((resolve, reject) => held.push({ resolve, reject }));
}

export const cardPage = {
  /** `submit`, `decline` and `draft` with what was handed over. */
  calls: [] as [string, unknown][],
  /** Is what is sent held until it is settled? */
  holding: false,
  version,
  markdown: false,
  /** Changes what the card is given; the rest stays. It is on the page when this returns. */
  show(change: Shown) {
    shown = { ...shown, ...change };
    const props = {
      ...shown,
      onSubmit: (reply: unknown) => record("submit", reply),
      onDecline: (decline: unknown) => record("decline", decline),
      onDraft: (draft: unknown) => cardPage.calls.push(["draft", draft]),
      ...(cardPage.markdown ? { renderMarkdown: (text: string) => <em>{text}</em> } : {}),
    } as CardProps;
    flushSync(() =>
      root.render(
        <StrictMode>
          <QuestionCard {...props} />
        </StrictMode>,
      ),
    );
  },
  settle(refusal?: string) {
    for (const { resolve, reject } of held) refusal === undefined ? resolve() : reject(new Error(refusal));
    held = [];
  },
};
