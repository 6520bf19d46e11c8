import type { AskRecord } from "../store.ts";
import type { Statements } from "./connection.ts";
import { readAsk } from "./read-asks.ts";

/**
 * Asks by id, the last ones written from memory: an ask is read three times on its way to an answer, and each read and parse costs as
 * much as writing it. A transaction changes the cache as it goes; if it fails, the whole cache is dropped.
 */
export interface RecentAsks {
  /** To be called before reading: drops everything if another process has written. */
  refresh(): void;
  get(id: string): AskRecord | null;
  /** Adds a new ask of `characters` characters. Large ones are not kept. */
  add(record: AskRecord, characters: number): void;
  /** Changes an ask, which grew by `characters` characters. */
  change(record: AskRecord, characters: number): void;
  drop(id: string): void;
  clear(): void;
}

const maxRecords = 1000;
const maxCharacters = 8192;

export function createRecentAsks(sql: Statements): RecentAsks {
  const recent = new Map<string, AskRecord>();
  let version: unknown;

  function add(record: AskRecord, characters: number): void {
    recent.delete(record.id);
    if (characters > maxCharacters) return;
    recent.set(record.id, record);
    if (recent.size <= maxRecords) return;
    const [oldest] = recent.keys();
    recent.delete(oldest ?? "");
  }

  return {
    refresh() {
      const current = sql("PRAGMA data_version").get()?.data_version;
      if (current !== version) recent.clear();
      version = current;
    },
    get: (id) => recent.get(id) ?? readAsk(sql, id),
    add,
    change(record, characters) {
      if (recent.has(record.id)) add(record, characters);
    },
    drop: (id) => void recent.delete(id),
    clear: () => recent.clear(),
  };
}
