import { appendFileSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import type { Clock } from "@yourcall/core";
import {
  type TranscriptContent,
  type TranscriptEntry,
  type TranscriptPage,
  type TranscriptQuery,
  usualPageSize,
} from "@yourcall/core/internal/wire";

/** What readers of the transcript receive. */
export type TranscriptChange = { entry: TranscriptEntry } | { seq: number; text: string };

/**
 * A session's conversation: a file of JSON lines, each an entry, a newer version of one, or text to append to an open one. It
 * is read when it is first needed.
 */
export interface Transcript {
  page(query?: TranscriptQuery): TranscriptPage;
  add(content: TranscriptContent): TranscriptEntry;
  replace(entry: TranscriptEntry): void;
  /** Appends text to the last entry if it is open and of this type; otherwise starts a new one. */
  addText(type: "text" | "reasoning", text: string): void;
  /** Ends the open entry. */
  close(): void;
  readonly isOpen: boolean;
  /** The latest entry for which `fits` returns true. */
  find(fits: (entry: TranscriptEntry) => boolean): TranscriptEntry | undefined;
}

interface TranscriptOptions {
  file: string;
  clock: Clock;
  onChange: (change: TranscriptChange) => void;
  /** Called if the file cannot be written. The conversation continues. */
  onFault: (message: string) => void;
  /** How large the file may become before its older half is dropped. 16 MB. */
  maxBytes?: number;
}

// Streamed text is passed on in batches, this often, because many sessions may stream in parallel.
const flushMs = 50;
// A longer message is continued in an entry of its own.
const longestText = 100_000;

type OpenEntry = TranscriptEntry & { type: "text" | "reasoning" };

export function openTranscript(options: TranscriptOptions): Transcript {
  const { file, clock, onChange, onFault, maxBytes = 16 * 1024 * 1024 } = options;
  let read: { entries: TranscriptEntry[]; bytes: number } | undefined;
  let open: OpenEntry | undefined;
  let unsaid = "";
  let callOff = () => {};

  const load = () => (read ??= readEntries(file));
  const now = () => new Date(clock.now()).toISOString();

  function write(line: object): void {
    const text = `${JSON.stringify(line)}\n`;
    const loaded = load();
    loaded.bytes += Buffer.byteLength(text);
    try {
      if (loaded.bytes > maxBytes) loaded.bytes = dropHalf(file, loaded.entries, maxBytes / 2);
      else appendFileSync(file, text, { mode: 0o600 });
    } catch (error) {
      onFault((error as Error).message);
    }
  }

  function put(entry: TranscriptEntry): void {
    const { entries } = load();
    const at = entry.seq - (entries[0]?.seq ?? entry.seq);
    // The entry may have been dropped as too old.
    if (at < 0) return;
    entries[at] = entry;
    write(entry);
    onChange({ entry });
  }

  function flush(): void {
    callOff();
    if (open === undefined || unsaid === "") return;
    const { seq } = open;
    const text = unsaid;
    unsaid = "";
    write({ seq, text });
    onChange({ seq, text });
  }

  function add(content: TranscriptContent): TranscriptEntry {
    const entry = { seq: (load().entries.at(-1)?.seq ?? 0) + 1, at: now(), ...content };
    put(entry);
    return entry;
  }

  function close(): void {
    flush();
    if (open === undefined) return;
    const { open: _, ...closed } = open;
    open = undefined;
    put(closed.type === "reasoning" ? { ...closed, endedAt: now() } : (closed as TranscriptEntry));
  }

  return {
    page({ before, limit = usualPageSize } = {}) {
      flush();
      const { entries } = load();
      const first = entries[0]?.seq ?? 0;
      const end = before === undefined ? entries.length : Math.min(entries.length, Math.max(0, before - first));
      const start = Math.max(0, end - limit);
      return { entries: entries.slice(start, end), more: start > 0 };
    },
    add(content) {
      close();
      return add(content);
    },
    replace(entry) {
      flush();
      put(entry);
    },
    addText(type, text) {
      if (open !== undefined && (open.type !== type || open.text.length + text.length > longestText)) close();
      if (open === undefined) {
        open = add({ type, text, open: true }) as OpenEntry;
        return;
      }
      open.text += text;
      if (unsaid === "") callOff = clock.after(flushMs, flush);
      unsaid += text;
    },
    close,
    get isOpen() {
      return open?.type === "text";
    },
    find: (fits) => load().entries.findLast(fits),
  };
}

function readEntries(file: string): { entries: TranscriptEntry[]; bytes: number } {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return { entries: [], bytes: 0 };
  }
  const entries: TranscriptEntry[] = [];
  for (const line of text.split("\n")) {
    const entry = parseLine(line);
    if (entry === undefined) continue;
    const at = entry.seq - (entries[0]?.seq ?? entry.seq);
    const known = entries[at];
    if ("type" in entry) {
      // The process that wrote it has ended, so the entry no longer grows.
      if ("open" in entry) delete entry.open;
      if (at >= 0 && at <= entries.length) entries[at] = entry;
    } else if (known?.type === "text" || known?.type === "reasoning") known.text += entry.text;
  }
  return { entries, bytes: Buffer.byteLength(text) };
}

/** Undefined for a line that was cut off by a crash. */
function parseLine(line: string): TranscriptEntry | { seq: number; text: string } | undefined {
  try {
    const value = JSON.parse(line);
    return Number.isInteger(value?.seq) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Drops the oldest entries until the rest is small enough, and replaces the file. Returns its size. */
function dropHalf(file: string, entries: TranscriptEntry[], bytes: number): number {
  const kept: string[] = [];
  let size = 0;
  for (let at = entries.length - 1; at >= 0; at--) {
    const line = `${JSON.stringify(entries[at])}\n`;
    if (size + Buffer.byteLength(line) > bytes && kept.length > 0) break;
    size += Buffer.byteLength(line);
    kept.push(line);
  }
  entries.splice(0, entries.length - kept.length);
  writeFileSync(`${file}.new`, kept.reverse().join(""), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return size;
}
