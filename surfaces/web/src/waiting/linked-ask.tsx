import type { HubClient, WireAsk } from "@yourcall/client";
import { useEffect, useRef, useState } from "react";
import { usePageKeys } from "../app/page-keys.ts";
import { DeadLink } from "../app/stranger.tsx";
import { AskPane, withOutcome } from "./ask-pane.tsx";
import { SentLine } from "./pane-line.tsx";
import { useSteadyInput } from "./use-steady-input.ts";

const unknownLink = "The hub does not recognize this link. It was revoked, or not copied in full.";

/** The ask of a link, without the inbox around it. The link ends with the ask. */
export function LinkedAsk({ client, id, link }: { client: HubClient; id: string; link: string }) {
  const [ask, setAsk] = useState<WireAsk>();
  const [problem, setProblem] = useState<string>();
  const main = useRef<HTMLElement>(null);
  const { ignored, ignoreKey } = useSteadyInput({ main, pane: main, open: ask?.id, isOwn: () => false });
  usePageKeys({}, { guarded: true, onIgnored: ignoreKey });
  useEffect(() => {
    const end = new AbortController();
    const { signal } = end;
    async function follow(): Promise<void> {
      const found = await client.get(id);
      if (!signal.aborted) setAsk(found);
      // Its deadline may have moved.
      const onPending = (now: WireAsk) => setAsk((before) => (before?.outcome === undefined ? now : before));
      const outcome = await client.wait(id, { signal, onPending });
      if (outcome !== null && !signal.aborted) setAsk((before) => before && withOutcome(before, outcome));
    }
    follow().catch((error: Error & { code?: string }) => {
      if (signal.aborted) return;
      setProblem(error.code === "unauthorized" ? unknownLink : error.message);
    });
    return () => end.abort();
  }, [client, id]);
  if (problem !== undefined && ask?.outcome === undefined) return <DeadLink why={problem} />;
  return (
    <main id="main" ref={main} tabIndex={-1} className="pane linked">
      <h1 className="unseen">A question for you</h1>
      {ask !== undefined && (
        <AskPane
          {...{ client, ask, link }}
          line={
            <div className="pane-line line fine" role="status">
              <SentLine last={undefined} ignored={ignored} />
            </div>
          }
          offline={false}
          onEnded={setAsk}
          onSent={() => {}}
        />
      )}
    </main>
  );
}
