import type { Session, TranscriptEntry } from "@yourcall/client";
import { approvalSubject, cleanLine, type Outcome, revealText, toVerdict } from "@yourcall/core";
import { askedOf, toDeliveryText, toListWords, toShownPath } from "@yourcall/core/internal";
import { lazy, memo, Suspense, useState } from "react";
import { Icon } from "../app/icon.tsx";
import { ChangeSize } from "../waiting/ask-row.tsx";

const Diff = lazy(() => import("@yourcall/react/internal/diff"));

// More would slow the browser down, and nobody reads it here.
const longest = 20_000;

/** One tool call: a line that says what it does and, when unfolded, its change or input and its result. */
export const ToolCall = memo(function ToolCall({
  entry,
  cwd,
  agent,
  decided,
  state,
}: {
  entry: TranscriptEntry & { type: "tool" };
  cwd: string;
  agent: string;
  /** The approval that was asked for it, once it has been decided. */
  decided: (TranscriptEntry & { type: "ask" }) | undefined;
  /** The state of the session, while the call has no result. */
  state: Session["state"] | undefined;
}) {
  const [unfolded, unfold] = useState(false);
  const about = approvalSubject({ tool: entry.name, input: entry.input as never }, cwd);
  const { verb, object } = toListWords(about);
  const { part } = about;
  const { result } = entry;
  const isDenied = decided?.outcome !== undefined && !toVerdict(decided, decided.outcome).isAllowed;
  return (
    <details className="call" onToggle={(event) => unfold(event.currentTarget.open)}>
      <summary className="line fine">
        <Icon name="more" />
        <b>{verb}</b>
        <code className="one-line">{part.kind === "diff" ? toShownPath(object, 60) : object.slice(0, 200)}</code>
        <span className="call-end line" data-tone={result?.isError ? "danger" : undefined}>
          {decided?.outcome !== undefined && <Decided ask={decided} outcome={decided.outcome} agent={agent} />}
          {part.kind === "diff" && <ChangeSize edits={part.edits} />}
          {result === undefined
            ? toOpenWords(state)
            : result.isError
              ? !isDenied && "failed"
              : part.kind !== "diff" && <Icon name="check" />}
          {result !== undefined && !result.isError && <span className="unseen">done</span>}
        </span>
      </summary>
      {unfolded && (
        <div className="call-body">
          {part.kind === "diff" ? (
            <Suspense fallback={null}>
              <Diff edits={part.edits} />
            </Suspense>
          ) : (
            <pre>{toShort(part.kind === "plan" ? part.markdown : part.text)}</pre>
          )}
          {result !== undefined && result.text.trim() !== "" && (
            <pre data-tone={result.isError ? "danger" : undefined}>{toShort(result.text)}</pre>
          )}
        </div>
      )}
    </details>
  );
});

/** How a call was decided, in its row: `allowed once`, `denied: not now`, and whether that did not reach the agent. */
function Decided({ ask, outcome, agent }: { ask: TranscriptEntry & { type: "ask" }; outcome: Outcome; agent: string }) {
  const { isAllowed, isAlways, remark } = toVerdict(ask, outcome);
  const reason = outcome.status === "declined" ? (outcome.reason ?? "") : remark;
  const late = toDeliveryText({ agent: { name: agent }, delivery: ask.delivery }, Date.now());
  const asked = askedOf(outcome) !== undefined;
  const how = asked ? "asked back" : isAlways ? "always allowed" : isAllowed ? "allowed once" : "denied";
  return (
    <span className="call-how one-line" data-tone={isAllowed ? undefined : "danger"}>
      {how}
      {reason !== "" && `: “${cleanLine(reason)}”`}
      {late !== undefined && <span className="said-late"> · {late}</span>}
    </span>
  );
}

/** A call without a result runs only while its session works. */
function toOpenWords(state: Session["state"] | undefined): string {
  return state === "working" ? "running" : state === "waiting" ? "waiting for you" : "no result";
}

function toShort(text: string): string {
  const shown = revealText(text.slice(0, longest));
  return text.length > longest ? `${shown}\n… ${text.length - longest} more characters` : shown;
}
