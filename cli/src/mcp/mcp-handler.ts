// A separate file: a hub that no MCP client calls does not load the protocol.
import { createHash } from "node:crypto";
import { type AskRecord, type Caller, type Hub, systemClock, toAgentRecord } from "@yourcall/hub";
import { createMcpServers, type KnownAsk, type McpHub } from "@yourcall/mcp";
import { createMcpHttp, type McpHttp } from "@yourcall/mcp/http";
import { createHubAsker } from "../hub/hub-asker.ts";
import { parseDuration } from "../parse-duration.ts";

/** The MCP server of the hub, one for each token. `secret` is what the client proves itself with. */
export function createMcpHandler(hub: Hub): (caller: Caller, secret: string) => McpHttp {
  const known = new Map<string, McpHttp>();
  return (caller, secret) => {
    const found = known.get(caller.token) ?? open(hub, caller, secret);
    known.set(caller.token, found);
    return found;
  };
}

function open(hub: Hub, caller: Caller, secret: string): McpHttp {
  const own = toMcpHub(hub, caller);
  // The same after a restart and in every hub of a store, so that a form may be shown by one and read by another.
  const roundKey = new Uint8Array(createHash("sha256").update(`yourcall mcp ${secret}`).digest());
  const servers = createMcpServers({ version: VERSION, hub: async () => own, clock: systemClock, roundKey });
  return createMcpHttp(servers, ({ searchParams }) => ({
    session: searchParams.get("session") || undefined,
    waitMs: searchParams.has("wait") ? parseDuration(searchParams.get("wait") ?? "", "wait") : undefined,
    elicitation: searchParams.has("elicitation"),
  }));
}

function toMcpHub(hub: Hub, caller: Caller): McpHub {
  return {
    ...createHubAsker(hub, caller),
    get: async (id) => toKnown(await hub.get(id)),
    async list(query) {
      const { records } = await hub.list({ ...query, token: caller.token });
      return { asks: records.map(toKnown) };
    },
  };
}

function toKnown(record: AskRecord): KnownAsk {
  const { id, status, agent, questions, createdAt, outcome, delivery } = toAgentRecord(record);
  return {
    id,
    status,
    agent,
    questions,
    createdAt: new Date(createdAt).toISOString(),
    outcome: outcome ?? undefined,
    delivery: delivery ?? undefined,
  };
}

/** Filled in by the build. */
declare const VERSION: string;
