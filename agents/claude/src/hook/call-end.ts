import { toFields } from "@yourcall/core";
import type { HookEvent } from "./hook-event.ts";
import { type Block, blocksOf, type Entry, toEntries } from "./transcript-entries.ts";

/** How one of Claude's calls ended, as an event or the transcript says. */
export type CallEnd =
  /** It ran. What the tool returned is empty if it failed or was interrupted. `mode`: the permission mode afterwards, if it is known. */
  | { ran: true; response: Record<string, unknown>; mode?: string }
  /** It did not run. */
  | {
      ran: false;
      /** What Claude was told. */
      said: string;
      /** Set if the person rejected it in Claude's dialog: their words, perhaps none. */
      rejected?: string;
    };

/** The end that `PostToolUse` or `PostToolUseFailure` tells of. */
export function toCallEnd({ response, mode }: HookEvent): CallEnd {
  return { ran: true, response, mode };
}

/** The ends of these calls, as far as the end of a transcript has them. */
export function readCallEnds(text: string, ids: readonly string[], isSubagent: boolean): Map<string, CallEnd> {
  const ends = new Map<string, CallEnd>();
  const lines = text
    .split("\n")
    .filter(
      (line) => line.includes(interrupted) || (line.includes('"tool_result"') && ids.some((id) => line.includes(id))),
    );
  const entries = toEntries(lines.join("\n"), ["user"], isSubagent);
  for (const [at, entry] of entries.entries())
    for (const block of blocksOf(entry)) {
      const id = ids.find((known) => block.type === "tool_result" && block.tool_use_id === known);
      const end =
        id === undefined ? undefined : toEnd(entry, block, isSubagent ? entry : entries.slice(at).find(isStop));
      if (id !== undefined && end !== undefined) ends.set(id, end);
    }
  return ends;
}

const interrupted = "[Request interrupted by user";

function isStop(entry: Entry): boolean {
  return blocksOf(entry).some(({ type, text }) => type === "text" && String(text).startsWith(interrupted));
}

/**
 * `stop`: the entry that says that the turn was interrupted. "No" without words and Esc while an allowed tool runs have the same
 * result; only there does Claude Code tell them apart. Undefined until it is written.
 */
function toEnd(
  { toolUseResult, toolDenialKind, userFeedback, permissionDecision }: Entry,
  block: Block,
  stop: Entry | undefined,
): CallEnd | undefined {
  const { decision, source } = (permissionDecision ?? {}) as { decision?: unknown; source?: unknown };
  const isDenied = block.is_error === true && (toolDenialKind !== undefined || decision === "reject");
  if (!isDenied) return { ran: true, response: toFields(toolUseResult) };
  const said = blocksOf({ message: { content: block.content } }).map(({ text }) => String(text ?? ""));
  const isPersons = toolDenialKind === "user-rejected" && source !== "hook";
  const rejected = typeof userFeedback === "string" ? userFeedback : "";
  if (isPersons && rejected === "") {
    if (stop === undefined) return undefined;
    if (stop.interruptedMessageId !== undefined) return { ran: true, response: {} };
  }
  return { ran: false, said: said.join("\n"), ...(isPersons ? { rejected } : {}) };
}
