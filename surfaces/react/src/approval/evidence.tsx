import { approvalSubject, cleanText, type ShownLine, toShownLines } from "@yourcall/core";
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { QuietButton } from "../buttons.tsx";
import { CopyButton } from "../copy-button.tsx";
import { Icon, tick } from "../icon.tsx";
import { AgentText } from "../markdown/agent-text.tsx";
import type { ShownCard } from "../shown-card.ts";
import { watchSeen } from "./watch-seen.ts";

const Diff = lazy(() => import("./diff.tsx"));

// More lines would slow down the browser; the rest is shown on request.
const mostLines = 3000;
const factNames: Record<string, string> = { description: "Reason", timeout: "Stops after" };
const longestFact = 160;
const titles = { command: "Command", diff: "Change", plan: "Plan", input: "Input" };

/** Everything that an approval is about, with a last line that says so. Nothing can be allowed before that line was on the screen. */
export default function Evidence({ card, beside = false }: { card: ShownCard; beside?: boolean }) {
  const { approval } = card.state.ask;
  const subject = useMemo(() => approval && approvalSubject(approval), [approval]);
  const [diff, setDiff] = useState<{ lines: number; words: string }>();
  const [all, showAll] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  const { part, rest = "" } = subject ?? {};
  const text = part?.kind === "command" || part?.kind === "input" ? part.text : "";
  const lines = useMemo(
    () => [toShownLines(text), toFacts(rest) === null ? toShownLines(rest) : []] as const,
    [text, rest],
  );
  const shown = (block: readonly ShownLine[]) => (all ? block : block.slice(0, mostLines));
  const counted = lines.flat().reduce((sum, line) => sum + (typeof line === "string" ? 1 : line.blank), 0);
  const total =
    part?.kind === "diff"
      ? diff && diff.lines + counted
      : counted + (part?.kind === "plan" ? countLines(part.markdown) : 0);
  const hidden = all ? 0 : Math.max(0, lines.flat().length - mostLines);

  // biome-ignore lint/correctness/useExhaustiveDependencies: one text is watched from its first to its last line
  useEffect(() => {
    if (whole.current === null || total === undefined) return;
    card.onRead({ lines: 0, of: total });
    return watchSeen(whole.current, (fraction) => {
      card.onRead({ lines: Math.floor((total - hidden) * fraction), of: total });
      if (fraction === 1 && hidden === 0) card.act({ type: "seen" });
    });
  }, [total, hidden]);

  if (part === undefined) return null;
  // Without control characters that would act in a terminal the command is pasted into.
  const copy = part.kind === "command" && <CopyButton text={cleanText(part.text)} place={whole} />;
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
            <Diff edits={part.edits} onReady={setDiff} />
          </Suspense>
        )}
        {part.kind === "plan" && (
          <div className="yc-pad" dir="auto">
            <AgentText card={card} text={part.markdown} />
          </div>
        )}
        <Lines lines={shown(lines[0])} kind={part.kind} />
        <Lines lines={shown(lines[1])} kind="input" />
        <p className="yc-eof">
          {!beside && copy}
          {hidden > 0 ? (
            <>
              {hidden} more lines are not shown. <QuietButton words="Show them" onPress={() => showAll(true)} />
            </>
          ) : (
            total !== undefined && (
              <>
                <Icon path={tick} />
                {total === 1 ? "All of it is shown." : `All ${total} lines shown.`}
                {lines.flat().some((line) => typeof line !== "string") && " Blank lines are counted, not drawn."}
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

/** Numbered lines that wrap, so that nothing is hidden beyond the right edge. */
function Lines({ lines, kind }: { lines: readonly ShownLine[]; kind: string }) {
  if (lines.length === 0) return null;
  let number = 1;
  return (
    <div className="yc-lines" data-kind={kind}>
      {lines.map((line) => {
        const from = number;
        number += typeof line === "string" ? 1 : line.blank;
        return (
          <div key={from} className="yc-ln">
            <i>{typeof line === "string" ? from : `${from}–${number - 1}`}</i>
            {typeof line === "string" ? (
              <span>{line}</span>
            ) : (
              <span className="yc-blank">{line.blank} blank lines</span>
            )}
          </div>
        );
      })}
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
