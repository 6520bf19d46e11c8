import type { HubClient, SessionEvent } from "@yourcall/client";
import { YourcallError } from "@yourcall/core";
import { useEffect, useState } from "react";
import { type DeskState, noDesk, takeDeskEvent, withEarlier } from "./desk-state.ts";

/** The desk, live, with the transcript of one session. */
export interface Desk extends DeskState {
  /** Loads the page before what is shown. */
  loadEarlier(): Promise<void>;
}

/** Follows the desk while the page is visible: a hidden tab closes the stream, and later starts again with the whole state. */
export function useDesk(client: HubClient, session: string | undefined): Desk {
  const [state, setState] = useState(noDesk);
  const isSeen = useIsSeen();

  useEffect(() => {
    if (!isSeen) return;
    const end = new AbortController();
    const { signal } = end;
    let pending: SessionEvent[] = [];
    // Twenty agents may talk at the same time, so all events between two frames are rendered together.
    function show(): void {
      const events = pending;
      pending = [];
      if (!signal.aborted) setState((before) => events.reduce(takeDeskEvent, before));
    }
    const become = (change: Partial<DeskState>) => !signal.aborted && setState((before) => ({ ...before, ...change }));
    async function follow(session: string | undefined): Promise<void> {
      const onState = (link: DeskState["link"]) => become({ link });
      for await (const event of client.sessions.events({ signal, session, onState })) {
        if (pending.length === 0) requestAnimationFrame(show);
        pending.push(event);
      }
    }
    follow(session).catch((error) => {
      if (YourcallError.isInstance(error) && error.code === "forbidden") return become({ link: "forbidden" });
      if (!YourcallError.isInstance(error) || error.code !== "not-found") return become({ link: "reconnecting" });
      // The desk may have forgotten the session. The list is still followed.
      become({ missing: session });
      return follow(undefined).catch(() => become({ link: "reconnecting" }));
    });
    return () => end.abort();
  }, [client, session, isSeen]);

  return {
    ...state,
    async loadEarlier() {
      const { id, entries } = state.transcript ?? { id: undefined, entries: [] };
      if (id === undefined) return;
      const page = await client.sessions.transcript(id, { before: entries[0]?.seq });
      setState((before) => withEarlier(before, id, page));
    },
  };
}

function useIsSeen(): boolean {
  const [isSeen, setIsSeen] = useState(() => document.visibilityState === "visible");
  useEffect(() => {
    const look = () => setIsSeen(document.visibilityState === "visible");
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return isSeen;
}
