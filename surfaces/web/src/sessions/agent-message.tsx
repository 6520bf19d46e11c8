import Markdown from "@yourcall/react/markdown";
import { memo } from "react";

const Block = memo(Markdown);

/** What an agent says, as markdown. While it grows, only its last part is rendered again. */
export function AgentMessage({ text, isOpen }: { text: string; isOpen: boolean }) {
  const [done, growing] = isOpen ? splitGrowing(text) : [text, ""];
  return (
    <div className="said-by-agent" dir="auto" aria-busy={isOpen}>
      {done !== "" && <Block text={done} />}
      {growing !== "" && <Block text={growing} />}
    </div>
  );
}

/** A text that grows: up to its last blank line outside of code, and the rest. */
export function splitGrowing(text: string): [done: string, growing: string] {
  let at = 0;
  let fence = "";
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf("\n", start);
    const line = text.slice(start, end === -1 ? text.length : end);
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? "";
    if (fence === "") fence = mark;
    else if (mark.startsWith(fence)) fence = "";
    if (end === -1) break;
    start = end + 1;
    if (line.trim() === "" && fence === "") at = start;
  }
  return [text.slice(0, at), text.slice(at)];
}
