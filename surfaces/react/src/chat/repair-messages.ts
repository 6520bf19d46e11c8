import { isRecord } from "@yourcall/core/internal";

/** What all messages have in common, like `UIMessage` of the AI SDK. */
interface Message {
  id: string;
  role: string;
  parts: readonly unknown[];
}

type Fields = Record<string, unknown>;

const finished = ["output-available", "output-error", "output-denied"];
const known = ["input-streaming", "input-available", "approval-requested", "approval-responded", ...finished];

/**
 * Makes stored messages safe to show and to send again: a tool part without an id, with an unknown state, without its input or
 * with a second part for the same call would break the thread or the next request. A call that can no longer be finished becomes an
 * error. Messages that are not broken stay the same objects, and if none is broken, so does the list.
 *
 * @example
 * const shown = repairMessages(messages);
 */
export function repairMessages<Kept extends Message>(messages: readonly Kept[]): Kept[] {
  const list = Array.isArray(messages) ? messages : [];
  const repaired = list.flatMap((message, at) => {
    if (!isRecord(message) || typeof message.role !== "string") return [];
    return [repairMessage(message as Kept, at, at === list.length - 1)];
  });
  const same = repaired.length === list.length && repaired.every((message, at) => message === list[at]);
  return same && Array.isArray(messages) ? (messages as Kept[]) : repaired;
}

function repairMessage<Kept extends Message>(message: Kept, at: number, last: boolean): Kept {
  const id = typeof message.id === "string" && message.id !== "" ? message.id : `message-${at}`;
  const given = Array.isArray(message.parts) ? message.parts : toTextParts(message as unknown as Fields);
  const ends = new Map<unknown, number>();
  for (const [index, part] of given.entries())
    if (isRecord(part) && isTool(part) && isEnded(part)) ends.set(part.toolCallId, index);
  const seen = new Set<unknown>();
  const parts = given.flatMap((part, index) => {
    if (!isRecord(part) || typeof part.type !== "string") return [];
    if (!isTool(part)) return isText(part) && typeof part.text !== "string" ? [] : [part];
    const fixed = repairTool(part, `${id}-${index}`, last);
    // Of two parts for one call, the one that has ended is kept.
    const better = ends.get(part.toolCallId);
    if (seen.has(fixed.toolCallId) || (better !== undefined && better > index && !isEnded(part))) return [];
    seen.add(fixed.toolCallId);
    return [fixed];
  });
  const same =
    message.id === id &&
    parts.length === message.parts?.length &&
    parts.every((part, index) => part === message.parts[index]);
  return same ? message : { ...message, id, parts };
}

function repairTool(part: Fields, id: string, last: boolean): Fields {
  const name = part.type === "dynamic-tool" ? part.toolName : String(part.type).slice(5);
  const fixed: Fields = { ...part };
  if (typeof part.toolCallId !== "string" || part.toolCallId === "") fixed.toolCallId = id;
  if (typeof name !== "string" || name === "") Object.assign(fixed, { type: "dynamic-tool", toolName: "unknown" });
  if (!known.includes(String(part.state))) fixed.state = "output" in part ? "output-available" : "input-available";
  if (fixed.state === "output-available" && part.output === undefined) fixed.output = null;
  if (fixed.state === "output-error" && typeof part.errorText !== "string") fixed.errorText = "The tool failed.";
  fixed.input = toInput(part.input ?? part.rawInput);
  const asks = fixed.state === "approval-requested" || fixed.state === "approval-responded";
  const open = !finished.includes(String(fixed.state));
  if (fixed.state === "input-streaming") fail(fixed, "The call was cut off before it was complete.");
  else if (asks && !(isRecord(part.approval) && typeof part.approval.id === "string"))
    fail(fixed, "The approval was lost.");
  else if (open && !last) fail(fixed, "Nobody answered before the conversation went on.");
  const names = new Set([...Object.keys(part), ...Object.keys(fixed)]);
  return [...names].every((key) => part[key] === fixed[key]) ? part : fixed;
}

function fail(part: Fields, errorText: string): void {
  delete part.approval;
  delete part.output;
  Object.assign(part, { state: "output-error", errorText });
}

/** A tool's input is an object; broken parts have the object as a JSON string, or nothing. */
function toInput(value: unknown): Fields {
  if (isRecord(value)) return value;
  if (typeof value !== "string") return value === undefined || value === null ? {} : { value };
  try {
    const read: unknown = JSON.parse(value);
    return isRecord(read) ? read : { value: read };
  } catch {
    return { value };
  }
}

function toTextParts({ content }: Fields): unknown[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : [];
}

function isEnded(part: Fields): boolean {
  return finished.includes(String(part.state));
}

function isText({ type }: Fields): boolean {
  return type === "text" || type === "reasoning";
}

function isTool(part: Fields): boolean {
  return typeof part.type === "string" && /^(tool-|dynamic-tool$)/.test(part.type);
}
