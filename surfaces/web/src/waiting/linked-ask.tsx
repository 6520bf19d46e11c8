import type { HubClient, WireAsk } from "@yourcall/client";
import { useEffect, useRef, useState } from "react";
import type { BrowserStorage } from "../app/browser-storage.ts";
import { usePageKeys } from "../app/page-keys.ts";
import { AskPane } from "./ask-pane.tsx";
import { SentLine } from "./pane-line.tsx";
import { withOutcome } from "./use-ask-card.ts";
import { useSteadyInput } from "./use-steady-input.ts";

/** The ask of a link, without the inbox around it. The link ends with the ask. */
export function LinkedAsk({
  client,
  storage,
  id,
  link,
}: {
  client: HubClient;
  storage: BrowserStorage;
  id: string;
  link: string;
}) {
  const [ask, setAsk] = useState<WireAsk>();
  const [problem, setProblem] = useState<string>();
  const main = useRef<HTMLElement>(null);
  const ignored = useSteadyInput({ main, pane: main, open: ask?.id, isOwn: () => false });
  usePageKeys(storage, {}, () => main.current?.querySelector<HTMLElement>(".yc-card") ?? null);
  useEffect(() => {
    const end = new AbortController();
    const { signal } = end;
    async function follow(): Promise<void> {
      const found = await client.get(id);
      if (!signal.aborted) setAsk(found);
      const outcome = await client.wait(id, { signal });
      if (outcome !== null && !signal.aborted) setAsk((before) => before && withOutcome(before, outcome));
    }
    follow().catch((error: Error) => {
      if (!signal.aborted) setProblem(error.message);
    });
    return () => end.abort();
  }, [client, id]);
  return (
    <main id="main" ref={main} tabIndex={-1} className="pane linked">
      <h1 className="unseen">A question for you</h1>
      {problem !== undefined && ask === undefined && (
        <div className="empty" role="status">
          <p>{problem}</p>
          <p className="meta">Ask for a new link. Each link works for one question, until it has ended.</p>
        </div>
      )}
      {ask !== undefined && (
        <AskPane
          client={client}
          storage={storage}
          ask={ask}
          link={link}
          line={
            <div className="pane-line" role="status">
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
