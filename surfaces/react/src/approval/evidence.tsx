import { cleanText } from "@yourcall/core";
import { maxMarkdownLength, toShownLines } from "@yourcall/core/internal";
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { QuietButton } from "../buttons.tsx";
import { CopyButton } from "../copy-button.tsx";
import { Icon, tick } from "../icon.tsx";
import { AgentText } from "../markdown/agent-text.tsx";
import type { ShownCard } from "../shown-card.ts";
import type { DiffSize } from "./diff.tsx";
import { DrawnRows, mostFrames, toFrames, toPieces, useDrawn } from "./drawn-rows.tsx";
import { subjectOf } from "./subject-of.ts";
import { watchSeen } from "./watch-seen.ts";

const Diff = lazy(() => import("./diff.tsx"));

const factNames: Record<string, string> = { description: "Reason", timeout: "Stops after" };
const longestFact = 160;
const titles = { command: "Command", diff: "Change", plan: "Plan", input: "Input" };

/** Everything that an approval is about, with a last line that says so. Nothing can be allowed before that line was on the screen. */
export default function Evidence({ card, beside = false }: { card: ShownCard; beside?: boolean }) {
  const { approval } = card.state.ask;
  const subject = approval && subjectOf(approval, card.props.ask.agent?.cwd);
  const [diff, setDiff] = useState<DiffSize>();
  const [all, showAll] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  const { part, rest = "" } = subject ?? {};
  const marked = part?.kind === "plan" && part.markdown.length <= maxMarkdownLength ? part.markdown : undefined;
  const text =
    part?.kind === "command" || part?.kind === "input" ? part.text : part?.kind === "plan" ? part.markdown : "";
  const [lines, others] = useMemo(
    () => [marked === undefined ? toRows(text) : [], toFacts(rest) === null ? toRows(rest) : []] as const,
    [marked, text, rest],
  );
  const counted = countRows(lines) + countRows(others);
  const total =
    part?.kind === "diff" ? diff && diff.lines + counted : counted + (marked === undefined ? 0 : countLines(marked));
  const own = useMemo(() => (others.length === 0 ? lines : [...lines, ...others]), [lines, others]);
  const counts = useMemo(() => own.some(({ blank }) => blank > 0), [own]);
  const most = all ? Infinity : mostFrames;
  const frames = useMemo(() => toFrames(own, most), [own, most]);
  const at = useDrawn(frames.length);
  const drawn = frames[at - 1] ?? 0;
  const loading = at < frames.length || diff?.loading === true;
  const rows = own.length + (diff?.rows ?? 0);
  const hidden = rows - drawn - (diff?.drawn ?? 0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: one text is watched from its first to its last line
  useEffect(() => {
    if (whole.current === null || total === undefined) return;
    card.onRead({ lines: 0, of: total });
    return watchSeen(whole.current, (fraction) => {
      card.onRead({ lines: Math.floor(total * fraction * (1 - hidden / Math.max(1, rows))), of: total });
      if (fraction === 1 && hidden === 0) card.act({ type: "seen" });
    });
  }, [total, hidden]);

  if (part === undefined) return null;
  // Without control characters that would act in a terminal the command is pasted into.
  const copy = part.kind === "command" && <CopyButton text={() => cleanText(part.text)} place={whole} />;
  const size = part.kind === "diff" ? diff?.words : total === 1 ? "" : `${total} lines`;
  return (
    <figure className="yc-evidence" aria-label={titles[part.kind]}>
      {beside && (
        <div className="yc-bar">
          <h2>{titles[part.kind]}</h2>
          <span className="yc-size">
            {size?.split(" ").map((word) => (
              <span key={word} data-sign={word.charAt(0)}>
                {word}{" "}
              </span>
            ))}
          </span>
          {copy}
        </div>
      )}
      <div ref={whole}>
        {part.kind === "diff" && (
          <Suspense fallback={<p className="yc-pad">Loading…</p>}>
            <Diff edits={part.edits} most={most} onReady={setDiff} />
          </Suspense>
        )}
        {marked !== undefined && (
          <div className="yc-pad" dir="auto">
            <AgentText card={card} text={marked} />
          </div>
        )}
        <Lines rows={lines} count={drawn} kind={part.kind} />
        <Lines rows={others} count={drawn - lines.length} kind="input" />
        <p className="yc-eof">
          {!beside && copy}
          {loading ? (
            "Loading…"
          ) : hidden > 0 ? (
            <>
              {hidden} more {total !== undefined && rows > total ? "pieces of long lines" : "lines"} are not shown.{" "}
              <QuietButton words="Show them" onPress={() => showAll(true)} />
            </>
          ) : (
            total !== undefined && (
              <>
                <Icon path={tick} />
                {total === 1 ? "All of it is shown." : `All ${total} lines shown.`}
                {counts && " Blank lines are counted, not drawn."}
                {part.kind === "diff" && part.edits.every(({ before }) => before !== null) && " Nothing else changes."}
              </>
            )
          )}
        </p>
      </div>
    </figure>
  );
}

function countLines(text: string): number {
  return text.trimEnd().split("\n").length;
}

interface Row {
  number: number;
  text: string;
  /** How many blank lines the row stands for; 0 if it is a line of text. */
  blank: number;
  /** Whether it continues a line that is too long for one row. */
  rest: boolean;
}

function toRows(text: string): Row[] {
  const rows: Row[] = [];
  let number = 1;
  for (const line of toShownLines(text)) {
    const row = typeof line === "string" ? { text: line, blank: 0 } : { text: "", blank: line.blank };
    const pieces = toPieces(row.text);
    if (pieces === undefined) rows.push({ number, text: row.text, blank: row.blank, rest: false });
    else rows.push(...pieces.map((text, at) => ({ number, text, blank: 0, rest: at > 0 })));
    number += row.blank || 1;
  }
  return rows;
}

function countRows(rows: readonly Row[]): number {
  const last = rows.at(-1);
  return last === undefined ? 0 : last.number + (last.blank || 1) - 1;
}

/** Numbered lines that wrap, so that nothing is hidden beyond the right edge. */
function Lines({ rows, count, kind }: { rows: readonly Row[]; count: number; kind: string }) {
  if (rows.length === 0 || count <= 0) return null;
  return (
    <div className="yc-lines" data-kind={kind}>
      <DrawnRows rows={rows} toRow={toLine} count={count} />
    </div>
  );
}

function toLine({ number, text, blank, rest }: Row): ReactNode {
  return (
    <div className="yc-ln">
      <i>{rest ? "…" : blank === 0 ? number : `${number}–${number + blank - 1}`}</i>
      {blank === 0 ? <span>{text}</span> : <span className="yc-blank">{blank} blank lines</span>}
    </div>
  );
}

/** The rest of an approval's input as name and value pairs; null if it is too much to read at a glance. */
export function toFacts(rest: string): [name: string, value: string][] | null {
  const lines = rest === "" ? [] : rest.split("\n");
  if (lines.length > 4 || lines.some((line) => line.length > longestFact || !/^[\w.[\]-]{1,40}: \S/.test(line)))
    return null;
  return lines.map((line) => {
    const at = line.indexOf(": ");
    const [name, value] = [line.slice(0, at), line.slice(at + 2)];
    return [factNames[name] ?? name, name === "timeout" ? toDuration(value) : value];
  });
}

function toDuration(ms: string): string {
  const seconds = Number(ms) / 1000;
  if (!(seconds > 0)) return ms;
  return seconds >= 60 && seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}
