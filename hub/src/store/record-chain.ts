import { createHash } from "node:crypto";
import type { AskRecord } from "./store.ts";

/** An ended ask in the chain. Each entry's hash includes the one before, so nothing can be changed or left out unnoticed. */
export interface ChainEntry {
  /** The sequence of the ask's end: the chain has the order in which asks ended. */
  sequence: number;
  ask: string;
  /** The hash of the record as it ended. It stays if the ask is deleted because it is old. */
  digest: string;
  hash: string;
  /** Whether the hub deleted the ask, because of `keep`. */
  isForgotten: boolean;
}

export interface ChainStore {
  /** Adds every ask that has ended to the chain. Does nothing if they are in it. */
  sealRecords(): Promise<void>;
  /** The entries after a sequence, at most `limit`. */
  chainAfter(sequence: number, limit: number): Promise<ChainEntry[]>;
  /** How many ended asks are not in the chain. None after `sealRecords`, unless somebody has written to the store beside it. */
  countUnsealed(): Promise<number>;
}

/** The hash before the first entry. */
export const chainStart = "0".repeat(64);

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** What of an ended ask is in the chain, as one text: who asked what, and how it ended, by which act. */
export function toRecordText(record: AskRecord): string {
  const { id, token, kind, agent, questions, approval, context, metadata, onTimeout, to, createdAt, outcome } = record;
  const asked = { id, token, kind, agent, questions, approval, context, metadata, onTimeout, to, createdAt };
  return JSON.stringify({ ...asked, outcome });
}

export function toDigest(recordText: string): string {
  return sha256(recordText);
}

export function toChainHash(
  before: string,
  { sequence, ask, digest }: Pick<ChainEntry, "sequence" | "ask" | "digest">,
) {
  return sha256(`${before}\n${sequence}\n${ask}\n${digest}`);
}
