import { type FileEdit, revealText } from "@yourcall/core";
import { createElement, Fragment, useEffect, useMemo } from "react";
import { countChanges, type DiffLine, toDiffLines } from "./shown-diff.ts";

const signs = { same: " ", add: "+", del: "−" };

/** What would change in each file, line by line. Lines are spread as children, since they have no id to use as a key and never move. */
export default function Diff({
  edits,
  onReady,
}: {
  edits: FileEdit[];
  onReady?: (size: { lines: number; words: string }) => void;
}) {
  const shown = useMemo(() => edits.map(toDiffLines), [edits]);
  useEffect(() => {
    const { added, removed } = countChanges(shown);
    const lines = shown.flat().reduce((sum, { blank = 1 }) => sum + blank, 0);
    const words = [added > 0 && `+${added}`, removed > 0 && `−${removed}`].filter(Boolean).join(" ");
    onReady?.({ lines, words });
  }, [shown, onReady]);
  const several = new Set(edits.map(({ path }) => path)).size > 1;
  const blocks = shown.map((lines, at) =>
    createElement(
      "div",
      { className: "yc-diff", "data-whole": edits[at]?.before === null },
      several && <p className="yc-path">{revealText(edits[at]?.path ?? "")}</p>,
      ...lines.map((line) => createElement(Line, { line })),
    ),
  );
  return createElement(Fragment, null, ...blocks);
}

function Line({ line: { kind, number, pieces, blank } }: { line: DiffLine }) {
  return (
    <div className="yc-ln" data-kind={kind}>
      {number !== undefined && <i>{number}</i>}
      <u>{signs[kind]}</u>
      {blank === undefined ? (
        createElement(
          "span",
          null,
          ...pieces.map(({ text, changed }) => (changed ? createElement("mark", null, text) : text)),
        )
      ) : (
        <span className="yc-blank">{blank} blank lines</span>
      )}
    </div>
  );
}
