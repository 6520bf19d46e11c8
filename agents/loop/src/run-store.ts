import type { ToolResult } from "@yourcall/core";
import type { ModelMessage } from "ai";

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

/** Keeps runs for as long as the process lives. */
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
