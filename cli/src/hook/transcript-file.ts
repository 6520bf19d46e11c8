import { constants, promises } from "node:fs";
import { basename, dirname, isAbsolute, join, sep } from "node:path";
import type { HookEvent, TranscriptParts } from "@yourcall/claude";

const headBytes = 32 * 1024;
const tailBytes = 256 * 1024;
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** What was read, and a mark of this version of the files. */
export type TranscriptFile = TranscriptParts & { version: string };

let lastTurn: Promise<unknown> = Promise.resolve();

/**
 * The parts of the event's transcript, unless it is still the version that was `seen`; null if there is none yet. What is no
 * transcript is refused, which no waiting changes. The path comes from outside: only a regular file is read, named after its
 * session below `projects/`. One is read at a time, because many at once would block the hub, and a read that hangs until
 * `late` is abandoned.
 */
export function readTranscriptFile(
  event: HookEvent,
  seen: string,
  late: Promise<"late">,
): Promise<TranscriptFile | "unchanged" | "refused" | "late" | null> {
  const turn = Promise.race([lastTurn.then(() => readParts(event, seen)), late]).catch(() => null);
  lastTurn = turn;
  return turn;
}

async function readParts({ transcript, session, subagent }: HookEvent, seen: string) {
  if (transcript === undefined || !isAbsolute(transcript)) return "refused";
  const path = await promises.realpath(transcript);
  if (basename(path) !== `${session}.jsonl` || !dirname(path).split(sep).includes("projects")) return "refused";
  const own = subagent === undefined ? null : toSubagentPath(path, session, subagent);
  const [main, inner] = await Promise.all([openFile(path), own === null ? null : openFile(own).catch(() => null)]);
  try {
    if (main === null) return "refused";
    const version = `${main.version} ${inner?.version}`;
    if (version === seen) return "unchanged";
    return {
      version,
      head: await main.read(0, headBytes),
      tail: await main.readEnd(),
      subagent: await inner?.readEnd(),
    };
  } finally {
    await Promise.all([main?.close(), inner?.close()]);
  }
}

/** Claude Code writes what a subagent does into a file of its own. */
function toSubagentPath(path: string, session: string, subagent: string): string | null {
  return /^[\w-]+$/.test(subagent) ? join(dirname(path), session, "subagents", `agent-${subagent}.jsonl`) : null;
}

/** Null if it is not a regular file. */
async function openFile(path: string) {
  // Opening a pipe would wait for its writer.
  const file = await promises.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  const stats = await file.stat();
  const { ino, size, mtimeMs } = stats;
  if (!stats.isFile()) {
    await file.close();
    return null;
  }
  async function read(from: number, most: number): Promise<string> {
    const length = Math.min(size - from, most);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
    return buffer.toString("utf8", 0, bytesRead);
  }
  return {
    version: `${ino} ${size} ${mtimeMs}`,
    read,
    readEnd: () => read(Math.max(0, size - tailBytes), tailBytes),
    close: () => file.close(),
  };
}
