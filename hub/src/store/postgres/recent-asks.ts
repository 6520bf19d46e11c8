import { dropOldest } from "@yourcall/core/internal";
import type { AskRecord } from "../store.ts";
import type { Known } from "./facts.ts";

/**
 * Pending asks as this hub last saw them, so that an answer need not read its ask first. They may be stale: the commit checks the
 * facts behind each decision. Reads never use this cache.
 */
export interface RecentAsks {
  get(id: string): Known | undefined;
  /** Remembers the current state of an ask. */
  add(record: AskRecord, bytes: number): void;
  drop(id: string): void;
}

const maxRecords = 1000;
const maxBytes = 8192;

export function createRecentAsks(): RecentAsks {
  const recent = new Map<string, Known>();
  return {
    get: (id) => recent.get(id),
    add(record, bytes) {
      recent.delete(record.id);
      if (record.status !== "pending" || bytes === 0 || bytes > maxBytes) return;
      recent.set(record.id, { record, bytes });
      dropOldest(recent, maxRecords);
    },
    drop: (id) => void recent.delete(id),
  };
}
