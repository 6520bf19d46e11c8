import { askColumns, askSources, toRecord } from "./ask-row.ts";
import type { Statements } from "./statements.ts";
import type { AskRecord } from "./store.ts";

/**
 * Asks by their id, those that were written last out of memory: what was just asked need not be read and parsed again to be
 * answered. Inside a batch it shows what the batch has done so far, outside only what is committed:
 *
 *     begin ──▶ find, change, forgetAll ──▶ commit     now everybody sees it
 *                                      └──▶ rollback   as if nothing had been
 *
 * Nobody changes a record that came from here; it is the one that everybody gets.
 */
export interface RecentAsks {
  /** The ask as it is committed. */
  get(id: string): AskRecord | null;
  begin(): void;
  /** The ask as the batch has it by now. */
  find(id: string): AskRecord | null;
  /** The ask where it is in memory; one that is not need not be brought there. */
  peek(id: string): AskRecord | undefined;
  /** The batch has written this. `characters` is how much longer it has become. */
  change(record: AskRecord, characters: number): void;
  /** The batch has taken asks away. */
  forgetAll(): void;
  commit(): void;
  rollback(): void;
  /** Nothing that is in memory can be trusted any more. */
  clear(): void;
  /** What the batch has done so far, to come back to. */
  save(): () => void;
}

interface Entry {
  record: AskRecord;
  characters: number;
}

const maxRecords = 1000;
const maxCharacters = 8 * 1024 * 1024;
const selectById = `SELECT ${askColumns} FROM ${askSources.asks} WHERE asks.id = ?`;

export function createRecentAsks(sql: Statements): RecentAsks {
  const known = new Map<string, Entry>();
  let total = 0;
  let changes = new Map<string, Entry>();
  let forgotten = false;

  function clear(): void {
    known.clear();
    total = 0;
  }

  function read(id: string): AskRecord | null {
    const row = sql(selectById).get(id);
    return row === undefined ? null : toRecord(row);
  }

  function entryOf(id: string): Entry | undefined {
    return changes.get(id) ?? (forgotten ? undefined : known.get(id));
  }

  function keep(entry: Entry): void {
    const { id } = entry.record;
    drop(id);
    if (entry.characters > maxCharacters) return;
    known.set(id, entry);
    total += entry.characters;
    if (known.size <= maxRecords && total <= maxCharacters) return;
    // What was written longest ago goes first.
    for (const oldest of known.keys()) {
      drop(oldest);
      if (known.size <= maxRecords && total <= maxCharacters) break;
    }
  }

  function drop(id: string): void {
    total -= known.get(id)?.characters ?? 0;
    known.delete(id);
  }

  function rollback(): void {
    changes.clear();
    forgotten = false;
  }

  return {
    get: (id) => known.get(id)?.record ?? read(id),
    begin: rollback,
    find: (id) => entryOf(id)?.record ?? read(id),
    peek: (id) => entryOf(id)?.record,
    change(record, characters) {
      changes.set(record.id, { record, characters: (entryOf(record.id)?.characters ?? 0) + characters });
    },
    forgetAll() {
      changes.clear();
      forgotten = true;
    },
    commit() {
      if (forgotten) clear();
      for (const entry of changes.values()) keep(entry);
      rollback();
    },
    rollback,
    clear,
    save() {
      const saved = { changes: new Map(changes), forgotten };
      return () => ({ changes, forgotten } = saved);
    },
  };
}
