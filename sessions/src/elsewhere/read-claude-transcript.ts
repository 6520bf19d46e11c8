import { globSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { askToolName } from "@yourcall/core";
import { isRecord, toFields } from "@yourcall/core/internal";
import type { TranscriptContent, TranscriptEntry } from "@yourcall/core/internal/wire";

const isSession = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
// A longer one takes too long to read for a page that looks every two seconds.
const longest = 32 * 1024 * 1024;

/** Where Claude Code keeps the transcript of this session; undefined if there is none on this machine. */
export function findClaudeTranscript(session: string, env: NodeJS.ProcessEnv): string | undefined {
  // The id comes from an ask, so it may be anything.
  if (!isSession.test(session)) return undefined;
  const folder = join(env.CLAUDE_CONFIG_DIR ?? join(env.HOME ?? homedir(), ".claude"), "projects");
  const [name] = globSync(`*/${session}.jsonl`, { cwd: folder });
  return name === undefined ? undefined : join(folder, name);
}

/** Reads a transcript as Claude Code writes it. Lines that it does not know are left out. */
export function readClaudeTranscript(file: string): TranscriptEntry[] {
  if (statSync(file).size <= longest) return toEntries(readFileSync(file, "utf8"));
  return [toEntry(1, "", { type: "note", tone: "info", text: "The conversation is too long to show here." })];
}

/** The entries of a transcript. */
export function toEntries(text: string): TranscriptEntry[] {
  const entries: TranscriptEntry[] = [];
  const calls = new Map<string, number>();
  for (const line of text.split("\n")) {
    const { type, message, timestamp, isSidechain, isMeta } = readLine(line);
    if ((type !== "user" && type !== "assistant") || isSidechain === true || isMeta === true) continue;
    const { content } = toFields(message);
    const blocks =
      typeof content === "string" ? [{ type: "text", text: content }] : Array.isArray(content) ? content : [];
    for (const block of blocks.map(toFields)) {
      const at = typeof timestamp === "string" ? timestamp : "";
      const add = (entry: TranscriptContent) => entries.push(toEntry(entries.length + 1, at, entry));
      if (block.type === "text" && String(block.text).trim() !== "")
        add({ type: type === "user" ? "message" : "text", text: String(block.text) });
      else if (block.type === "tool_use") {
        calls.set(String(block.id), entries.length);
        add({ type: "tool", call: String(block.id), name: String(block.name), input: block.input ?? null });
      } else if (block.type === "tool_result") {
        const index = calls.get(String(block.tool_use_id)) ?? -1;
        const call = entries[index];
        const result = { text: toResultText(block.content), isError: block.is_error === true };
        if (call?.type === "tool") entries[index] = { ...call, result };
        // The call is not shown, because the question is; here only Claude knows how it ended.
        if (call?.type === "tool" && call.name === askToolName) add({ type: "note", tone: "info", text: result.text });
      }
    }
  }
  return entries;
}

function toEntry(seq: number, at: string, content: TranscriptContent): TranscriptEntry {
  return { seq, at: at === "" ? new Date(0).toISOString() : at, ...content } as TranscriptEntry;
}

/** Empty for a line that is not an object, as one that is still being written. */
function readLine(line: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(line);
    return isRecord(read) ? read : {};
  } catch {
    return {};
  }
}

function toResultText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((block) => (typeof block?.text === "string" ? block.text : "")).join("\n");
}
