/**
 * A page with one card, for tests in a real browser. `cardPage` drives it from outside: what to show, and what
 * happens to answers.
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
// In strict mode effects run twice, which must do no harm.
const root = createRoot(place, { onCaughtError: () => {} } as object);

let shown: Shown = {};
let held: { resolve: () => void; reject: (error: Error) => void }[] = [];

function record(name: string, value: unknown): Promise<void> {
  cardPage.calls.push([name, value]);
  if (!cardPage.holding) return Promise.resolve();
  return new Promise((resolve, reject) => held.push({ resolve, reject }));
}

export const cardPage = {
  /** The calls of `submit`, `decline` and `draft` with their arguments. */
  calls: [] as [string, unknown][],
  /** Whether answers are held until settled. */
  holding: false,
  version,
  markdown: false,
  /** Changes some of the card's props. They are rendered when this returns. */
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
