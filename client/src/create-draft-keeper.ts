import { type Clock, type Draft, machineClock } from "@yourcall/core";
import type { WireAsk } from "@yourcall/core/internal/wire";
import { DraftConflictError, isRetryable } from "./errors.ts";
import type { PersonClient } from "./person-client.ts";

/** Saves the draft of one ask at the hub, so that another screen can continue from it. */
interface DraftKeeper {
  /** Takes the current draft. The latest one is sent a moment later. */
  keep(draft: Draft): void;
  /** Sends an unsent draft immediately. Resolves when that is done or has failed. */
  flush(): Promise<void>;
  /** For a page that is closing: sends an unsent draft immediately, even while another request is under way. */
  leave(): void;
  /** Nothing more is sent. */
  stop(): void;
}

// Often enough for another screen to continue, but not for every key.
const draftMs = 300;
const retryMs = 1000;

/** One request at a time, each on the latest revision. */
export function createDraftKeeper(
  client: Pick<PersonClient, "saveDraft">,
  ask: Pick<WireAsk, "id" | "draft">,
  { surface, clock = machineClock }: { surface: string; clock?: Clock },
): DraftKeeper {
  let revision = ask.draft?.revision ?? 0;
  let latest: Draft | undefined;
  let cancel: (() => void) | undefined;
  let sending: Promise<void> | undefined;
  let stopped = false;

  function later(ms: number): void {
    if (stopped || latest === undefined) return;
    cancel ??= clock.after(ms, () => {
      cancel = undefined;
      void send();
    });
  }

  function send(): Promise<void> {
    sending ??= sendLatest().finally(() => {
      sending = undefined;
    });
    return sending;
  }

  async function sendLatest(): Promise<void> {
    const draft = latest;
    if (draft === undefined || stopped) return;
    latest = undefined;
    try {
      ({ revision } = await client.saveDraft(ask.id, { draft, baseRevision: revision, surface }));
      later(draftMs);
    } catch (error) {
      // If another screen was faster, the next draft builds on its revision. If the hub is away, the draft is sent again later.
      const conflict = DraftConflictError.isInstance(error);
      if (conflict) revision = error.draft?.revision ?? revision;
      else if (!isRetryable(error)) return;
      latest ??= draft;
      later(conflict ? draftMs : retryMs);
    }
  }

  return {
    keep(draft) {
      latest = draft;
      later(draftMs);
    },
    async flush() {
      cancel?.();
      cancel = undefined;
      await sending;
      await send();
    },
    leave() {
      if (latest === undefined || stopped) return;
      // A request under way will create the next revision.
      const baseRevision = sending === undefined ? revision : revision + 1;
      client.saveDraft(ask.id, { draft: latest, baseRevision, surface }).catch(() => {});
    },
    stop() {
      stopped = true;
      cancel?.();
    },
  };
}
