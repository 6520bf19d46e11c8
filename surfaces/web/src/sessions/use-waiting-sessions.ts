import type { HubClient } from "@yourcall/client";
import { useCallback, useEffect } from "react";
import { storage, useStored } from "../app/browser-storage.ts";
import type { Inbox } from "../live/inbox-store.ts";

const name = "desk-sessions";

/** Whether this browser knows it as a session of the desk. */
export function isDeskSession(id: string): boolean {
  return toIds(storage.read(name)).includes(id);
}

/**
 * How many sessions of the desk are waiting for the person, that is, have pending asks; shown on every page. To avoid a second
 * stream, it counts the sessions last seen in this browser. An unknown session is looked up only if there seems to be a desk: because
 * there were sessions before, or because an ask says so.
 */
export function useWaitingSessions(
  client: HubClient,
  { asks }: Inbox,
): [count: number, remember: (ids: readonly string[]) => void] {
  const [stored, store] = useStored(name);
  const known = toIds(stored);
  const remember = useCallback((ids: readonly string[]) => store(ids.length === 0 ? null : ids.join(" ")), [store]);

  const asking = new Set(
    [...asks.values()].flatMap((ask) => (ask.status === "pending" ? (ask.agent.session ?? []) : [])),
  );
  const hasDesk = known.length > 0 || [...asks.values()].some(({ metadata }) => metadata?.desk === true);
  const unknown = hasDesk ? [...asking].filter((id) => !known.includes(id)).join(" ") : "";
  useEffect(() => {
    if (unknown === "") return;
    let wanted = true;
    client.sessions.list().then(
      ({ sessions }) => wanted && remember(sessions.map(({ id }) => id)),
      () => {},
    );
    return () => {
      wanted = false;
    };
  }, [client, unknown, remember]);
  return [known.filter((id) => asking.has(id)).length, remember];
}

function toIds(value: string | null): readonly string[] {
  return (value ?? "").split(" ").filter(Boolean);
}
