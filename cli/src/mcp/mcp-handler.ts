// A separate file, so that a hub that no MCP client calls does not load the protocol.
import { createHash } from "node:crypto";
import { type Caller, type Hub, systemClock } from "@yourcall/hub";
import { createMcpServers } from "@yourcall/mcp";
import { createMcpHttp, type McpHttp } from "@yourcall/mcp/http";
import { createHubAsker } from "../hub/hub-asker.ts";
import { readDuration } from "../parse-duration.ts";
import { cardOf } from "./card.ts";

/** The MCP server of the hub, one for each token. `secret` is the client's Authorization header. */
export function createMcpHandler(hub: Hub, cardKey: () => Buffer): (caller: Caller, secret: string) => McpHttp {
  const known = new Map<string, McpHttp>();
  return (caller, secret) => {
    const found = known.get(caller.token) ?? open(hub, caller, secret, cardKey);
    known.set(caller.token, found);
    return found;
  };
}

function open(hub: Hub, caller: Caller, secret: string, cardKey: () => Buffer): McpHttp {
  const own = createHubAsker(hub, caller);
  // The same after a restart and in every hub of a store, so that one hub may read a form that another has shown.
  const roundKey = new Uint8Array(createHash("sha256").update(`yourcall mcp ${secret}`).digest());
  const card = cardOf(hub, caller, own, cardKey);
  const servers = createMcpServers({ version: VERSION, hub: async () => own, clock: systemClock, roundKey, card });
  return createMcpHttp(servers, ({ searchParams }) => ({
    session: searchParams.get("session") || undefined,
    waitMs: readDuration(searchParams.get("wait")),
    elicitation: searchParams.has("elicitation"),
  }));
}
