import type { Clock } from "@yourcall/core";
import type { McpHub } from "./mcp-hub.ts";

/** What is the same for all connections. */
export interface McpSettings {
  /** Called at the first call of a tool, so that the server starts without a hub. */
  hub: () => Promise<McpHub>;
  clock: Clock;
  /** How long the ask of a call that was cut off is kept; 0 withdraws it at once. Ten minutes by default. */
  keepMs?: number;
  /** Signs what a client carries from one round of a form to the next; servers with the same key read each other's. Random by default. */
  roundKey?: Uint8Array<ArrayBuffer>;
  env?: Readonly<Record<string, string | undefined>>;
}

export const defaultKeepMs = 600_000;
