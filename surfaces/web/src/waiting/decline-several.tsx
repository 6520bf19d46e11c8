import type { HubClient, WireAsk } from "@yourcall/client";
import { declineAsks } from "@yourcall/client/internal";
import { maxInputLength } from "@yourcall/core";
import { useEffect, useRef, useState } from "react";
import { useCall } from "../live/use-call.ts";

interface DeclineSeveralProps {
  client: HubClient;
  selected: readonly WireAsk[];
  /** How many asks could be selected. */
  count: number;
  onAll: () => void;
  onEnded: (ask: WireAsk) => void;
  /** Called with the number of declined asks; 0 if the person left without declining. */
  onDone: (declined: number) => void;
}

/** Declines all selected asks with one reason, after one confirmation. */
export default function DeclineSeveral({ client, selected, count, onAll, onEnded, onDone }: DeclineSeveralProps) {
  const [asking, setAsking] = useState(false);
  const call = useCall();
  const reason = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (asking) reason.current?.focus();
  }, [asking]);
  const words = `${selected.length} ${selected.length === 1 ? "question" : "questions"}`;

  async function decline(): Promise<void> {
    const by = { surface: "web", act: "submit" } as const;
    const given = reason.current?.value.trim() || undefined;
    const { done, declined, text } = await declineAsks(client, selected, { by, reason: given, onEnded });
    if (done) return onDone(declined);
    setAsking(false);
    throw new Error(text);
  }

  return (
    <div className="several">
      <p role="status">
        {call.why ?? (selected.length === 0 ? "Select the questions you will not answer." : `${words} selected.`)}
      </p>
      {asking && (
        <label className="fine">
          Reason for all of them (optional)
          <input ref={reason} type="text" maxLength={maxInputLength} />
        </label>
      )}
      <div className="several-acts">
        <button
          type="button"
          className="quiet"
          disabled={call.busy}
          onClick={() => (asking ? setAsking(false) : onDone(0))}
        >
          {asking ? "Keep them" : "Cancel"}
        </button>
        {!asking && (
          <button type="button" className="quiet" onClick={onAll}>
            {selected.length === count ? "None" : "All"}
          </button>
        )}
        <button
          type="button"
          className="danger"
          disabled={call.busy || selected.length === 0}
          onClick={() => (asking ? void call.run(decline) : setAsking(true))}
        >
          {call.busy ? "Declining…" : `Decline ${selected.length === 0 ? "" : selected.length}${asking ? "" : "…"}`}
        </button>
      </div>
    </div>
  );
}
