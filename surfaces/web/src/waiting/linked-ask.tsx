import type { HubClient } from "@yourcall/client";
import { toHeaderName } from "@yourcall/core";
import { useHubAsk } from "@yourcall/react/hub";
import { useRef } from "react";
import { storage } from "../app/browser-storage.ts";
import { Mark } from "../app/icon.tsx";
import { DeadLink } from "../app/outside-page.tsx";
import { clickSends, lettersAct, usePageKeys } from "../app/page-keys.ts";
import { CardPane, surface } from "./ask-pane.tsx";
import { SentLine } from "./pane-line.tsx";
import { useSteadyInput } from "./use-steady-input.ts";

const unknownLink = "The hub does not recognize this link. It was revoked, or not copied in full.";

/** The ask of a link, without the inbox around it. The link ends with the ask. */
export default function LinkedAsk({ client, id, link }: { client: HubClient; id: string; link: string }) {
  // A link may not read the event stream.
  const { card, error } = useHubAsk(client, id, { surface, events: false, storage });
  const main = useRef<HTMLElement>(null);
  const { ignored, ignoreKey } = useSteadyInput({ main, pane: main, open: card?.ask.id, isOwn: () => false });
  usePageKeys({}, { guarded: true, onIgnored: ignoreKey });
  if (error !== undefined) {
    const { code } = error as { code?: string };
    return <DeadLink why={code === "unauthorized" ? unknownLink : error.message} />;
  }
  const ask = card?.ask;
  const isDone = ask?.outcome !== undefined;
  return (
    <main id="main" ref={main} tabIndex={-1} className="pane linked">
      <title>{`${isDone ? "Done" : (ask && toHeaderName(ask, 0)) || "A question"} · yourcall`}</title>
      <h1 className="unseen">A question for you</h1>
      {card !== undefined && (
        <CardPane
          card={{ ...card, letters: lettersAct(), submitOnClick: clickSends() }}
          link={link}
          line={
            <div className="pane-line line fine">
              <Mark size={20} />
              <b>yourcall</b>
              <p className="linked-state" role="status">
                {isDone ? "Done. You can close this page." : <SentLine last={undefined} ignored={ignored} />}
              </p>
            </div>
          }
        />
      )}
    </main>
  );
}
