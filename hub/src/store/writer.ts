import type { Operations } from "./operations.ts";
import type { StoredEvent } from "./store.ts";

export interface Writer {
  run<Name extends keyof Operations>(
    name: Name,
    ...args: Parameters<Operations[Name]>
  ): Promise<ReturnType<Operations[Name]>>;
  close(): Promise<void>;
}
export type OnCommitted = (events: readonly StoredEvent[]) => void;
