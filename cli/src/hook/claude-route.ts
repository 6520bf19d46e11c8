import { answerHook, toHookEvent } from "@yourcall/claude";
import { longestTimerMs, toAskLeniently } from "@yourcall/core";
import { defineRoute, type Hub, json, type Route } from "@yourcall/hub";
import * as z from "zod/mini";
import { createHubAsker } from "../hub/hub-asker.ts";
import { entryHeader } from "../setup/claude-hooks.ts";
import { answerForm, readAnswers } from "./dialog-answers.ts";
import { lookAround } from "./look-around.ts";
import { findEnds, watchCall } from "./transcript-file.ts";

let count = 0;

/**
 * `POST /hooks/claude`: the same as `yourcall hook claude`, for hooks of type http. An empty reply, or any other status,
 * decides nothing: Claude continues without it. A closed connection withdraws the ask.
 */
export function claudeRoute(hub: Hub): Route {
  return defineRoute({
    method: "POST",
    path: "/hooks/claude",
    scopes: ["agent"],
    summary: "An event of a Claude Code hook",
    query: z.object({
      approvals: z.optional(z.unknown()),
      "subagent-wait": z.optional(z.unknown()),
      unattended: z.optional(z.unknown()),
      exclusive: z.optional(z.unknown()),
    }),
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
    async handle({ body, query, caller, request: { socket, headers } }) {
      const event = toHookEvent(body);
      if (event === null) return { status: 204 };
      const gone = new AbortController();
      const leave = () => gone.abort("Claude Code no longer waits for it.");
      socket.once("close", leave);
      // Named tokens are a boundary between agents, so only the shared one gives access to transcripts.
      const mayRead = caller.token === "agent";
      const seconds = Number(query["subagent-wait"]);
      try {
        const output = await answerHook(event, {
          hub: createHubAsker(hub, caller),
          toAsk: async (input) => {
            const result = toAskLeniently(input);
            return "ask" in result ? result.ask : null;
          },
          readAnswers: async (...given) => readAnswers(...given),
          answerForm,
          look: mayRead ? lookAround : async () => ({}),
          watchCall: mayRead ? watchCall : () => new Promise(() => {}),
          findEnds: mayRead ? findEnds : async () => new Map(),
          createKey: () => `hook-http-${process.pid}-${Date.now()}-${count++}`,
          approvals: query.approvals !== undefined,
          unattended: query.unattended !== undefined,
          entry: headers[entryHeader],
          exclusive: query.exclusive !== undefined,
          subagentWaitMs: seconds > 0 ? Math.min(seconds * 1000, longestTimerMs) : undefined,
          gone: gone.signal,
          lastLookMs: 2000,
        });
        return output === null ? { status: 204 } : json(200, output);
      } finally {
        socket.off("close", leave);
      }
    },
  });
}
