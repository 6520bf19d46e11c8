import { machineClock, YourcallError } from "@yourcall/core";
import { pause } from "@yourcall/core/internal";
import type { WireAsk } from "@yourcall/core/internal/wire";
import type { StreamState } from "./connection.ts";
import { isRetryable } from "./errors.ts";
import { withOutcome } from "./live-ask.ts";
import type { PersonClient } from "./person-client.ts";

interface WatchAskOptions {
  /** Ends the watch. */
  signal: AbortSignal;
  /** Called with the ask first, and whenever it has changed. */
  onAsk: (ask: WireAsk) => void;
  onState?: (state: StreamState) => void;
  /** False for a token that may not read the event stream, such as that of a link. Without the stream, other screens' drafts show up late. */
  events?: boolean;
}

const retryMs = 1000;

/** Reads one ask and follows it. Rejects if the hub does not have it or does not let this token read it. */
export async function watchAsk(
  client: Pick<PersonClient, "get" | "wait" | "events">,
  id: string,
  { signal, onAsk, onState, events = true }: WatchAskOptions,
): Promise<void> {
  let known: WireAsk | undefined;

  function become(ask: WireAsk): void {
    if (signal.aborted || (known?.outcome !== undefined && ask.outcome === undefined)) return;
    known = ask;
    onAsk(ask);
  }

  async function read(): Promise<void> {
    while (!signal.aborted) {
      try {
        return become(await client.get(id));
      } catch (error) {
        if (!isRetryable(error)) throw error;
        await pause(machineClock, retryMs, signal);
      }
    }
  }

  async function followEvents(): Promise<void> {
    for await (const event of client.events({ signal, onState })) {
      // The stream starts over: the ask may have changed or ended in between.
      if (event.type === "snapshot") await read();
      else if (event.type === "ask-ended" && event.ask.id === id) become(event.ask);
      else if (known === undefined || !("id" in event) || event.id !== id) continue;
      else if (event.type === "ask-delivered") become({ ...known, delivery: event.delivery });
      else become({ ...known, draft: event.draft, expiresAt: event.expiresAt ?? known.expiresAt });
    }
  }

  async function followAlone(): Promise<void> {
    await read();
    onState?.("live");
    const outcome = await client.wait(id, { signal, onPending: become });
    if (outcome !== null && known !== undefined) become(withOutcome(known, outcome));
  }

  if (!events) return followAlone();
  try {
    await followEvents();
  } catch (error) {
    if (!YourcallError.isInstance(error) || error.code !== "forbidden") throw error;
    await followAlone();
  }
}
