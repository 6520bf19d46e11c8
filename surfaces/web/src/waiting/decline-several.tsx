import { maxInputLength } from "@yourcall/core";
import "./decline-several.css";
import type { HubClient, WireAsk } from "@yourcall/client";
import { useEffect, useRef, useState } from "react";

interface DeclineSeveralProps {
  client: HubClient;
  selected: readonly WireAsk[];
  /** All that could be selected. */
  count: number;
  onAll: () => void;
  onEnded: (ask: WireAsk) => void;
  /** Declined as many as could be, or left as it was (0). */
  onDone: (declined: number) => void;
}

/** Declines all selected asks with one reason. It asks once before it does. */
export function DeclineSeveral({ client, selected, count, onAll, onEnded, onDone }: DeclineSeveralProps) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [why, setWhy] = useState<string>();
  const reason = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (asking) reason.current?.focus();
  }, [asking]);
  const words = `${selected.length} ${selected.length === 1 ? "question" : "questions"}`;

  async function decline(): Promise<void> {
    const text = reason.current?.value.trim() ?? "";
    setBusy(true);
    let declined = 0;
    let problem: string | undefined;
    for (const { id } of selected) {
      try {
        onEnded(await client.decline(id, { reason: text === "" ? undefined : text, surface: "web", act: "submit" }));
        declined++;
      } catch (error) {
        problem = error instanceof Error ? error.message : String(error);
      }
    }
    setBusy(false);
    if (problem === undefined) onDone(declined);
    else {
      setAsking(false);
      setWhy(`${declined} declined, ${selected.length - declined} not: ${problem}`);
    }
  }

  return (
    <div className="several">
      <p role="status">{why ?? (selected.length === 0 ? "Select what you will not answer." : `${words} selected.`)}</p>
      {asking && (
        <label>
          Reason, for all of them (optional)
          <input ref={reason} type="text" maxLength={maxInputLength} />
        </label>
      )}
      <div className="several-acts">
        <button type="button" className="quiet" disabled={busy} onClick={() => (asking ? setAsking(false) : onDone(0))}>
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
          disabled={busy || selected.length === 0}
          onClick={() => (asking ? void decline() : setAsking(true))}
        >
          {busy ? "Declining" : `Decline ${selected.length === 0 ? "" : selected.length}${asking ? "" : "…"}`}
        </button>
      </div>
    </div>
  );
}
