import type { JoinedAsk } from "@yourcall/client";
import { type Decision, type HubClient, joinLive, type LiveOptions, type WireAsk } from "@yourcall/client";
import { createBatchClient, toAskersText, toOneForAll } from "@yourcall/client/internal";
import {
  type Answering,
  type AnsweringSettings,
  type Attachment,
  answer,
  applyDraft,
  type Draft,
  type KeyGuard,
  startAnswering,
  toDraft,
} from "@yourcall/core";
import { hasContent, isSameDraft } from "@yourcall/core/internal";
import { type DrivenAsk, driveAsk } from "../drive-ask.ts";
import { toRefusalText } from "../notice-text.ts";
import { toEndedText } from "../view/view-ending.ts";

export interface OpenAsk {
  ask: WireAsk;
  driven: DrivenAsk;
  live: JoinedAsk;
}

export interface OpenerOptions extends Pick<LiveOptions, "by" | "send"> {
  settings: Partial<AnsweringSettings>;
  onChange: () => void;
  /** The person went back to the list. */
  onLeft: () => void;
  /** The ask has ended; `here` if our own answer ended it. */
  onEnded: (ask: WireAsk, here: boolean) => void;
  /** The person left the field that stayed open after this ask had ended. */
  onClosed: (ask: WireAsk) => void;
  onEditor: () => void;
  /** What became of asks that are the same, after one answer for all of them. */
  onBatchDone: (result: { done: boolean; text: string }) => void;
  /** The guard of the whole inbox. */
  guard: KeyGuard;
}

/** How an ask is opened; `same`: all that the answer goes to, if it is more than this one. */
export interface OpenHow {
  from: "start" | "draft";
  decline: boolean;
  same?: readonly WireAsk[] | undefined;
}

// No ask of the hub has this id: what happens to one of them does not close what is shown for all.
const batchId = "batch";

/** Asks that are the same, shown as one. */
function toOneAsk(ask: WireAsk, same: readonly WireAsk[]): WireAsk {
  const agent = { name: `one answer for ${same.length}: ${toAskersText(same)}`, cwd: ask.agent.cwd };
  return { ...toOneForAll(ask), id: batchId, agent };
}

/** The open ask, if any: keys drive it, and what they do reaches the hub. */
export function createAskOpener(options: OpenerOptions) {
  const settings: Partial<AnsweringSettings> = { ...options.settings, escapeTo: "list" };
  /** Drafts begun in this inbox, by ask. */
  const kept = new Map<string, Answering>();
  let current: OpenAsk | null = null;
  let isSending = false;
  /** The ask that has ended while its field stays open. */
  let over: WireAsk | null = null;

  const withDraft = (ask: WireAsk) => applyDraft(startAnswering(ask, settings), ask.draft?.draft);

  async function submit(opened: OpenAsk, end: Decision): Promise<void> {
    const { ask, driven, live } = opened;
    isSending = true;
    driven.setSending(true);
    const refused = await live.submit(end);
    // The hub's event may have closed it before the reply came.
    if (current !== opened) return;
    if (refused !== null) {
      isSending = false;
      return driven.refuse(toRefusalText(refused));
    }
    const { outcome, elsewhere } = await live.ended;
    // The others know what became of them.
    if (ask.id === batchId)
      return elsewhere
        ? options.onBatchDone({ done: false, text: "All of them had already ended. Nothing was sent." })
        : undefined;
    options.onEnded({ ...ask, status: outcome.status, outcome }, !elsewhere);
  }

  function toBatchPerson(client: HubClient, like: string, same: readonly WireAsk[]) {
    return createBatchClient(client, {
      like,
      ids: () => same.map(({ id }) => id),
      onEnded: (ask) => options.onEnded(ask, true),
      onDone: options.onBatchDone,
    });
  }

  return {
    open(client: HubClient, listed: WireAsk, { from, decline, same }: OpenHow) {
      void this.close();
      const ask = same === undefined ? listed : toOneAsk(listed, same);
      const before = kept.get(ask.id);
      const state =
        from === "draft"
          ? withDraft(ask)
          : before === undefined
            ? startAnswering(ask, settings)
            : answer(before, { type: "reopened" });
      const person = same === undefined ? client : toBatchPerson(client, listed.id, same);
      const live = joinLive(person, ask, { by: options.by, send: options.send, isUpdatedByCaller: true });
      let known: Draft = toDraft(state);
      const driven: DrivenAsk = driveAsk({
        ask,
        state,
        expiresAt: toTime(ask.expiresAt),
        onChange: options.onChange,
        onActed(acted) {
          if (same === undefined) kept.set(ask.id, acted);
          if (over !== null) return;
          const draft = toDraft(acted);
          // Moving around does not change the draft, but if there is a deadline, any act extends it.
          if (isSameDraft(draft, known) && ask.expiresAt === undefined) return;
          known = draft;
          live.draft(draft);
        },
        onEnd(end) {
          if (end.type === "left") options.onLeft();
          else void submit(opened, end);
        },
        grantOffers: () => live.grantOffers(),
        attach: same === undefined ? (path) => attachFile(live, path) : undefined,
        onEditor: options.onEditor,
        onClosed: () => over !== null && options.onClosed(over),
        guard: options.guard,
      });
      const opened = { ask, driven, live };
      current = opened;
      if (decline) driven.openDecline();
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
    /** Takes an ask as the hub has it now. Returns whether an answer sent from here ended it; undefined if it is not open or has not ended. */
    update(ask: WireAsk): boolean | undefined {
      if (current?.ask.id !== ask.id || over !== null) return undefined;
      const { live, driven } = current;
      live.update(ask);
      if (ask.outcome !== undefined) return live.now().sentHere;
      if (ask.expiresAt !== current.ask.expiresAt) driven.setDeadline(toTime(ask.expiresAt));
      current.ask = ask;
      return undefined;
    },
    /** Whether the person is in a field of this ask, which has ended: then the field stays, and takes text, until they leave it. */
    keepField(ask: WireAsk) {
      if (current?.ask.id !== ask.id || ask.outcome === undefined || isSending || !current.driven.hasField())
        return false;
      over = ask;
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
      isSending = false;
      closing?.driven.stop();
      await closing?.live.flush();
      closing?.live.close();
    },
  };
}

function toTime(iso: string | undefined): number | undefined {
  return iso === undefined ? undefined : Date.parse(iso);
}

async function attachFile(live: JoinedAsk, path: string): Promise<Attachment> {
  const { readPictureFile } = await import("@yourcall/client/internal/node");
  return live.addPicture(await readPictureFile(path));
}
