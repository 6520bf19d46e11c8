import { QuestionCard } from "@yourcall/react";
import { useLiveCard } from "@yourcall/react/internal";
import { useEffect, useState } from "react";
import type { Given } from "./call-server.ts";
import type { Host } from "./host.ts";
import { joinCard } from "./join-card.ts";

/** The card of one ask, which is answered here or on any other screen. */
export function CardView({ host, given }: { host: Host; given: Given }) {
  const [reached, onReached] = useState(true);
  const [note, onNote] = useState("");
  const [live] = useState(() => joinCard(host, given, { onReached, onNote }));
  useEffect(() => live.close, [live]);
  const card = useLiveCard(live, given.surface);
  return (
    <>
      <QuestionCard {...card} offline={!reached} compact />
      <p className="note" role="status">
        {note}
      </p>
    </>
  );
}
