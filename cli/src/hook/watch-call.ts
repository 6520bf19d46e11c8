import { type CallEnd, type HookEvent, readCallEnds, readTranscript } from "@yourcall/claude";
import { readTranscriptFile } from "./transcript-file.ts";

const againMs = 500;
const longestMs = 1000;

/**
 * Resolves once the transcript says how the event's call ended, or never; aborting ends the watch. Without the id it has to see
 * the call itself first, which on a busy machine may be written late.
 */
export async function watchCall(event: HookEvent, callId: string | undefined, signal: AbortSignal): Promise<CallEnd> {
  let call = callId;
  let seen = "";
  let isFirst = true;
  for (;;) {
    // First, too: an answer that comes at once is not delayed by reading. It does not keep a hook alive that has nothing else to do.
    await new Promise((resolve) => setTimeout(resolve, againMs).unref());
    if (signal.aborted) break;
    const parts = await read(event, seen);
    if (parts === "refused") break;
    if (parts !== null && parts !== "unchanged" && parts !== "late") {
      seen = parts.version;
      // What seemed open before may be an earlier call with the same input, whose end had not been written yet.
      if (isFirst || call === undefined) call = readTranscript(event, parts).call ?? call;
      isFirst = false;
      const end = call === undefined ? undefined : endsIn(event, parts, [call]).get(call);
      if (end !== undefined) return end;
    }
  }
  return new Promise(() => {});
}

/** How these calls ended, as far as the transcript has it now. Never fails. */
export async function findEnds(event: HookEvent, callIds: readonly string[]): Promise<Map<string, CallEnd>> {
  const parts = await read(event, "");
  return parts === null || typeof parts === "string" ? new Map() : endsIn(event, parts, callIds);
}

function endsIn(
  { subagent }: HookEvent,
  parts: { tail: string; subagent?: string },
  callIds: readonly string[],
): Map<string, CallEnd> {
  return readCallEnds((subagent === undefined ? parts.tail : parts.subagent) ?? "", callIds, subagent !== undefined);
}

async function read(event: HookEvent, seen: string) {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(resolve, longestMs, "late");
  });
  const parts = await readTranscriptFile(event, seen, late);
  clearTimeout(timer);
  return parts;
}
