import { createElement, type ReactNode } from "react";
import { type CodePart, toCodeParts } from "../markdown/code-parts.ts";

/** How many pieces of code may still be coloured in a frame: a browser takes long to draw thousands of elements. */
export interface PieceBudget {
  left: number;
}

// Longer lines are data, or were made by a program: colours in them help nobody.
const longestLine = 400;

export function startFrame(): PieceBudget {
  return { left: 1000 };
}

/** The pieces of a line of code. Without colour if the language is unknown, the line is very long or the frame is full. */
export function toColouredParts(text: string, language: string, budget: PieceBudget): CodePart[] {
  if (language === "" || text.length > longestLine || budget.left <= 0) return [{ text }];
  const parts = toCodeParts(text, language);
  budget.left -= parts.length;
  return parts;
}

/** A line of code in colour. */
export function toColoured(text: string, language: string, budget: PieceBudget): ReactNode[] {
  return toColouredParts(text, language, budget).map(({ text, kind }) =>
    kind === undefined ? text : createElement("span", { "data-code": kind }, text),
  );
}

/** The language of a file by its name: `ts`, `dockerfile`; nothing if it says none. */
export function toLanguage(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  return name.includes(".") ? name.slice(name.lastIndexOf(".") + 1) : name;
}
