import { mkdir, open, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { ToolResult } from "@yourcall/core";
import type { ModelMessage } from "ai";
import { replaceFile } from "./tools/confined-file.ts";

/** A call of the model's last turn, until all calls of that turn have results. */
export interface OpenCall {
  /** Unique in the run; the key of its ask. */
  id: string;
  name: string;
  input: unknown;
  /** The unreadable text that the model sent instead of a call. */
  fault?: string;
  /** Set before a call with effects runs, so that it is not run twice. */
  started?: true;
  result?: ToolResult;
}

/** A stored run, as plain data. */
export interface SavedRun {
  version: 1;
  id: string;
  /** The transcript, without the results of open calls. */
  messages: ModelMessage[];
  calls: OpenCall[];
  /** What the person allowed for the rest of the run. */
  allowed: string[];
}

/** Where runs are kept. `save` resolves once the run would survive a crash; a person is asked only after that. */
export interface RunStore {
  save(run: SavedRun): Promise<void>;
  load(id: string): Promise<SavedRun | undefined>;
}

/**
 * Keeps runs for as long as the process lives.
 *
 * @example
 * const agent = createAgent({ model, asker, store: createMemoryRunStore() });
 */
export function createMemoryRunStore(): RunStore {
  const runs = new Map<string, string>();
  return {
    async save(run) {
      runs.set(run.id, JSON.stringify(run));
    },
    async load(id) {
      const text = runs.get(id);
      return text === undefined ? undefined : JSON.parse(text);
    },
  };
}

export interface FileRunStore extends RunStore {
  /** All runs, the last saved first. */
  list(): Promise<{ id: string; savedAt: string }[]>;
}

/**
 * Keeps each run in its own file, readable only by this user: a transcript contains what the tools have read. A file is
 * replaced as a whole and synced, so that a crash leaves the run as it was before or after a save.
 *
 * @example
 * const agent = createAgent({ model, asker, store: createFileRunStore(".runs") });
 * const run = agent.resume("run_1", "Continue.");
 */
export function createFileRunStore(directory: string): FileRunStore {
  function pathOf(id: string): string {
    if (!/^[\w-]{1,128}$/.test(id))
      throw new Error(`"${id}" is not the id of a run. Ids contain only letters, digits, "-" and "_".`);
    return join(directory, `${id}.json`);
  }

  async function save(run: SavedRun): Promise<void> {
    const path = pathOf(run.id);
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await replaceFile(path, JSON.stringify(run), 0o600);
    await syncDirectory(directory);
  }

  return {
    save,
    async load(id) {
      const path = pathOf(id);
      const text = await readFile(path, "utf8").catch((error) => {
        if (error.code === "ENOENT") return undefined;
        throw error;
      });
      if (text === undefined) return undefined;
      return parseRun(text, path);
    },
    async list() {
      const names = await readdir(directory).catch((error) => {
        if (error.code === "ENOENT") return [];
        throw error;
      });
      const files = names.filter((name) => name.endsWith(".json"));
      const runs = await Promise.all(
        files.map(async (name) => ({ id: name.slice(0, -5), at: (await stat(join(directory, name))).mtimeMs })),
      );
      return runs.sort((a, b) => b.at - a.at).map(({ id, at }) => ({ id, savedAt: new Date(at).toISOString() }));
    },
  };
}

function parseRun(text: string, path: string): SavedRun {
  let run: Partial<SavedRun> | null;
  try {
    run = JSON.parse(text);
  } catch (error) {
    throw new Error(`${path} is damaged and cannot be resumed.`, { cause: error });
  }
  if (run?.version !== 1 || !Array.isArray(run.messages) || !Array.isArray(run.calls) || !Array.isArray(run.allowed))
    throw new Error(`${path} is not a run of this version and cannot be resumed.`);
  return run as SavedRun;
}

async function syncDirectory(directory: string): Promise<void> {
  // Windows cannot open a directory, and does not need to sync one.
  const handle = await open(directory, "r").catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
