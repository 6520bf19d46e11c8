import type { Session, TranscriptEntry } from "@yourcall/client";
import { approvalSubject, cleanLine, revealText } from "@yourcall/core";
import { toShownPath } from "@yourcall/core/internal";
import { lazy, memo, Suspense, useState } from "react";
import { Icon } from "../app/icon.tsx";
import { ChangeSize } from "../waiting/ask-row.tsx";

const Diff = lazy(() => import("@yourcall/react/internal/diff"));

// More would slow the browser down, and nobody reads it here.
const longest = 20_000;

/** Tools whose call is a question, which the conversation shows as one. */
export function isAskTool(name: string): boolean {
  return /(^|__)(AskUserQuestion|ask_user)$/.test(name);
}

/** One tool call: a line that says what it does and, when unfolded, its change or input and its result. */
export const ToolCall = memo(function ToolCall({
  entry,
  cwd,
  state,
}: {
  entry: TranscriptEntry & { type: "tool" };
  cwd: string;
  /** The state of the session, while the call has no result. */
  state: Session["state"] | undefined;
}) {
  const [unfolded, unfold] = useState(false);
  const { act, subject, part } = approvalSubject({ tool: entry.name, input: entry.input as never }, cwd);
  const { result } = entry;
  return (
    <details className="call" onToggle={(event) => unfold(event.currentTarget.open)}>
      <summary className="line fine">
        <Icon name="more" />
        <b>{act}</b>
        <code className="one-line">
          {part.kind === "diff" ? toShownPath(subject, 60) : cleanLine(subject).slice(0, 200)}
        </code>
        <span className="call-end line" data-tone={result?.isError ? "danger" : undefined}>
          {part.kind === "diff" && <ChangeSize edits={part.edits} />}
          {result === undefined
            ? toOpenWords(state)
            : result.isError
              ? "failed"
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

/** A call without a result runs only while its session works. */
function toOpenWords(state: Session["state"] | undefined): string {
  return state === "working" ? "running" : state === "waiting" ? "waiting for you" : "no result";
}

function toShort(text: string): string {
  const shown = revealText(text.slice(0, longest));
  return text.length > longest ? `${shown}\n… ${text.length - longest} more characters` : shown;
}
