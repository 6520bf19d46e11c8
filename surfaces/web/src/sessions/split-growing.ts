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
