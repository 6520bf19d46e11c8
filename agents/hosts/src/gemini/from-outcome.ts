import { parseJson, toFields } from "@yourcall/core/internal";

const cancelled = "Request cancelled.";

/** The output of the hook `BeforeTool` that keeps Gemini from asking: it tells its model this text. */
export function toOutput(text: string): object {
  return { decision: "deny", reason: text };
}

/** Whether these lines of the conversation's file contain Gemini's own line about an interrupted turn. */
export function isInterruption(lines: string): boolean {
  return lines.split("\n").some(isCancelled);
}

function isCancelled(line: string): boolean {
  // Only a line of this kind is parsed: the others are the conversation, and may be long.
  if (!line.includes(cancelled)) return false;
  const { type, content } = toFields(parseJson(line));
  return type === "info" && content === cancelled;
}
