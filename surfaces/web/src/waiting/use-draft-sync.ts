import type { HubClient, WireAsk } from "@yourcall/client";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { BrowserStorage } from "../app/browser-storage.ts";
import { createDraftSync, type DraftSync, type SyncedDraft } from "./create-draft-sync.ts";

/** The draft of the ask whose card is shown. The component that uses it belongs to one ask (`key`). */
export function useDraftSync(
  client: HubClient,
  ask: WireAsk,
  storage: BrowserStorage,
): SyncedDraft & Pick<DraftSync, "keep" | "pauseFor" | "end"> {
  const [sync] = useState(() => createDraftSync(client, ask, storage));
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
