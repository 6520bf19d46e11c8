import "./ask-row.css";
import type { WireAsk } from "@yourcall/client";
import { isSoon, toRowTime } from "@yourcall/client/internal";
import { type ApprovalSubject, approvalSubject, type FileEdit, toHeaderName } from "@yourcall/core";
import {
  hasContent,
  isAgentGone,
  shortenMiddle,
  toAddressees,
  toEndWord,
  toListWords,
  toLocalDate,
  toQuestionLine,
  toShownPath,
  toSurfaceName,
} from "@yourcall/core/internal";
import { InlineMarkdown } from "@yourcall/react/internal";
import { memo } from "react";
import { Icon } from "../app/icon.tsx";
import { PageLink, toAskPath } from "../app/route.tsx";

interface AskRowProps {
  ask: WireAsk;
  /** How many pending asks that are the same it stands for. */
  count: number;
  open: boolean;
  now: number;
  /** What the row says if the ask was put off here, as in "until 14:00"; otherwise empty. */
  later: string;
  /** Whether it was answered here. */
  sent: boolean;
  /** Set while several asks are being selected. */
  selected?: boolean;
  onSelect?: (id: string) => void;
}

/** One ask of the list: its subject, what matters about it, its age or deadline, and the question on its own line. */
export const AskRow = memo(function AskRow({ ask, count, open, now, later, sent, selected, onSelect }: AskRowProps) {
  const ended = ask.status !== "pending";
  const shared = { className: "row", "data-ask": ask.id, "data-ended": ended || undefined };
  const content = <RowText ask={ask} count={count} now={now} later={later} sent={sent} />;
  if (onSelect !== undefined)
    return (
      <li>
        <label {...shared} data-selecting>
          <input type="checkbox" checked={selected === true} disabled={ended} onChange={() => onSelect(ask.id)} />
          <span>{content}</span>
        </label>
      </li>
    );
  return (
    <li>
      <PageLink {...shared} to={toAskPath(ask.id)} aria-current={open ? "true" : undefined}>
        {content}
      </PageLink>
    </li>
  );
});

function RowText({
  ask,
  count: same,
  now,
  later,
  sent,
}: Pick<AskRowProps, "ask" | "count" | "now" | "later" | "sent">) {
  const approval = ask.kind === "approval" ? ask.approval : undefined;
  const count = ask.questions.length;
  const about = approval && approvalSubject(approval, ask.agent?.cwd);
  const name = about === undefined ? toHeaderName(ask, 0) : toListWords(about).verb.slice(0, 80);
  return (
    <>
      <span className="row-line line">
        <b className="one-line">{name}</b>
        <span className="row-tags line">
          {approval !== undefined && (
            <span className="tag fine" data-tone="warning">
              <Icon name="shield" /> approval
            </span>
          )}
          {same > 1 && <span className="tag fine">{same} asks</span>}
          {count > 1 && <span className="tag fine">{count} questions</span>}
          {toNotes(ask, now, later).map((note) => (
            <span key={note} className="tag fine" data-mark={note}>
              {note}
            </span>
          ))}
        </span>
        <RowTime ask={ask} now={now} sent={sent} />
      </span>
      {about === undefined ? (
        <span className="row-question fine one-line" dir="auto">
          <InlineMarkdown text={toQuestionLine(ask.questions[0]?.question ?? "").slice(0, 200)} />
        </span>
      ) : (
        <Subject about={about} />
      )}
    </>
  );
}

/** When it was asked, or how long is left. */
function RowTime({ ask, now, sent }: Pick<AskRowProps, "ask" | "now" | "sent">) {
  if (ask.status === "answered")
    return (
      <span className="row-end meta" data-tone="success">
        <Icon name="check" />
        {sent ? "sent" : "answered"}
      </span>
    );
  if (ask.outcome !== undefined) return <span className="row-end meta">{toEndWord(ask.outcome).toLowerCase()}</span>;
  return (
    <span className="row-end meta" data-tone={isSoon(ask, now) ? "warning" : undefined}>
      {ask.expiresAt !== undefined && <Icon name="clock" />}
      <time dateTime={ask.expiresAt ?? ask.createdAt} title={`Asked ${toLocalDate(ask.createdAt)}`}>
        {toRowTime(ask, now)}
      </time>
    </span>
  );
}

function toNotes(ask: WireAsk, now: number, later: string): string[] {
  if (ask.status !== "pending") return [];
  const { draft: { draft, surface = "web" } = {} } = ask;
  const notes: string[] = [];
  if (draft !== undefined && hasContent(draft))
    notes.push(surface === "web" ? "draft" : `in ${toSurfaceName(surface)}`);
  if (later !== "") notes.push(later);
  if (isAgentGone(ask, now)) notes.push("agent gone");
  if (ask.to !== undefined) notes.push(shortenMiddle(toAddressees(ask), 18));
  return notes;
}

/** What an approval is about: a file and the size of its change, or a command and its lines. */
function Subject({ about }: { about: ApprovalSubject }) {
  const { part } = about;
  const { object } = toListWords(about);
  return (
    <span className="row-subject line">
      <span className="row-question mono fine one-line">
        {part.kind === "diff" ? toShownPath(object, 30) : object.slice(0, 200)}
      </span>
      {part.kind === "diff" && <ChangeSize edits={part.edits} />}
      {part.kind === "command" && part.lines > 1 && <span className="row-size">{part.lines} lines</span>}
    </span>
  );
}

/** How much an edit changes: `+14 −7`. */
export function ChangeSize({ edits }: { edits: readonly FileEdit[] }) {
  const { added, removed } = countChanges(edits);
  return (
    <span className="row-size">
      <span data-tone="success">+{added}</span> {removed > 0 && <span data-tone="danger">−{removed}</span>}
    </span>
  );
}

/** Counts the lines that only one side has, which is accurate enough for a row. */
function countChanges(edits: readonly FileEdit[]): { added: number; removed: number } {
  const lines = (text: string | null) => (text === null || text === "" ? [] : text.replace(/\n$/, "").split("\n"));
  const without = (own: readonly string[], other: ReadonlySet<string>) => own.filter((line) => !other.has(line)).length;
  const counts = { added: 0, removed: 0 };
  for (const { before, after } of edits) {
    const [old, next] = [lines(before), lines(after)];
    counts.added += without(next, new Set(old));
    counts.removed += without(old, new Set(next));
  }
  return counts;
}
