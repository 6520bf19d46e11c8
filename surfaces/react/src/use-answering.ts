import {
  type Answering,
  type AnsweringEnd,
  type AnsweringEvent,
  type Ask,
  applyDraft,
  type Draft,
  startAnswering,
  toDraft,
} from "@yourcall/core";
import { answerOnCard } from "@yourcall/core/internal";
import { type KeyboardEvent, type ReactNode, useEffect, useReducer, useRef } from "react";
import type { AnsweringOptions, Reply } from "./card-props.ts";
import type { ShownCard } from "./shown-card.ts";

/** A person's acknowledged act. */
export interface Sent {
  end: AnsweringEnd;
  act: Reply["act"];
  at: string;
}

/** One ask being answered: the machine's state, and the state of sending. */
export interface AnsweringCard {
  state: Answering;
  phase: "answering" | "sending" | "failed" | "sent";
  /** With `failed`: the reason. */
  failure: string | null;
  sent: Sent | null;
  /** Whether a person has changed anything here. */
  touched: boolean;
  /** One act of a person, as events of the machine. `how` is recorded if the act ends the ask. */
  act(events: AnsweringEvent | readonly AnsweringEvent[], how?: Reply["act"]): void;
  /** Sends the refused answer again. */
  retry(): void;
  /** Whether somebody is in the card: drafts from elsewhere are applied only if nobody is. */
  hold(busy: boolean): void;
}

interface Held extends Omit<AnsweringCard, "act" | "retry" | "hold"> {
  key: string | null;
  last?: Omit<Sent, "at">;
  busy?: boolean;
  /** Drafts reported from here, which come back from the hub later. */
  told: string[];
  incoming?: Draft | undefined;
}

/** What a card makes of events. Code that is loaded later adds what it handles: pictures, and the lines of a review. */
export const machine: {
  more: Set<NonNullable<Parameters<typeof answerOnCard>[2]>[number]>;
  lines?: {
    View: (props: { card: ShownCard }) => ReactNode;
    onKey: (event: KeyboardEvent, card: ShownCard) => void;
  };
} = { more: new Set() };

function answer(state: Answering, event: AnsweringEvent): Answering {
  return answerOnCard(state, event, [...machine.more]);
}

/** What becomes of an answer while there is no connection. */
export const offlineText = "Kept here. Send once the hub is back.";

const notConnected: AnsweringEvent = { type: "refused", message: offlineText };

/**
 * Answers one ask with core's machine, without any rendering. A different ask resets it.
 *
 * @example
 * import type { Ask } from "@yourcall/core";
 * function Answered({ ask }: { ask: Ask }) {
 *   const { state, phase } = useAnswering(ask, { onSubmit: async () => {}, onDecline: async () => {} });
 *   return <p>{phase === "sent" ? "Sent." : state.page}</p>;
 * }
 */
export function useAnswering(ask: Ask, options: AnsweringOptions & { offline?: boolean | undefined }): AnsweringCard {
  const key = toAskKey(ask);
  const [, show] = useReducer((count: number) => count + 1, 0);
  const held = useRef<Held>(undefined);
  const latest = useRef(options);
  latest.current = options;
  if (held.current?.key !== key) held.current = hold(ask, key, options.draft);
  const now = held.current;

  function set(change: Partial<Held>): void {
    Object.assign(now, change);
    if (held.current === now) show();
  }

  function deliver(end: AnsweringEnd, how: Reply["act"]): void {
    const { onSubmit, onDecline } = latest.current;
    set({ phase: "sending", failure: null, last: { end, act: how } });
    // A handler that throws synchronously is treated as a refusal too.
    new Promise((resolve) => {
      const { type, ...said } = end;
      const reply = said as Omit<Reply, "act">;
      resolve(
        type === "submitted"
          ? onSubmit({ ...reply, act: how })
          : onDecline(said as { reason?: string; asked?: string }),
      );
    }).then(
      () => set({ phase: "sent", sent: { end, act: how, at: new Date().toISOString() } }),
      (error) =>
        set({
          phase: "failed",
          failure: error instanceof Error ? error.message : String(error),
          state: answer(now.state, { type: "refused" }),
        }),
    );
  }

  function reportDraft(): void {
    const draft = toDraft(now.state);
    now.told = [...now.told, JSON.stringify(draft)].slice(-50);
    now.incoming = undefined;
    now.touched = true;
    latest.current.onDraft?.(draft);
  }

  function takeOver(): void {
    const { incoming, state, phase, busy } = now;
    if (incoming === undefined || busy || phase === "sending" || phase === "sent") return;
    now.incoming = undefined;
    now.told = [];
    set({ state: applyDraft(state, incoming) });
  }

  const incoming = options.draft && JSON.stringify(toDraft(applyDraft(now.state, options.draft)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft is applied when its content is new
  useEffect(() => {
    if (incoming === undefined || now.told.includes(incoming)) return;
    now.incoming = JSON.parse(incoming) as Draft;
    takeOver();
  }, [incoming]);

  return {
    ...now,
    act(events, how = "submit") {
      if (now.phase === "sending" || now.phase === "sent") return;
      const before = JSON.stringify(toDraft(now.state));
      let state = play(now.state, events);
      if (state.end !== null && latest.current.offline === true) state = answer(state, notConnected);
      const changed = JSON.stringify(toDraft(state)) !== before;
      // Moving the focus does not clear a failure.
      set(changed || state.end !== null ? { state, phase: "answering", failure: null } : { state });
      if (changed) reportDraft();
      if (state.end !== null) deliver(state.end, how);
    },
    retry() {
      if (now.phase !== "failed" || now.last === undefined) return;
      if (latest.current.offline === true) set({ state: answer(now.state, notConnected) });
      else deliver(now.last.end, now.last.act);
    },
    hold(busy) {
      now.busy = busy;
      takeOver();
    },
  };
}

/** The state after one act of a person. */
export function play(state: Answering, events: AnsweringEvent | readonly AnsweringEvent[]): Answering {
  let next = state;
  for (const event of [events].flat() as AnsweringEvent[]) next = answer(leaveConfirmation(next, event), event);
  return next;
}

// On a card, questions stay reachable during a confirmation and on the decline page; acting on a question leaves these.
function leaveConfirmation(state: Answering, event: AnsweringEvent): Answering {
  if (!("question" in event) || event.question === undefined) return state;
  if (state.asking !== null) return answer(state, { type: "back" });
  return state.page === "decline" ? answer(answer(state, { type: "leave-field" }), { type: "back" }) : state;
}

function hold(ask: Ask, key: string | null, draft: Draft | undefined): Held {
  const start = startAnswering(ask, { otherAtOnce: true });
  return {
    key,
    state: draft === undefined ? start : applyDraft(start, draft),
    phase: "answering",
    failure: null,
    sent: null,
    touched: false,
    told: [],
  };
}

/** A string that is the same for the same ask, even as a new object. Null if the ask cannot be serialized. */
export function toAskKey(ask: Ask & { id?: string }): string | null {
  try {
    return JSON.stringify([ask.id, ask.kind, ask.questions, ask.approval]);
  } catch {
    return null;
  }
}
