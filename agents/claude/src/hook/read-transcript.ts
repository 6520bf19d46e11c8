import { askToolName } from "@yourcall/core";
import { parseJson, toFields, toTitle, unwrapList } from "@yourcall/core/internal";
import { planTool } from "../plan-choices.ts";
import type { HookEvent } from "./hook-event.ts";
import type { HookContext } from "./hook-request.ts";

/** The beginning and the end of a transcript, which is enough whatever its size. Lines may be truncated at either edge. */
interface TranscriptParts {
  head: string;
  tail: string;
  /** The end of the subagent's own transcript, for an event of a subagent. */
  subagent?: string;
  /** What Claude Code notes about that subagent, as JSON. */
  about?: string;
}

/** How one of Claude's calls ended, according to an event or the transcript. */
export type CallEnd =
  /**
   * The call ran. `response` is empty if the tool failed. `mode`: the permission mode afterwards, if known. `input`: what it ran with,
   * if known.
   */
  | { ran: true; response: Record<string, unknown>; mode?: string; input?: Record<string, unknown> }
  /** The person interrupted the call after it had been allowed. Claude was told that they rejected it. */
  | { ran: "interrupted" }
  /** The call did not run. */
  | {
      ran: false;
      /** What Claude was told. */
      said: string;
      /** Set if the person rejected it in Claude's dialog: what they wrote, perhaps empty. */
      rejected?: string;
    };

/** A call whose end is wanted: its id, or what is known of it if the transcript did not name it yet when its ask was made. */
export type WantedCall = string | UnnamedCall;

interface UnnamedCall {
  tool: string;
  input: unknown;
  /** When its ask was made. */
  askedAt: string;
  /** The calls of other asks. */
  others: readonly string[];
}

const longestContext = 4000;

/**
 * The context of this event's call, from the session's transcript: what Claude said just before, what the session is
 * about, and the call's id. The format is Claude Code's own and may change, so unreadable parts are left out. `isThere`: the call
 * itself has been written, and so has the text before it.
 */
export function readTranscript(event: HookEvent, parts: TranscriptParts): HookContext & { isThere: boolean } {
  const isSubagent = event.subagent !== undefined;
  const entries = toEntries((isSubagent ? parts.subagent : parts.tail) ?? "", ["assistant", "user"], isSubagent);
  const open = openCalls(event, entries);
  const call = event.callId ?? findCall(event, open);
  const isOwn = (block: Block) => (event.callId === undefined ? open.includes(block) : block.id === event.callId);
  const at = entries.findLastIndex((entry) => blocksOf(entry).some(isOwn));
  // A form does not say which call it belongs to.
  const until = event.name === "Elicitation" ? entries.length : at + 1;
  const said: string[] = [];
  for (const entry of entries.slice(0, until).reverse()) {
    const blocks = blocksOf(entry);
    if (entry.type === "user") {
      const isPrompt = !blocks.some(({ type }) => type === "tool_result");
      if (said.length > 0 || isPrompt) break;
      continue;
    }
    const text = blocks.flatMap((block) => (block.type === "text" ? [String(block.text ?? "")] : []));
    said.unshift(...text.filter((words) => words.trim() !== ""));
  }
  const context = said.join("\n\n").trim().slice(-longestContext);
  const title = titleOf(parts);
  const subagent = taskOf(parts);
  return {
    isThere: event.name === "Elicitation" || at >= 0,
    context: context || undefined,
    title: title || undefined,
    call,
    subagent: subagent || undefined,
  };
}

/** What the subagent is for. Claude Code's own list shows this too, since there may be several subagents of one kind. */
function taskOf({ about = "{}" }: TranscriptParts): string {
  const { description } = toFields(parseJson(about));
  return toTitle(typeof description === "string" ? description : "");
}

/** The calls that a permission request may be for: those of its tool, with its input, that have not ended. */
function openCalls(event: HookEvent, entries: readonly Entry[]): Block[] {
  const blocks = entries.flatMap(blocksOf);
  const ended = new Set(blocks.flatMap(({ type, tool_use_id }) => (type === "tool_result" ? [tool_use_id] : [])));
  return blocks.filter(
    (block) => block.type === "tool_use" && block.name === event.tool && !ended.has(block.id) && hasInput(block, event),
  );
}

/** The id of the call that the event is for. Undefined if two open calls are alike. */
function findCall(event: HookEvent, open: readonly Block[]): string | undefined {
  const same = open.filter(({ input }) => JSON.stringify(input) === JSON.stringify(event.input));
  const [own, other] = same.length > 0 ? same : open;
  return other === undefined && typeof own?.id === "string" ? own.id : undefined;
}

// Claude Code fills in fields that questions omit.
function hasInput({ input }: Block, event: Pick<UnnamedCall, "tool" | "input">): boolean {
  if (event.tool === planTool) return true;
  if (event.tool === askToolName) return textsOf(input) === textsOf(event.input);
  return isLike(input, event.input);
}

/** Whether `shown` may be what Claude Code made of `given`: it adds defaults, makes paths absolute and strips spaces. */
function isLike(given: unknown, shown: unknown, name = ""): boolean {
  if (typeof given === "object" && given !== null)
    return Object.entries(given).every(([key, value]) => isLike(value, (shown as Block | null)?.[key as "input"], key));
  const [text, other] = [given, shown].map((value) => String(value).replace(/\s+/g, "")) as [string, string];
  return text === other || (name.endsWith("path") && other.endsWith(`/${text.replace(/^(?:~?\/|\.{1,2}\/)+/, "")}`));
}

/** The texts of the questions as one string, for comparison. */
export function textsOf(input: unknown): string {
  return JSON.stringify(unwrapList(toFields(input).questions).map((one) => toFields(one).question));
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

// Only what a person wrote: commands and reminders are in tags.
function promptOf(entry: Entry): string {
  const text = blocksOf(entry).find(({ type }) => type === "text")?.text;
  return typeof text === "string" && !text.trimStart().startsWith("<") ? text : "";
}

/** The id of the call that an ask was made for: the only one like it before the ask that is no other ask's. */
export function findUnnamedCall(text: string, call: UnnamedCall, isSubagent: boolean): string | undefined {
  const ids = toEntries(text, ["assistant"], isSubagent)
    .filter(({ timestamp }) => typeof timestamp === "string" && timestamp <= call.askedAt)
    .flatMap(blocksOf)
    .filter((block) => block.type === "tool_use" && block.name === call.tool && hasInput(block, call))
    .flatMap(({ id }) => (typeof id === "string" && !call.others.includes(id) ? [id] : []));
  return ids.length === 1 ? ids[0] : undefined;
}

/** How these calls ended, for those whose end is in the given tail of a transcript. */
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
 * `stop`: the entry that says that the turn was interrupted. A "No" without text and Esc while an allowed tool runs give the same
 * result; only that entry tells them apart. Undefined until it has been written.
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
    if (stop.interruptedMessageId !== undefined) return { ran: "interrupted" };
  }
  return { ran: false, said: said.join("\n"), ...(isPersons ? { rejected } : {}) };
}

/** The fields of a transcript line that are read here. The format is Claude Code's own and may change. */
interface Entry {
  type?: unknown;
  timestamp?: unknown;
  isMeta?: unknown;
  isSidechain?: unknown;
  message?: unknown;
  customTitle?: unknown;
  aiTitle?: unknown;
  summary?: unknown;
  /** What the tool returned, in addition to the `tool_result` block. */
  toolUseResult?: unknown;
  /** Set if the call did not run. */
  toolDenialKind?: unknown;
  /** What the person wrote when rejecting the call. */
  userFeedback?: unknown;
  permissionDecision?: unknown;
  /** Set if the person interrupted what was running. */
  interruptedMessageId?: unknown;
}

interface Block {
  type?: unknown;
  text?: unknown;
  id?: unknown;
  name?: unknown;
  input?: unknown;
  tool_use_id?: unknown;
  content?: unknown;
  is_error?: unknown;
}

/** The entries of these types, in a subagent's transcript or in a conversation. Other lines are not parsed, since some are large. */
function toEntries(text: string, types: readonly string[], isSubagent = false): Entry[] {
  return text.split("\n").flatMap((line): Entry[] => {
    if (!types.some((type) => line.includes(`"type":"${type}"`))) return [];
    try {
      const entry = JSON.parse(line) as Entry | null;
      if (entry === null || entry.isMeta === true || (entry.isSidechain === true) !== isSubagent) return [];
      return types.includes(`${entry.type}`) ? [entry] : [];
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
