import { type FileEdit, revealText } from "@yourcall/core";
import { useEffect, useMemo } from "react";
import { countChanges, type DiffLine, toDiffLines } from "./shown-diff.ts";

const signs = { same: " ", add: "+", del: "−" };

/** What would change in each file, line by line. */
export default function Diff({
  edits,
  onReady,
}: {
  edits: FileEdit[];
  onReady: (size: { lines: number; words: string }) => void;
}) {
  const shown = useMemo(() => edits.map(toDiffLines), [edits]);
  useEffect(() => {
    const { added, removed } = countChanges(shown);
    const lines = shown.flat().reduce((sum, { blank = 1 }) => sum + blank, 0);
    onReady({ lines, words: `+${added} −${removed}` });
  }, [shown, onReady]);
  const several = new Set(edits.map(({ path }) => path)).size > 1;
  return shown.map((lines, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the edits of a call never change
    <div key={at} className="yc-diff" data-whole={edits[at]?.before === null}>
      {several && <p className="yc-path">{revealText(edits[at]?.path ?? "")}</p>}
      {lines.map((line, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nor do their lines
        <Line key={row} line={line} />
      ))}
    </div>
  ));
}

function Line({ line: { kind, number, pieces, blank } }: { line: DiffLine }) {
  return (
    <div className="yc-ln" data-kind={kind}>
      {number !== undefined && <i>{number}</i>}
      <u>{signs[kind]}</u>
      {blank === undefined ? (
        <span>
          {pieces.map(({ text, changed }, at) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no name
            changed ? <mark key={at}>{text}</mark> : text,
          )}
        </span>
      ) : (
        <span className="yc-blank">{blank} blank lines</span>
      )}
    </div>
  );
}
