import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { type HookEvent, readTranscript, type Surroundings, type TranscriptParts } from "@yourcall/claude";

const headBytes = 32 * 1024;
const tailBytes = 256 * 1024;
// A busy machine takes its time; where there is no transcript at all, none may be kept.
const longestMs = { there: 2000, missing: 400 };
const againMs = 20;

/**
 * What the transcript tells, without ever failing. Claude Code writes it some 100 ms behind, so the words before the call
 * are waited for: an ask cannot be given them later, and Claude's own dialog does not wait for this.
 */
export async function lookAround(event: HookEvent): Promise<Surroundings> {
  if (event.transcript === undefined) return {};
  const startedAt = Date.now();
  for (;;) {
    const parts = readParts(event.transcript);
    const { isThere, ...around } = readTranscript(event, parts);
    const limit = parts.tail === "" ? longestMs.missing : longestMs.there;
    if (isThere || Date.now() - startedAt >= limit) return around;
    await new Promise((resolve) => setTimeout(resolve, againMs));
  }
}

function readParts(file: string): TranscriptParts {
  try {
    const fd = openSync(file, "r");
    try {
      const { size } = fstatSync(fd);
      return {
        head: readPart(fd, 0, Math.min(size, headBytes)),
        tail: readPart(fd, Math.max(0, size - tailBytes), Math.min(size, tailBytes)),
      };
    } finally {
      closeSync(fd);
    }
  } catch {
    return { head: "", tail: "" };
  }
}

function readPart(fd: number, from: number, length: number): string {
  const bytes = Buffer.alloc(length);
  return bytes.toString("utf8", 0, readSync(fd, bytes, 0, length, from));
}
