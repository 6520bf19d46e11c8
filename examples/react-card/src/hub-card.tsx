import { createDraftKeeper, type DraftKeeper, type WireAsk } from "@yourcall/client";
import { createHubClient } from "@yourcall/client/browser";
import { QuestionCard } from "@yourcall/react";
import { useEffect, useMemo, useRef, useState } from "react";

/** One ask of a hub, live: answered here or elsewhere, with the draft that other screens see. */
export function HubCard({ id, token }: { id: string; token: string }) {
  const hub = useMemo(() => createHubClient({ token: () => token }), [token]);
  const [ask, setAsk] = useState<WireAsk>();
  const keeper = useRef<DraftKeeper>(undefined);

  useEffect(() => {
    const leaving = new AbortController();
    void (async () => {
      const first = await hub.get(id);
      keeper.current = createDraftKeeper(hub, first, { surface: "card" });
      setAsk(first);
      for await (const event of hub.events({ signal: leaving.signal })) {
        if (event.type === "ask-ended" && event.ask.id === id) setAsk(event.ask);
        if (event.type === "ask-drafted" && event.id === id)
          setAsk((known) => known && { ...known, draft: event.draft });
      }
    })();
    return () => leaving.abort();
  }, [hub, id]);

  if (ask === undefined) return null;
  return (
    <QuestionCard
      ask={ask}
      draft={ask.draft?.draft}
      onDraft={(draft) => keeper.current?.keep(draft)}
      onSubmit={async (reply) => void (await hub.answer(id, { ...reply, surface: "card" }))}
      onDecline={async (decline) => void (await hub.decline(id, { ...decline, surface: "card", act: "submit" }))}
    />
  );
}
