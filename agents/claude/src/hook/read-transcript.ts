import { toTitle } from "../call-place.ts";
import type { HookEvent } from "./hook-event.ts";
import type { Surroundings } from "./hook-request.ts";

/** The beginning and the end of a transcript, enough whatever its size. Lines may be cut at either edge. */
export interface TranscriptParts {
  head: string;
  tail: string;
}

const longestContext = 4000;

/**
 * The context of this event's call, from the session's transcript: what Claude said just before, and what the session is
 * about. The format is Claude Code's own and may change, so unreadable parts are left out. `isThere`: the call itself has been
 * written, and so has the text before it.
 */
export function readTranscript(event: HookEvent, parts: TranscriptParts): Surroundings & { isThere: boolean } {
  const entries = toEntries(parts.tail, '"assistant"', '"user"');
  let isThere = false;
  const said: string[] = [];
  for (const entry of entries.reverse()) {
    const blocks = blocksOf(entry);
    if (entry.type === "user") {
      const isPrompt = !blocks.some(({ type }) => type === "tool_result");
      if (said.length > 0 || isPrompt || !isThere) break;
      continue;
    }
    if (blocks.some(({ type, name }) => type === "tool_use" && name === event.tool)) isThere = true;
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
  };
}

function titleOf({ head, tail }: TranscriptParts): string {
  const named = toEntries(`${head}\n${tail}`, '"custom-title"', '"ai-title"', '"summary"').reverse();
  const given =
    named.find(({ type }) => type === "custom-title")?.customTitle ??
    named.find(({ type }) => type === "ai-title")?.aiTitle ??
    named.find(({ type }) => type === "summary")?.summary ??
    toEntries(head, '"user"')
      .map(promptOf)
      .find((text) => text !== "");
  return toTitle(typeof given === "string" ? given : "");
}

interface Entry {
  type?: unknown;
  isMeta?: unknown;
  isSidechain?: unknown;
  message?: unknown;
  customTitle?: unknown;
  aiTitle?: unknown;
  summary?: unknown;
}

interface Block {
  type?: unknown;
  text?: unknown;
  name?: unknown;
}

/** The entries of these types. Other lines are not parsed, since some are large. */
function toEntries(text: string, ...types: string[]): Entry[] {
  return text.split("\n").flatMap((line): Entry[] => {
    if (!types.some((type) => line.includes(`"type":${type}`))) return [];
    try {
      const entry = JSON.parse(line) as Entry | null;
      const isWanted = types.includes(`"${entry?.type}"`) && entry?.isSidechain !== true && entry?.isMeta !== true;
      return isWanted && entry !== null ? [entry] : [];
    } catch {
      return [];
    }
  });
}

function blocksOf({ message }: Entry): Block[] {
  const content = (message as { content?: unknown } | null | undefined)?.content;
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) ? content.filter((block) => typeof block === "object" && block !== null) : [];
}

// What a person wrote: commands and reminders are in tags.
function promptOf(entry: Entry): string {
  const text = blocksOf(entry).find(({ type }) => type === "text")?.text;
  return typeof text === "string" && !text.trimStart().startsWith("<") ? text : "";
}
