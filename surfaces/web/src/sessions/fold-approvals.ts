import type { TranscriptEntry } from "@yourcall/client";

type AskEntry = TranscriptEntry & { type: "ask" };

/** A conversation in which a decided approval is part of the call that it was about. */
interface Folded {
  entries: TranscriptEntry[];
  /** The approval of a call, by the `seq` of the call. */
  decided: ReadonlyMap<number, AskEntry>;
}

/**
 * Takes decided approvals out of a conversation, and attaches each to its call: the last one before it with the same input. One whose call is
 * not found stays.
 */
export function foldApprovals(entries: readonly TranscriptEntry[]): Folded {
  const decided = new Map<number, AskEntry>();
  const kept: TranscriptEntry[] = [];
  for (const entry of entries) {
    const call = entry.type === "ask" && isDecided(entry) ? findCall(kept, entry, decided) : undefined;
    if (call !== undefined && entry.type === "ask") decided.set(call, entry);
    else kept.push(entry);
  }
  return { entries: kept, decided };
}

/** Whether a person has decided this approval. */
export function isDecided({ approval, outcome }: AskEntry): boolean {
  return approval !== undefined && (outcome?.status === "answered" || outcome?.status === "declined");
}

// Calls that run in parallel are reported together, and their approvals follow.
const mostBetween = 40;

function findCall(kept: readonly TranscriptEntry[], { approval }: AskEntry, taken: ReadonlyMap<number, AskEntry>) {
  const input = JSON.stringify(approval?.input);
  const recent = kept.slice(-mostBetween);
  const found = recent.findLast(
    (entry) => entry.type === "tool" && !taken.has(entry.seq) && JSON.stringify(entry.input) === input,
  );
  return found?.seq;
}
