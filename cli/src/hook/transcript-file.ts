import { close, constants, fstat, open, read, realpath } from "node:fs";
import { basename, dirname, isAbsolute, join, sep } from "node:path";
import { promisify } from "node:util";
import {
  type CallEnd,
  findUnnamedCall,
  type HookContext,
  type HookEvent,
  readCallEnds,
  readTranscript,
  type WantedCall,
} from "@yourcall/claude/internal";
import { withTimeout } from "../with-timeout.ts";

// Long because the machine may be busy; short if there is no transcript, since Claude Code may not keep one.
const longestMs = { there: 2000, missing: 400 };
const againMs = 20;
const watchMs = 500;
const readMs = 1000;
const headBytes = 32 * 1024;
const tailBytes = 256 * 1024;
const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants;
// Not `fs.promises`: it loads a dozen more of Node's modules, which is noticeable before every answer.
const [findPath, openAt, statOf, readAt] = [
  promisify(realpath.native),
  promisify(open),
  promisify(fstat),
  promisify(read),
];

/**
 * Reads the context of a call from the transcript; never fails. Claude Code writes the transcript about 100 ms late, so this
 * waits up to 2 s for the text before the call: it cannot be added to the ask later, and Claude's own dialog does not wait for
 * the hook.
 */
export async function readTranscriptContext(event: HookEvent): Promise<HookContext> {
  if (event.transcript === undefined) return {};
  const startedAt = Date.now();
  let around: HookContext = {};
  // The version that was read last. If it has not changed, there is nothing new.
  let seen = "";
  for (;;) {
    const parts = await readTranscriptFile(event, seen, startedAt + longestMs.there - Date.now());
    if (parts === undefined || parts === "refused") return around;
    if (parts !== null && parts !== "unchanged") {
      const { isThere, ...found } = readTranscript(event, parts);
      if (isThere) return found;
      [around, seen] = [found, parts.version];
    }
    if (Date.now() - startedAt >= longestMs[parts === null ? "missing" : "there"]) return around;
    await new Promise((resolve) => setTimeout(resolve, againMs));
  }
}

/**
 * Resolves once the transcript says how the event's call ended, or never; aborting ends the watch. Without an id it has to find
 * the call in the transcript first, which may be written late on a busy machine.
 */
export async function watchCall(event: HookEvent, callId: string | undefined, signal: AbortSignal): Promise<CallEnd> {
  let call = callId;
  let seen = "";
  for (;;) {
    // Before the first read, too, so that a quick answer is not delayed by it. The timer does not keep alive a hook that has
    // nothing else to do.
    await new Promise((resolve) => setTimeout(resolve, watchMs).unref());
    if (signal.aborted) break;
    const parts = await readTranscriptFile(event, seen, readMs);
    if (parts === "refused") break;
    if (parts == null || parts === "unchanged") continue;
    // The call that seemed open before may be an earlier one with the same input, whose end had not been written yet.
    if (seen === "" || call === undefined) call = readTranscript(event, parts).call ?? call;
    seen = parts.version;
    const [end] = call === undefined ? [] : endsIn(event, parts, [call]);
    if (end !== undefined) return end;
  }
  return new Promise(() => {});
}

/** How each of these calls ended, for those whose end is already in the transcript. Never fails. */
export async function findEnds(event: HookEvent, calls: readonly WantedCall[]): Promise<(CallEnd | undefined)[]> {
  const parts = await readTranscriptFile(event, "", readMs);
  return parts == null || typeof parts === "string" ? [] : endsIn(event, parts, calls);
}

function endsIn(
  { subagent }: HookEvent,
  parts: { tail: string; subagent?: string },
  calls: readonly WantedCall[],
): (CallEnd | undefined)[] {
  const isSubagent = subagent !== undefined;
  const text = (isSubagent ? parts.subagent : parts.tail) ?? "";
  const ids = calls.map((call) => (typeof call === "string" ? call : findUnnamedCall(text, call, isSubagent)));
  const ends = readCallEnds(
    text,
    ids.filter((id) => id !== undefined),
    isSubagent,
  );
  return ids.map((id) => (id === undefined ? undefined : ends.get(id)));
}

/**
 * The parts of the event's transcript; null if there is none yet, `unchanged` if it is still the version that was `seen`, and
 * `refused` if waiting would not help. The path comes from outside: only a regular file is read, named after its session below
 * `projects/`. A read that takes longer than `ms` is abandoned: undefined.
 */
function readTranscriptFile(event: HookEvent, seen: string, ms: number) {
  return withTimeout(ms, readParts(event, seen)).catch(() => null);
}

async function readParts({ transcript, session, subagent }: HookEvent, seen: string) {
  if (transcript === undefined || !isAbsolute(transcript)) return "refused";
  const path = await findPath(transcript);
  if (basename(path) !== `${session}.jsonl` || !dirname(path).split(sep).includes("projects")) return "refused";
  const own = subagent === undefined ? null : toSubagentPath(path, session, subagent);
  const openOwn = (ending: string) => (own === null ? null : openFile(`${own}${ending}`, O_NOFOLLOW).catch(() => null));
  const [main, inner, meta] = await Promise.all([openFile(path, O_NOFOLLOW), openOwn(".jsonl"), openOwn(".meta.json")]);
  try {
    if (main === null) return "refused";
    const version = `${main.version} ${inner?.version}`;
    if (version === seen) return "unchanged";
    const [head, tail, subagent, about] = await Promise.all([
      // The end of a short file is all of it.
      main.size <= tailBytes ? "" : main.read(0, headBytes),
      readEnd(main),
      inner === null ? undefined : readEnd(inner),
      meta?.read(0, headBytes),
    ]);
    return { version, head: head || tail.slice(0, headBytes), tail, subagent, about };
  } finally {
    for (const file of [main, inner, meta]) file?.close();
  }
}

/**
 * The path of a subagent's files without their extensions. Claude Code writes its transcript into one, and a description of it
 * into another.
 */
function toSubagentPath(path: string, session: string, subagent: string): string | null {
  return /^[\w-]+$/.test(subagent) ? join(dirname(path), session, "subagents", `agent-${subagent}`) : null;
}

function readEnd({ size, read }: NonNullable<Awaited<ReturnType<typeof openFile>>>): Promise<string> {
  return read(Math.max(0, size - tailBytes), tailBytes);
}

/** Opens a file for reading; null if it is not a regular file. `flags` are added to those for opening it. */
export async function openFile(path: string, flags = 0) {
  // Opening a pipe would wait for its writer.
  const file = await openAt(path, O_RDONLY | O_NONBLOCK | flags);
  const stats = await statOf(file);
  const { ino, size, mtimeMs } = stats;
  if (!stats.isFile()) {
    close(file);
    return null;
  }
  return {
    size,
    /** Changes whenever the file's content does. */
    version: `${ino} ${size} ${mtimeMs}`,
    async read(from: number, most: number): Promise<string> {
      const length = Math.min(size - from, most);
      const { buffer, bytesRead } = await readAt(file, Buffer.alloc(length), 0, length, from);
      return buffer.toString("utf8", 0, bytesRead);
    },
    /** Nobody has to wait for this. */
    close: () => close(file),
  };
}
