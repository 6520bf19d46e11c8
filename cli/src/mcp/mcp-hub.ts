// A separate file: a client gets the list of tools before the hub's client is loaded.
import type { HubClient } from "@yourcall/client";
import { connect } from "../hub/connect.ts";

/** The hub for an MCP server: started if none is running, and searched again while it is away. */
export function openMcpHub(): Promise<HubClient> {
  return connect("agent", { start: true });
}
