import { approvalSubject, cleanText } from "@yourcall/core";
import { maxMarkdownLength, toDurationWords, trimShown } from "@yourcall/core/internal";
import { createElement, lazy, memo, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { CopyButton } from "../copy-button.tsx";
import { Icon, tick } from "../icon.tsx";
import { AgentText } from "../markdown/agent-text.tsx";
import type { ShownCard } from "../shown-card.ts";
import { type CommandChunk, CommandFrame, readCommand } from "./command-lines.tsx";
import type { DiffSize } from "./diff.tsx";
import { drawFrames, drawRow, framesAtOnce, Hidden, useDrawn } from "./drawn-frames.tsx";
import { type Chunk, sizeOf, toChunks, toFrames, toRows } from "./text-chunks.ts";
import { watchSeen } from "./watch-seen.ts";

const Diff = lazy(() => import("./diff.tsx").then(({ Diff }) => ({ default: Diff })));

const factNames: Record<string, string> = { description: "Reason", timeout: "Stops after" };
const longestFact = 160;
const titles = { command: "Command", diff: "Change", plan: "Plan", input: "Input" };

/** Everything that an approval is about, and below it a line that says so. Nothing can be allowed before all of it was on the screen. */
export default function Evidence({ card, beside = false }: { card: ShownCard; beside?: boolean }) {
  const { approval } = card.state.ask;
  const subject = approval && approvalSubject(approval, card.props.ask.agent?.cwd);
  const [diff, setDiff] = useState<DiffSize>();
  const [most, setMost] = useState(framesAtOnce);
  const whole = useRef<HTMLDivElement>(null);
  const { part, rest = "" } = subject ?? {};
  const marked = part?.kind === "plan" && part.markdown.length <= maxMarkdownLength ? part.markdown : undefined;
  const text =
    part?.kind === "command" || part?.kind === "input" ? part.text : part?.kind === "plan" ? part.markdown : "";
  const { cwd } = card.props.ask.agent ?? {};
  const isCommand = part?.kind === "command";
  const [lines, others, facts] = useMemo(() => {
    const { marks, words } = isCommand ? readCommand(text, cwd) : { marks: [], words: [] };
    const frames = marked === undefined ? framesOf(text) : [];
    for (const chunk of frames.flat()) Object.assign(chunk, { facts: marks });
    return [frames as CommandChunk[][], toFacts(rest) === null ? framesOf(rest) : [], words] as const;
  }, [marked, text, rest, isCommand, cwd]);
  const own = useMemo(() => [...lines, ...others], [lines, others]);
  const wanted = Math.min(own.length, most);
  const drawn = useDrawn(wanted);
  const loading = drawn < wanted || diff?.loading === true;
  const [size, left] = useMemo(() => [sizeOf(own), sizeOf(own.slice(drawn))], [own, drawn]);
  const hidden = { lines: left.lines + (diff?.hidden.lines ?? 0), length: left.length + (diff?.hidden.length ?? 0) };
  const length = size.length + (diff?.length ?? 0);
  const total =
    part?.kind === "diff"
      ? diff && diff.lines + size.lines
      : size.lines + (marked === undefined ? 0 : countLines(marked));
  const counts = useMemo(() => threeBlank.test(trimShown(text)) || threeBlank.test(rest), [text, rest]);
  const drawnPart = useRef(0);
  drawnPart.current = length === 0 ? 1 : 1 - hidden.length / length;

  // biome-ignore lint/correctness/useExhaustiveDependencies: one text is watched from its first to its last line
  useEffect(() => {
    if (whole.current === null || total === undefined) return;
    card.onRead({ lines: 0, of: total });
    return watchSeen(whole.current, (fraction) => {
      const seen = fraction * drawnPart.current;
      card.onRead({ lines: Math.floor(total * seen), of: total });
      if (seen === 1) card.act({ type: "seen" });
    });
  }, [approval, total]);

  if (part === undefined) return null;
  // Without control characters that would act in a terminal the command is pasted into.
  const copy = part.kind === "command" && <CopyButton text={() => cleanText(part.text)} place={whole} />;
  const words = part.kind === "diff" ? diff?.words : total === 1 ? "" : `${total} lines`;
  return (
    <figure className="yc-evidence" data-kind={part.kind} aria-label={titles[part.kind]}>
      {beside && (
        <div className="yc-bar">
          <h2>{titles[part.kind]}</h2>
          <span className="yc-size">
            {words?.split(" ").map((word) => (
              <span key={word} data-sign={word.charAt(0)}>
                {word}{" "}
              </span>
            ))}
          </span>
          {copy}
        </div>
      )}
      <div ref={whole} className="yc-whole">
        {part.kind === "diff" && (
          <Suspense fallback={<p className="yc-pad">Loading…</p>}>
            <Diff edits={part.edits} most={most} onReady={setDiff} />
          </Suspense>
        )}
        {marked !== undefined && (
          <div className="yc-pad yc-document" dir="auto">
            <AgentText card={card} text={marked} />
          </div>
        )}
        <Lines frames={lines.slice(0, drawn)} kind={part.kind} />
        <Lines frames={others.slice(0, Math.max(0, drawn - lines.length))} kind="input" />
      </div>
      {facts.length > 0 && <p className="yc-found">It {facts.join(" · ")}.</p>}
      <p className="yc-eof">
        {!beside && copy}
        {loading ? (
          "Loading…"
        ) : hidden.length > 0 ? (
          <Hidden hidden={hidden} onMore={() => setMost(most + framesAtOnce)} />
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
    </figure>
  );
}

const threeBlank = /(?:^|\n)(?:[^\S\n]*\n){3}/;

function countLines(text: string): number {
  return text.trimEnd().split("\n").length;
}

function framesOf(text: string): Chunk[][] {
  return toFrames(toChunks(trimShown(text)));
}

/** Numbered lines that wrap, so that nothing is hidden beyond the right edge. */
function Lines({ frames, kind }: { frames: Chunk[][] | CommandChunk[][]; kind: string }) {
  if (frames.length === 0) return null;
  return (
    <div className="yc-lines" data-kind={kind}>
      {kind === "command" ? drawFrames(frames as CommandChunk[][], CommandFrame) : drawFrames(frames, LinesFrame)}
    </div>
  );
}

const LinesFrame = memo(function LinesFrame({ chunks }: { chunks: Chunk[] }): ReactNode {
  return createElement("div", null, ...chunks.flatMap(toRows).map((row) => drawRow(row)));
});

/** The rest of an approval's input as name and value pairs; null if it is too much to read at a glance. */
export function toFacts(rest: string): [name: string, value: string][] | null {
  const lines = rest === "" ? [] : rest.split("\n");
  if (lines.length > 4 || lines.some((line) => line.length > longestFact || !/^[\w.[\]-]{1,40}: \S/.test(line)))
    return null;
  return lines.map((line) => {
    const at = line.indexOf(": ");
    const [name, value] = [line.slice(0, at), line.slice(at + 2)];
    return [factNames[name] ?? name, name === "timeout" && Number(value) > 0 ? toDurationWords(Number(value)) : value];
  });
}
