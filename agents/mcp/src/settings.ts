import type { Clock } from "@yourcall/core";
import type { McpHub } from "./mcp-hub.ts";

/** How the server behaves, whoever calls. */
export interface McpSettings {
  /** Called at the first call of a tool, so that the server starts without a hub. */
  hub: () => Promise<McpHub>;
  clock: Clock;
  /** How long a call waits before it returns `pending`; by default what the client allows. */
  waitMs?: number;
  /** How long the ask of a call that was cut off is kept; 0 withdraws it at once. Ten minutes by default. */
  keepMs?: number;
  /** Show the question in the client first, if it can show forms. */
  elicitation?: boolean;
  env?: Readonly<Record<string, string | undefined>>;
}

export const defaultKeepMs = 600_000;
