import type { Decision, HubClient, WireAsk } from "@yourcall/client";
import { createDraftKeeper, type DraftKeeper, isOwnEnd, submitEnd } from "@yourcall/client/internal";
import {
  type Answering,
  type AnsweringSettings,
  answer,
  applyDraft,
  type Draft,
  type KeyGuard,
  type PersonBy,
  startAnswering,
  toDraft,
} from "@yourcall/core";
import { hasContent, isSameDraft } from "@yourcall/core/internal";
import { type DrivenAsk, driveAsk } from "../drive-ask.ts";
import { toRefusalText } from "../notice-text.ts";
import { toEndedText } from "../view/view-ending.ts";

export interface OpenerOptions {
  by: PersonBy;
  /** Sends a decision; it may retry, or start a hub first. */
  send?: (attempt: () => Promise<WireAsk>) => Promise<WireAsk>;
  settings: Partial<AnsweringSettings>;
  onChange: () => void;
  /** The person went back to the list. */
  onLeft: () => void;
  /** The ask has ended; `here` if our own answer ended it. */
  onEnded: (ask: WireAsk, here: boolean) => void;
  /** The person left the field that stayed open after this ask had ended. */
  onClosed: (ask: WireAsk) => void;
  onEditor: () => void;
  /** The guard of the whole inbox. */
  guard: KeyGuard;
}

/** The open ask, if any: keys drive it, and its draft and decision are sent to the hub. */
export function createAskOpener(options: OpenerOptions) {
  const settings: Partial<AnsweringSettings> = { ...options.settings, escapeTo: "list" };
  /** Drafts begun in this inbox, by ask. */
  const kept = new Map<string, Answering>();
  let current: { ask: WireAsk; driven: DrivenAsk; drafts: DraftKeeper } | null = null;
  let sent: Decision | undefined;
  let held: WireAsk | null = null;
  /** The ask that has ended while its field stays open. */
  let over: WireAsk | null = null;

  const withDraft = (ask: WireAsk) => applyDraft(startAnswering(ask, settings), ask.draft?.draft);

  async function submit(client: HubClient, ask: WireAsk, driven: DrivenAsk, end: Decision): Promise<void> {
    sent = end;
    driven.setSending(true);
    const submitted = await submitEnd(client, ask.id, end, options.by, options.send);
    sent = undefined;
    const outcome = "outcome" in submitted ? submitted.outcome : held?.outcome;
    const delivery = held?.delivery;
    held = null;
    if (outcome !== undefined)
      options.onEnded({ ...ask, status: outcome.status, outcome, delivery }, isOwnEnd(end, outcome, ask, options.by));
    else if ("refused" in submitted) driven.refuse(toRefusalText({ reason: submitted.refused, canRetry: true }));
  }

  return {
    open(client: HubClient, ask: WireAsk, { from, decline }: { from: "start" | "draft"; decline: boolean }) {
      void this.close();
      const before = kept.get(ask.id);
      const state =
        from === "draft"
          ? withDraft(ask)
          : before === undefined
            ? startAnswering(ask, settings)
            : answer(before, { type: "reopened" });
      const drafts = createDraftKeeper(client, ask, { surface: options.by.surface });
      let known: Draft = toDraft(state);
      const driven: DrivenAsk = driveAsk({
        ask,
        state,
        expiresAt: ask.expiresAt === undefined ? undefined : Date.parse(ask.expiresAt),
        onChange: options.onChange,
        onActed(acted) {
          kept.set(ask.id, acted);
          if (over !== null) return;
          const draft = toDraft(acted);
          // Moving around does not change the draft, but if there is a deadline, any act extends it.
          if (isSameDraft(draft, known) && ask.expiresAt === undefined) return;
          known = draft;
          drafts.keep(draft);
        },
        onEnd(end) {
          if (end.type === "left") options.onLeft();
          else void submit(client, ask, driven, end);
        },
        onEditor: options.onEditor,
        onClosed: () => over !== null && options.onClosed(over),
        guard: options.guard,
      });
      current = { ask, driven, drafts };
      if (decline) driven.apply({ type: "open-decline" });
      driven.guard();
    },
    current: () => current,
    /** How the draft begun here compares with the hub's. */
    mine(ask: WireAsk) {
      const state = kept.get(ask.id);
      if (state === undefined || !hasContent(toDraft(state))) return "none";
      return ask.draft === undefined || isSameDraft(ask.draft.draft, toDraft(state)) ? "same" : "other";
    },
    /** The state with the hub's draft, for showing only. */
    preview: withDraft,
    /** Called when the hub says that this ask has ended. False while our own answer may be what ended it. */
    ended(ask: WireAsk) {
      if (current?.ask.id !== ask.id || sent === undefined) return true;
      held = ask;
      return false;
    },
    /** Whether the person is in a field of this ask, which has ended: then the field stays, and takes text, until they leave it. */
    keepField(ask: WireAsk) {
      if (current?.ask.id !== ask.id || ask.outcome === undefined || !current.driven.hasField()) return false;
      over = ask;
      current.drafts.stop();
      current.driven.endElsewhere(toEndedText(ask.outcome));
      return true;
    },
    /** What was typed here and not sent, for an ask that has ended. */
    unsent: (id: string) => kept.get(id),
    forget: (id: string) => void kept.delete(id),
    /** Closes the open ask; its draft is being sent to the hub. */
    async close() {
      const closing = current;
      current = null;
      over = null;
      closing?.driven.stop();
      await closing?.drafts.flush();
      closing?.drafts.stop();
    },
  };
}
