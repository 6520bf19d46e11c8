import { isAbsolute } from "node:path";
import { type HookEvent, readTranscript, type Surroundings } from "@yourcall/claude";
import { readGit } from "./read-git.ts";
import { readTranscriptFile } from "./transcript-file.ts";

// Long for busy machines; short if there is no transcript at all, since none may be kept.
const longestMs = { there: 2000, missing: 400 };
const againMs = 20;
const gitMs = 500;

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
 * is waited for: it cannot be added to the ask later, and Claude's own dialog does not wait for this. Never for longer than 2 s.
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
    const parts = await readTranscriptFile(event, seen, late);
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
