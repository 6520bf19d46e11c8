import { constants, promises } from "node:fs";
import { basename, dirname, isAbsolute, sep } from "node:path";
import { type HookEvent, readTranscript, type Surroundings } from "@yourcall/claude";
import { readGit } from "./read-git.ts";

const headBytes = 32 * 1024;
const tailBytes = 256 * 1024;
// Long for busy machines; short if there is no transcript at all, since none may be kept.
const longestMs = { there: 2000, missing: 400 };
const againMs = 20;
const gitMs = 500;
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** What a person needs to know about the event: what was said, what the session is about, which branch. It never fails. */
export async function lookAround(event: HookEvent): Promise<Surroundings> {
  const git = event.cwd === undefined || !isAbsolute(event.cwd) ? {} : within(readGit(event.cwd), gitMs);
  return { ...(await lookAtTranscript(event)), ...(await git) };
}

/** A file system that is away must not keep the question from being asked. */
async function within<Result extends object>(found: Promise<Result>, ms: number): Promise<Result | object> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<object>((resolve) => {
    timer = setTimeout(resolve, ms, {});
  });
  return Promise.race([found, late]).finally(() => clearTimeout(timer));
}

/**
 * The context from the transcript; never fails. Claude Code writes it some 100 ms late, so the text before the call
 * is waited for: it cannot be added to the ask later, and Claude's own dialog does not wait for this. The path comes from
 * outside: only a regular file is read, named after its session below `projects/`, and never for longer than 2 s.
 */
async function lookAtTranscript(event: HookEvent): Promise<Surroundings> {
  if (event.transcript === undefined) return {};
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(resolve, longestMs.there, "late");
  });
  const missingFrom = Date.now() + longestMs.missing;
  let around: Surroundings = {};
  // The same size means nothing new.
  let seen = "";
  for (;;) {
    const parts = await inTurn(() => readParts(event, seen), late);
    if (parts === "late" || parts === "refused" || (parts === null && Date.now() >= missingFrom)) break;
    if (parts !== null && parts !== "unchanged") {
      const { isThere, ...found } = readTranscript(event, parts);
      [around, seen] = [found, parts.version];
      if (isThere) break;
    }
    await new Promise((resolve) => setTimeout(resolve, againMs));
  }
  clearTimeout(timer);
  return around;
}

let lastTurn: Promise<unknown> = Promise.resolve();

// One at a time, because many at once would block the hub. A read that hangs is abandoned.
function inTurn<Result>(work: () => Promise<Result>, late: Promise<"late">): Promise<Result | "late" | null> {
  const turn = Promise.race([lastTurn.then(work), late]).catch(() => null);
  lastTurn = turn;
  return turn;
}

/** The parts of the transcript; throws if there is none, and refuses what is not one, which no waiting changes. */
async function readParts({ transcript, session }: HookEvent, seen: string) {
  if (transcript === undefined || !isAbsolute(transcript)) return "refused";
  const path = await promises.realpath(transcript);
  if (basename(path) !== `${session}.jsonl` || !dirname(path).split(sep).includes("projects")) return "refused";
  // Opening a pipe would wait for its writer.
  const file = await promises.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const stats = await file.stat();
    if (!stats.isFile()) return "refused";
    const { size } = stats;
    const version = `${stats.ino} ${size} ${stats.mtimeMs}`;
    if (version === seen) return "unchanged";
    return {
      version,
      head: await readPart(file, 0, Math.min(size, headBytes)),
      tail: await readPart(file, Math.max(0, size - tailBytes), Math.min(size, tailBytes)),
    };
  } finally {
    await file.close();
  }
}

async function readPart(file: promises.FileHandle, from: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
  return buffer.toString("utf8", 0, bytesRead);
}
