import { createElement, Fragment, type ReactNode } from "react";
import { startFrame, toColoured } from "../approval/coloured.tsx";
import { drawCommand, isShell, readCommand } from "../approval/command-lines.tsx";

/** A block of code in a question, line by line: in colour, with what stands out in a command, and wrapped at each line's indentation. */
export default function CodeBlock({ code, language }: { code: string; language: string }): ReactNode {
  const budget = startFrame();
  const facts = isShell(language) ? readCommand(code, undefined).marks : null;
  const lines = code.split(/(?<=\n)/).map((line) => {
    const text = line.trimStart();
    const shown = facts ? drawCommand(text, facts, budget) : toColoured(text, language, budget);
    const indentation = line.slice(0, line.length - text.length);
    return createElement(
      "span",
      { className: "yc-code-line" },
      createElement("span", null, indentation),
      createElement("span", null, ...shown),
    );
  });
  return createElement(Fragment, null, ...lines);
}
