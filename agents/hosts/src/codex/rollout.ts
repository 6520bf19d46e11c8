import { open } from "node:fs/promises";
import { parseJson, toFields } from "@yourcall/core/internal";
import type { Fields } from "./app-server.ts";

// What matters was written lately: the result of a call a moment after its dialog closed.
const mostRead = 4 * 1024 * 1024;

/** What Codex's model was given as the result of this call, according to the file of the conversation; undefined if nothing yet. */
export async function readToolOutput(file: string, call: string): Promise<string | undefined> {
  for (const line of (await readLines(file)).reverse()) {
    if (!line.includes("function_call_output") || !line.includes(call)) continue;
    const { type, call_id, output } = toFields(toFields(parseJson(line)).payload);
    if (type === "function_call_output" && call_id === call)
      return typeof output === "string" ? output : JSON.stringify(output);
  }
  return undefined;
}

/** How this command, change or call ended, according to the file; undefined if it did not, or if it is a command that was not run. */
export async function readItem(file: string, call: string): Promise<Fields | undefined> {
  for (const line of (await readLines(file)).reverse()) {
    if (!line.includes('"item_completed"') || !line.includes(call)) continue;
    const { type, item } = toFields(toFields(parseJson(line)).payload);
    if (type === "item_completed" && toFields(item).id === call) return toFields(item);
  }
  return undefined;
}

/** The calls of tools that have no result yet. */
export async function readOpenCalls(file: string): Promise<string[]> {
  const open = new Set<string>();
  for (const line of await readLines(file)) {
    const { type, call_id } = toFields(toFields(parseJson(line)).payload);
    if (typeof type !== "string" || typeof call_id !== "string") continue;
    if (type.endsWith("_call_output")) open.delete(call_id);
    else if (type.endsWith("_call")) open.add(call_id);
  }
  return [...open];
}

/** Something that happened in a conversation, as its file has it. */
export type RolloutEvent =
  | { type: "turn-started" | "turn-completed" | "turn-interrupted"; turn: string }
  /** A message of the person, or of the model, in the shape in which Codex also announces it. */
  | { type: "message"; turn: string; item: Fields };

/** The turns and messages of a conversation, in order. Empty if its file cannot be read. */
export async function readEvents(file: string): Promise<RolloutEvent[]> {
  const lines = await readLines(file).catch(() => []);
  return lines.flatMap((line) =>
    line.includes('"event_msg"') ? toEvent(toFields(toFields(parseJson(line)).payload)) : [],
  );
}

function toEvent({ type, turn_id, item }: Fields): RolloutEvent[] {
  const turn = String(turn_id);
  if (type === "task_started") return [{ type: "turn-started", turn }];
  if (type === "task_complete") return [{ type: "turn-completed", turn }];
  if (type === "turn_aborted") return [{ type: "turn-interrupted", turn }];
  const { type: kind } = toFields(item);
  const name = kind === "UserMessage" ? "userMessage" : kind === "AgentMessage" ? "agentMessage" : undefined;
  if (type !== "item_completed" || name === undefined) return [];
  return [{ type: "message", turn, item: { ...toFields(item), type: name } }];
}

async function readLines(file: string): Promise<string[]> {
  const handle = await open(file, "r");
  try {
    const { size } = await handle.stat();
    const start = Math.max(0, size - mostRead);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start);
    return buffer.toString("utf8", 0, bytesRead).split("\n");
  } finally {
    await handle.close();
  }
}
