import { createElement, type ReactNode } from "react";

export type DiffKind = "same" | "add" | "del";

const signs: Record<DiffKind, string> = { same: " ", add: "+", del: "−" };

/** A row of a diff, here and in what the desk shows of a worktree. */
interface DiffLine {
  kind: DiffKind;
  /** The number of the line, or a button with it. Nothing if numbers are not known. */
  number?: ReactNode;
  /** Whether it continues the row above. */
  isRest?: boolean;
  isCommented?: boolean;
  /** What is in it, in colour. */
  text: readonly ReactNode[];
  /** Whether the text only says what is there. */
  isRemark?: boolean;
}

export function toDiffLine({ kind, number, isRest, isCommented, isRemark, text }: DiffLine): ReactNode {
  return (
    <div className="yc-ln" data-kind={kind} data-commented={isCommented || undefined}>
      {number !== undefined && <i>{number}</i>}
      <u>{isRest ? "…" : signs[kind]}</u>
      {createElement("span", isRemark ? { className: "yc-blank" } : null, ...text)}
    </div>
  );
}
