import { dropOldest } from "@yourcall/core/internal";
import type { AskRecord, Load } from "../store.ts";
import type { Statements } from "./connection.ts";
import { readAsk } from "./read-asks.ts";
import { lastSequence } from "./read-events.ts";

/**
 * A cache of the last asks written, by id: an ask is read three times on its way to an answer, and each read and parse costs as much
 * as writing it. It also has what else every write needs to know. A transaction changes the cache as it goes; if it fails, the whole
 * cache is dropped.
 */
export interface RecentAsks {
  /** Remembered, because counting takes longer the more a token has. */
  loadOf(token: string): Load;
  changeLoad(token: string, by: Load): void;
  /** The sequence of the last event. */
  sequence: number;
  /** Must be called before reading: drops everything if another process has written. */
  refresh(): void;
  get(id: string): AskRecord | null;
  /** How many bytes an ask takes while it is pending. */
  bytesOf(record: AskRecord): number;
  /** Adds a new ask of this many bytes. Large ones are not cached. */
  add(record: AskRecord, bytes: number): void;
  /** Replaces an ask that has grown by this many characters. */
  change(record: AskRecord, characters: number): void;
  drop(id: string): void;
  clear(): void;
}

const maxRecords = 1000;
const maxLength = 8192;
const selectLoad = "SELECT count(*) AS pending, coalesce(sum(bytes), 0) AS bytes FROM pending WHERE token = ?";
const selectBytes = "SELECT bytes FROM pending WHERE position = ?";

export function createRecentAsks(sql: Statements): RecentAsks {
  const recent = new Map<string, { record: AskRecord; bytes: number }>();
  const loads = new Map<string, Load>();
  let sequence: number | undefined;
  let version: unknown;

  function clear(): void {
    recent.clear();
    loads.clear();
    sequence = undefined;
  }

  function loadOf(token: string): Load {
    let load = loads.get(token);
    if (load === undefined) {
      const row = sql(selectLoad).get(token);
      load = { pending: Number(row?.pending), bytes: Number(row?.bytes) };
      loads.set(token, load);
    }
    return load;
  }

  function add(record: AskRecord, bytes: number): void {
    recent.delete(record.id);
    if (bytes > maxLength) return;
    recent.set(record.id, { record, bytes });
    dropOldest(recent, maxRecords);
  }

  return {
    loadOf,
    changeLoad(token, by) {
      const { pending, bytes } = loadOf(token);
      loads.set(token, { pending: pending + by.pending, bytes: bytes + by.bytes });
    },
    get sequence() {
      sequence ??= lastSequence(sql);
      return sequence;
    },
    set sequence(last) {
      sequence = last;
    },
    refresh() {
      const current = sql("PRAGMA data_version").get()?.data_version;
      if (current !== version) clear();
      version = current;
    },
    get: (id) => recent.get(id)?.record ?? readAsk(sql, id),
    bytesOf: ({ id, position }) => recent.get(id)?.bytes ?? Number(sql(selectBytes).get(position)?.bytes ?? 0),
    add,
    change(record, characters) {
      const { bytes } = recent.get(record.id) ?? {};
      if (bytes === undefined) return;
      if (characters > maxLength) recent.delete(record.id);
      else add(record, bytes);
    },
    drop: (id) => void recent.delete(id),
    clear,
  };
}
