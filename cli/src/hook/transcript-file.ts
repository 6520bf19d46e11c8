import { close, constants, fstat, open, read, realpath } from "node:fs";
import { basename, dirname, isAbsolute, join, sep } from "node:path";
import { promisify } from "node:util";
import { type CallEnd, type HookEvent, readCallEnds, readTranscript, type Surroundings } from "@yourcall/claude";
import { within } from "../within.ts";

// Long for busy machines; short if there is no transcript at all, since none may be kept.
const longestMs = { there: 2000, missing: 400 };
const againMs = 20;
const watchMs = 500;
const readMs = 1000;
const headBytes = 32 * 1024;
const tailBytes = 256 * 1024;
const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants;
// `fs.promises` brings a dozen of Node's modules with it, which is noticeable before every answer.
const [findPath, openAt, statOf, readAt] = [
  promisify(realpath.native),
  promisify(open),
  promisify(fstat),
  promisify(read),
];

/**
 * The context from the transcript; never fails. Claude Code writes it some 100 ms late, so the text before the call
 * is waited for: it cannot be added to the ask later, and Claude's own dialog does not wait for this. Never for longer than 2 s.
 */
export async function lookAtTranscript(event: HookEvent): Promise<Surroundings> {
  if (event.transcript === undefined) return {};
  const startedAt = Date.now();
  let around: Surroundings = {};
  // The same version means nothing new.
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
 * Resolves once the transcript says how the event's call ended, or never; aborting ends the watch. Without the id it has to see
 * the call itself first, which on a busy machine may be written late.
 */
export async function watchCall(event: HookEvent, callId: string | undefined, signal: AbortSignal): Promise<CallEnd> {
  let call = callId;
  let seen = "";
  for (;;) {
    // First, too: an answer that comes at once is not delayed by reading. It does not keep a hook alive that has nothing else to do.
    await new Promise((resolve) => setTimeout(resolve, watchMs).unref());
    if (signal.aborted) break;
    const parts = await readTranscriptFile(event, seen, readMs);
    if (parts === "refused") break;
    if (parts == null || parts === "unchanged") continue;
    // What seemed open before may be an earlier call with the same input, whose end had not been written yet.
    if (seen === "" || call === undefined) call = readTranscript(event, parts).call ?? call;
    seen = parts.version;
    const end = call === undefined ? undefined : endsIn(event, parts, [call]).get(call);
    if (end !== undefined) return end;
  }
  return new Promise(() => {});
}

/** How these calls ended, as far as the transcript has it now. Never fails. */
export async function findEnds(event: HookEvent, callIds: readonly string[]): Promise<Map<string, CallEnd>> {
  const parts = await readTranscriptFile(event, "", readMs);
  return parts == null || typeof parts === "string" ? new Map() : endsIn(event, parts, callIds);
}

function endsIn(
  { subagent }: HookEvent,
  parts: { tail: string; subagent?: string },
  callIds: readonly string[],
): Map<string, CallEnd> {
  return readCallEnds((subagent === undefined ? parts.tail : parts.subagent) ?? "", callIds, subagent !== undefined);
}

let lastTurn: Promise<unknown> = Promise.resolve();

/**
 * The parts of the event's transcript, unless it is still the version that was `seen`; null if there is none yet. What is no
 * transcript is refused, which no waiting changes. The path comes from outside: only a regular file is read, named after its
 * session below `projects/`. One is read at a time, because many at once would block the hub, and a read that takes longer than
 * `ms` is abandoned: undefined.
 */
function readTranscriptFile(event: HookEvent, seen: string, ms: number) {
  const turn = within(
    ms,
    lastTurn.then(() => readParts(event, seen)),
  ).catch(() => null);
  lastTurn = turn;
  return turn;
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
      // A short one is in its end as a whole.
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

/** Claude Code writes what a subagent does into a file of its own, and what it is into another. Without the ending. */
function toSubagentPath(path: string, session: string, subagent: string): string | null {
  return /^[\w-]+$/.test(subagent) ? join(dirname(path), session, "subagents", `agent-${subagent}`) : null;
}

function readEnd({ size, read }: NonNullable<Awaited<ReturnType<typeof openFile>>>): Promise<string> {
  return read(Math.max(0, size - tailBytes), tailBytes);
}

/** A file that is open for reading; null if it is not a regular file. `flags`: more of open's. */
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
    /** A mark of what the file holds now. */
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
