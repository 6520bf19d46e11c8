import { answerHook, type ListedAsk, toHookEvent } from "@yourcall/claude";
import { followAsk, type KeyedRequest, toAskLeniently } from "@yourcall/core";
import { type AskRecord, type Caller, defineRoute, type Hub, json, type Route, toAgentRecord } from "@yourcall/hub";
import * as z from "zod/mini";
import { createHubAsker } from "../hub/hub-asker.ts";
import { lookAround } from "./look-around.ts";

let count = 0;

/**
 * `POST /hooks/claude`: the same as `yourcall hook claude`, for hooks of type http. An empty reply decides nothing, and neither does
 * any other status: Claude continues without it. A closed connection withdraws the ask.
 */
export function claudeRoute(hub: Hub): Route {
  return defineRoute({
    method: "POST",
    path: "/hooks/claude",
    scopes: ["agent"],
    summary: "An event of a Claude Code hook",
    query: z.object({ approvals: z.optional(z.unknown()) }),
    body: z.unknown(),
    replies: {
      200: {
        description: "The decision for Claude Code",
        type: "application/json",
        schema: z.record(z.string(), z.unknown()),
      },
      204: { description: "There is nothing to say" },
    },
    refusals: [429],
    async handle({ body, query, caller, request: { socket } }) {
      const event = toHookEvent(body);
      if (event === null) return { status: 204 };
      const gone = new AbortController();
      const leave = () => gone.abort("Claude Code no longer waits for it.");
      socket.once("close", leave);
      try {
        const output = await answerHook(event, {
          hub: toHookHub(hub, caller, gone.signal),
          toAsk: async (input) => {
            const result = toAskLeniently(input);
            return "ask" in result ? result.ask : null;
          },
          // A named token separates agents, so it cannot read transcripts.
          look: caller.token === "agent" ? lookAround : async () => ({}),
          createKey: () => `hook-http-${process.pid}-${Date.now()}-${count++}`,
          approvals: query.approvals !== undefined,
          isGone: () => gone.signal.aborted,
        });
        return output === null ? { status: 204 } : json(200, output);
      } finally {
        socket.off("close", leave);
      }
    },
  });
}

function toHookHub(hub: Hub, caller: Caller, signal: AbortSignal) {
  const asker = createHubAsker(hub, caller);
  return {
    ask: (request: KeyedRequest) => followAsk(asker, request, { clock: hub.clock, signal }),
    async list({ status, session, limit = 100 }: { status: "pending" | "answered"; session: string; limit?: number }) {
      const order = status === "pending" ? "oldest" : "newest";
      const { records } = await hub.list({ status, session, token: caller.token, order, limit });
      return {
        asks: records.map(toAgentRecord).flatMap((record) => (record.status === status ? toListed(record) : [])),
      };
    },
    cancel: asker.cancel,
  };
}

function toListed(record: AskRecord): ListedAsk {
  const { id, kind, questions, key, approval, metadata, outcome, createdAt } = record;
  return {
    id,
    kind,
    questions,
    createdAt: new Date(createdAt).toISOString(),
    ...(key === null ? {} : { key }),
    ...(approval === null ? {} : { approval }),
    ...(metadata === null ? {} : { metadata }),
    ...(outcome === null ? {} : { outcome }),
  };
}
