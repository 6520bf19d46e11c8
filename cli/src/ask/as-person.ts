import type { LiveOptions, WireAsk } from "@yourcall/client";
import { runningHubStore, sendAgain } from "../hub/bring-back.ts";
import { byTerminal } from "../who-acts.ts";

/**
 * The person at this terminal. Their decision starts a hub on the store of the ask, if the hub has gone. `connected` resolves once the
 * hub runs.
 */
export function asPerson(connected: () => Promise<unknown>) {
  let store: string | undefined;
  // `yourcall stop` removes the record of the store, so read it while the hub is running.
  queueMicrotask(
    () =>
      void connected().then(
        () => (store = runningHubStore()),
        () => {},
      ),
  );
  const by = byTerminal();
  return {
    by,
    // An agent that runs this command must not keep the person's phone silent.
    beats: by.act !== "script",
    send: (attempt: () => Promise<WireAsk>) => sendAgain(store, attempt),
  } satisfies LiveOptions;
}
