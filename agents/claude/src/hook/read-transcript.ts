import { toTitle } from "../call-place.ts";
import { type HookEvent, questionTool } from "./hook-event.ts";
import type { Surroundings } from "./hook-request.ts";
import { type Block, blocksOf, type Entry, toEntries } from "./transcript-entries.ts";

/** The beginning and the end of a transcript, enough whatever its size. Lines may be cut at either edge. */
export interface TranscriptParts {
  head: string;
  tail: string;
  /** The end of the subagent's own transcript, for an event of a subagent. */
  subagent?: string;
}

const longestContext = 4000;

/**
 * The context of this event's call, from the session's transcript: what Claude said just before, what the session is
 * about, and the call's id. The format is Claude Code's own and may change, so unreadable parts are left out. `isThere`: the call
 * itself has been written, and so has the text before it.
 */
export function readTranscript(event: HookEvent, parts: TranscriptParts): Surroundings & { isThere: boolean } {
  const isSubagent = event.subagent !== undefined;
  const entries = toEntries((isSubagent ? parts.subagent : parts.tail) ?? "", ["assistant", "user"], isSubagent);
  const call = event.callId ?? findCall(event, entries);
  // A form does not say which call it belongs to.
  let isThere = event.name === "Elicitation";
  const said: string[] = [];
  for (const entry of entries.reverse()) {
    const blocks = blocksOf(entry);
    if (entry.type === "user") {
      const isPrompt = !blocks.some(({ type }) => type === "tool_result");
      if (said.length > 0 || isPrompt || !isThere) break;
      continue;
    }
    if (blocks.some((block) => isCallOf(block, event))) isThere = true;
    if (!isThere) continue;
    const text = blocks.flatMap((block) => (block.type === "text" ? [String(block.text ?? "")] : []));
    said.unshift(...text.filter((words) => words.trim() !== ""));
  }
  const context = said.join("\n\n").trim().slice(-longestContext);
  const title = titleOf(parts);
  return {
    isThere,
    ...(context === "" ? {} : { context }),
    ...(title === "" ? {} : { title }),
    ...(call === undefined ? {} : { call }),
  };
}

/** The id of the call that a permission request is for: the open one with this input. Undefined if two are alike. */
function findCall(event: HookEvent, entries: readonly Entry[]): string | undefined {
  const blocks = entries.flatMap(blocksOf);
  const ended = new Set(blocks.flatMap(({ type, tool_use_id }) => (type === "tool_result" ? [tool_use_id] : [])));
  const open = blocks.filter((block) => isCallOf(block, event) && !ended.has(block.id) && hasInput(block, event));
  const [own, other] = open;
  return other === undefined && typeof own?.id === "string" ? own.id : undefined;
}

function isCallOf({ type, name }: Block, { tool }: HookEvent): boolean {
  return type === "tool_use" && name === tool;
}

// Claude Code takes a plan out of its call's input, and fills in what questions leave out.
function hasInput({ input }: Block, event: HookEvent): boolean {
  if (event.tool === "ExitPlanMode") return true;
  if (event.tool === questionTool) return textsOf(input) === textsOf(event.input);
  return JSON.stringify(input) === JSON.stringify(event.input);
}

/** The texts of the questions, to compare. */
export function textsOf(input: unknown): string {
  const { questions } = (input ?? {}) as { questions?: unknown };
  try {
    const list: unknown = typeof questions === "string" ? JSON.parse(questions) : questions;
    return JSON.stringify(Array.isArray(list) ? list.map((one) => (one as { question?: unknown })?.question) : null);
  } catch {
    return "";
  }
}

function titleOf({ head, tail }: TranscriptParts): string {
  const named = toEntries(`${head}\n${tail}`, ["custom-title", "ai-title", "summary"]).reverse();
  const given =
    named.find(({ type }) => type === "custom-title")?.customTitle ??
    named.find(({ type }) => type === "ai-title")?.aiTitle ??
    named.find(({ type }) => type === "summary")?.summary ??
    toEntries(head, ["user"])
      .map(promptOf)
      .find((text) => text !== "");
  return toTitle(typeof given === "string" ? given : "");
}

// What a person wrote: commands and reminders are in tags.
function promptOf(entry: Entry): string {
  const text = blocksOf(entry).find(({ type }) => type === "text")?.text;
  return typeof text === "string" && !text.trimStart().startsWith("<") ? text : "";
}
