import { type Answering, type AnsweringEnd, type Notice, startAnswering } from "../answering/answering.ts";
import { applyDraft, type Draft, toDraft } from "../answering/draft.ts";
import { answerOnCard } from "../answering/machine.ts";
import { isAnswered } from "../answering/question-answer.ts";
import { noneRow, noneText } from "../answering/rows.ts";
import type { Ask } from "../schemas.ts";
import { type ButtonAct, isOnePress } from "./device-card.ts";

/** What a press leads to: an end, a draft with the question to show next, a request for words, or nothing with a reason. */
export type Pressed =
  | { to: "end"; end: AnsweringEnd }
  | { to: "draft"; draft: Draft; at: number }
  | { to: "show"; at: number }
  | { to: "reply"; question: number }
  | { to: "refused"; notice: Notice | null };

/**
 * Applies a press to an ask and its draft. `words` is what the person replied. An approval's Allow has a button only if all
 * of it was shown, so it counts as seen here.
 */
export function pressButton(ask: Ask, draft: Draft | undefined, act: ButtonAct, words?: string): Pressed {
  const fresh = answerOnCard(startAnswering(ask, { otherAtOnce: true }), { type: "seen" });
  // What another screen has half-typed is neither sent nor asked about by a press that means one option.
  const state = isOnePress(ask) ? fresh : applyDraft(fresh, draft);
  switch (act.act) {
    case "choose": {
      const row = rowOf(state.ask, act);
      if (row < 0) return { to: "refused", notice: null };
      return follow(answerOnCard(state, { type: "pick", row, question: act.question }), act.question);
    }
    case "reply": {
      if (words === undefined || words.trim() === "") return { to: "reply", question: act.question };
      const row = act.numbered === true && /^\d{1,3}$/.test(words.trim()) ? Number(words) - 1 : -1;
      if (ask.questions[act.question]?.options[row] !== undefined)
        return follow(answerOnCard(state, { type: "pick", row, question: act.question }), act.question);
      const typed = answerOnCard(state, { type: "set-text", field: "other", text: words, question: act.question });
      return follow(typed, act.question);
    }
    case "go":
      return { to: "show", at: act.question };
    case "send":
      return toPressed(answerOnCard({ ...state, page: "review" }, { type: "send" }));
    case "decline":
      return { to: "end", end: { type: "declined" } };
  }
}

function rowOf({ kind, approval, questions }: Ask, { question, label }: { question: number; label: string }): number {
  const asked = questions[question];
  if (asked === undefined) return -1;
  const row = asked.options.findIndex((option) => option.label === label);
  return row >= 0 || label !== noneText ? row : noneRow({ kind, approval, questions }, asked);
}

/** One press answers a single question; otherwise it fills the draft, and a single choice leads to the next question. */
function follow(state: Answering, at: number): Pressed {
  if (state.notice !== null) return { to: "refused", notice: state.notice };
  if (isOnePress(state.ask)) return toPressed(answerOnCard(state, { type: "send" }));
  const question = state.ask.questions[at];
  const entry = state.entries[at];
  const moves = question?.multiSelect === false && entry !== undefined && isAnswered(state.ask, question, entry);
  return { to: "draft", draft: toDraft(state), at: moves ? Math.min(at + 1, state.ask.questions.length - 1) : at };
}

function toPressed({ end, notice }: Answering): Pressed {
  return end === null ? { to: "refused", notice } : { to: "end", end };
}
