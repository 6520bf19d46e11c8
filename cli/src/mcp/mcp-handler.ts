// A separate file: a hub that no MCP client calls does not load the protocol.
import { type AskRecord, type Caller, type Hub, systemClock, toAgentRecord } from "@yourcall/hub";
import { createMcpServers, type KnownAsk, type McpHub } from "@yourcall/mcp";
import { createMcpHttp, type McpHttp } from "@yourcall/mcp/http";
import { createHubAsker } from "../hub/hub-asker.ts";
import { parseDuration } from "../parse-duration.ts";

/** The MCP server of the hub, one for each token. */
export function createMcpHandler(hub: Hub): (caller: Caller) => McpHttp {
  const known = new Map<string, McpHttp>();
  return (caller) => {
    const found = known.get(caller.token) ?? open(hub, caller);
    known.set(caller.token, found);
    return found;
  };
}

function open(hub: Hub, caller: Caller): McpHttp {
  const own = toMcpHub(hub, caller);
  const servers = createMcpServers({ version: VERSION, hub: async () => own, clock: systemClock });
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
