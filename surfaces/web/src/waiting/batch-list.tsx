import type { WireAsk } from "@yourcall/client";
import { cleanLine, cleanText } from "@yourcall/core";
import { toAge, toEndText, toLocalTime } from "@yourcall/core/internal";
import type { KeyboardEvent } from "react";
import { useNow } from "../live/use-now.ts";
import { toSessionName } from "./session-link.tsx";

interface BatchListProps {
  asks: readonly WireAsk[];
  ticked: ReadonlySet<string>;
  onTick: (id: string) => void;
  onApart: () => void;
}

/** Each of the asks that one answer goes to: who asks, in which session and branch, since when, and what the agent said before. */
export function BatchList({ asks, ticked, onTick, onApart }: BatchListProps) {
  const now = useNow();
  return (
    <fieldset className="batch" onKeyDown={keepFromCard}>
      <legend className="fine">The same in all of them. The answer goes to each that is ticked.</legend>
      <ul>
        {asks.map((ask) => (
          <li key={ask.id} data-ended={ask.status !== "pending" || undefined}>
            <label>
              <input
                type="checkbox"
                checked={ask.status === "pending" && ticked.has(ask.id)}
                disabled={ask.status !== "pending"}
                onChange={() => onTick(ask.id)}
              />
              <Asker ask={ask} now={now} />
            </label>
          </li>
        ))}
      </ul>
      <button type="button" className="quiet small" onClick={onApart}>
        One by one
      </button>
    </fieldset>
  );
}

function Asker({ ask, now }: { ask: WireAsk; now: number }) {
  const { name, title } = toSessionName(ask);
  const branch = cleanLine(ask.agent.branch ?? "");
  const said = ask.kind === "approval" ? cleanLine(cleanText(ask.context ?? "").trim()) : "";
  return (
    <span className="batch-ask">
      <span className="one-line" dir="auto">
        <b>{name}</b>
        {title !== "" && ` · ${title}`}
      </span>
      {branch !== "" && <code className="fine one-line">{branch}</code>}
      <span className="batch-age fine">{toAge(now - Date.parse(ask.createdAt))}</span>
      {ask.outcome !== undefined && (
        <span className="batch-said fine">{toEndText(ask, ask.outcome, (at) => toLocalTime(at, now))}</span>
      )}
      {said !== "" && (
        <span className="batch-said fine" dir="auto">
          {said.slice(0, 300)}
        </span>
      )}
    </span>
  );
}

/** Keys that tick must not answer. */
function keepFromCard(event: KeyboardEvent): void {
  if ([" ", "Enter"].includes(event.key) || event.key.startsWith("Arrow")) event.stopPropagation();
}
