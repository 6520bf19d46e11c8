import { constants, realpath } from "node:fs";
import { basename, dirname, isAbsolute, join, sep } from "node:path";
import { promisify } from "node:util";
import type { HookEvent, TranscriptParts } from "@yourcall/claude";
import { type OpenFile, openFile } from "./open-file.ts";

const headBytes = 32 * 1024;
const tailBytes = 256 * 1024;
const { O_NOFOLLOW = 0 } = constants;
const findPath = promisify(realpath.native);

/** What was read, and a mark of this version of the files. */
type TranscriptFile = TranscriptParts & { version: string };

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

function readEnd({ size, read }: OpenFile): Promise<string> {
  return read(Math.max(0, size - tailBytes), tailBytes);
}
