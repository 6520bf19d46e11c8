import type { HubClient, WireAsk, WireDraft } from "@yourcall/client";
import { createDraftKeeper } from "@yourcall/client/internal";
import type { Draft } from "@yourcall/core";
import { hasContent, isSameDraft } from "@yourcall/core/internal";
import { useEffect, useState, useSyncExternalStore } from "react";
import { type BrowserStorage, storage as browserStorage } from "../app/browser-storage.ts";

/** The draft for the card, and where else somebody is filling in the same ask right now. */
interface SyncedDraft {
  draft?: Draft;
  elsewhere?: string;
}

/** The draft of one open ask: saved here at once, at the hub a moment later, and updated from other screens. */
interface DraftSync {
  now(): SyncedDraft;
  subscribe(listener: () => void): () => void;
  /** The person has changed something here. */
  keep(draft: Draft): void;
  /** The hub has a draft; it may be ours. */
  hear(draft: WireDraft): void;
  /** An answer is being sent: no draft is saved until the hub has responded. */
  pauseFor(call: Promise<unknown>): void;
  /** Sends what has not been sent yet, then stops. */
  leave(): void;
  /** The ask has ended. If the draft was not sent, this browser keeps it for a day, to be copied. */
  end(how?: "sent"): void;
}

// After this long without a change, nobody is considered to be typing.
const typingMs = 30_000;
const keptMs = 86_400_000;

export function toDraftName(id: string): string {
  return `draft.${id}`;
}

/** Deletes saved drafts except those of the `pending` asks and of asks that ended lately. */
export function forgetDrafts(pending: Iterable<string>): void {
  const names = new Set(Array.from(pending, toDraftName));
  for (const name of browserStorage.names())
    if (name.startsWith(toDraftName("")) && !names.has(name))
      if (Date.now() - (parseDraft(browserStorage.read(name))?.at ?? 0) > keptMs) browserStorage.write(name, null);
}

export function createDraftSync(client: HubClient, ask: WireAsk, storage: BrowserStorage): DraftSync {
  const name = toDraftName(ask.id);
  const listeners = new Set<() => void>();
  let answering: Promise<unknown> = Promise.resolve();
  let inFlight: Draft | undefined;
  let ownRevision = 0;
  /** The hub's latest revision that is known here. */
  let known = ask.draft?.revision ?? 0;
  /** What was typed here and is not saved at the hub yet. */
  let latest: Draft | undefined;
  let quiet: ReturnType<typeof setTimeout> | undefined;
  let ended = ask.status !== "pending";
  /** What was typed here. */
  let typed: Draft | undefined;

  const keeper = createDraftKeeper(
    {
      async saveDraft(id, body) {
        await answering;
        if (ended) throw new Error("The ask has ended.");
        inFlight = body.draft;
        const saved = await client.saveDraft(id, body);
        ownRevision = saved.revision;
        known = Math.max(known, saved.revision);
        if (body.draft === latest) {
          latest = undefined;
          storage.write(name, null);
        }
        return saved;
      },
    },
    ask,
    { surface: "web" },
  );

  const local = parseDraft(storage.read(name));
  // Another screen may have changed the draft since: the newer one wins. If none has, clocks do not matter.
  const isNewer =
    known <= (local?.base ?? -1) ||
    (local?.at ?? 0) >= Date.parse(ask.draft?.at ?? "") ||
    // The hub's draft may be an earlier one of ours that was still being sent when this one was typed.
    (local?.sent !== undefined && ask.draft !== undefined && isSameDraft(local.sent, ask.draft.draft));
  const kept = ask.draft === undefined || isNewer ? local?.draft : undefined;
  if (kept === undefined) storage.write(name, null);
  const first = kept ?? (ended ? undefined : ask.draft?.draft);
  let synced: SyncedDraft = first === undefined ? {} : { draft: first };
  latest = kept;
  if (ended) keeper.stop();
  else if (kept !== undefined) keeper.keep(kept);
  // A draft of this surface may be our own from before a reload; only a change event means that another tab is typing.
  else if (ask.draft !== undefined && ask.draft.surface !== "web" && Date.now() - Date.parse(ask.draft.at) < typingMs)
    notice(ask.draft);

  function become(next: SyncedDraft): void {
    synced = next;
    for (const listener of listeners) listener();
  }

  function notice({ draft, surface }: WireDraft): void {
    clearTimeout(quiet);
    // An empty draft only means that somebody looked at the ask.
    if (!hasContent(draft)) {
      become({ draft });
      return;
    }
    const elsewhere = surface === undefined ? "another screen" : surface === "web" ? "another tab" : surface;
    become({ draft, elsewhere });
    quiet = setTimeout(() => become({ draft }), typingMs);
  }

  function write(draft: Draft): void {
    const local: LocalDraft = { draft, at: Date.now(), base: known, sent: inFlight };
    storage.write(name, JSON.stringify(local));
  }

  return {
    now: () => synced,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    keep(draft) {
      latest = draft;
      typed = draft;
      // For a card that is mounted again elsewhere on the page; the current one already has the draft.
      synced = { ...synced, draft };
      write(draft);
      if (!ended) keeper.keep(draft);
    },
    hear(wire) {
      known = Math.max(known, wire.revision);
      // The event for a draft that we are sending may arrive before the response.
      const isOwn = wire.revision <= ownRevision || (inFlight !== undefined && isSameDraft(inFlight, wire.draft));
      // Unsaved text typed here is about to replace the hub's draft.
      if (ended || isOwn || latest !== undefined) return;
      if (synced.draft !== undefined && isSameDraft(synced.draft, wire.draft)) return;
      notice(wire);
    },
    pauseFor(call) {
      answering = call.catch(() => {});
    },
    leave() {
      clearTimeout(quiet);
      if (!ended) void keeper.flush().finally(() => keeper.stop());
    },
    end(how) {
      ended = true;
      clearTimeout(quiet);
      keeper.stop();
      if (how === "sent") storage.write(name, null);
      else if (typed !== undefined && hasContent(typed)) write(typed);
      if (synced.elsewhere !== undefined) become(synced.draft === undefined ? {} : { draft: synced.draft });
    },
  };
}

/** A draft as this browser keeps it until the hub has it. */
interface LocalDraft {
  draft: Draft;
  /** When it was typed, in milliseconds since the epoch. */
  at: number;
  /** The hub's revision that it is based on. */
  base?: number;
  /** What had last been sent to the hub by then. */
  sent?: Draft;
}

// Not validated further: nothing else writes this value, and the card checks it.
function parseDraft(text: string | null): LocalDraft | undefined {
  if (text === null) return undefined;
  try {
    const kept = JSON.parse(text) as Partial<LocalDraft> | null;
    if (kept?.draft === undefined || typeof kept.at !== "number") return undefined;
    return { draft: kept.draft, at: kept.at, base: kept.base, sent: kept.sent };
  } catch {
    return undefined;
  }
}

/** The draft of the ask whose card is shown. Give the component that uses it the ask's id as `key`. */
export function useDraftSync(
  client: HubClient,
  ask: WireAsk,
): SyncedDraft & Pick<DraftSync, "keep" | "pauseFor" | "end"> {
  const [sync] = useState(() => createDraftSync(client, ask, browserStorage));
  const synced = useSyncExternalStore(sync.subscribe, sync.now);
  const ended = ask.status !== "pending";
  useEffect(() => {
    if (ask.draft !== undefined) sync.hear(ask.draft);
  }, [sync, ask.draft]);
  useEffect(() => {
    if (ended) sync.end();
  }, [sync, ended]);
  useEffect(() => () => sync.leave(), [sync]);
  return { ...synced, keep: sync.keep, pauseFor: sync.pauseFor, end: sync.end };
}
