import { followAnswered as followHub, type WireAsk } from "@yourcall/client";
import { type Outcome, toAskToolOutput } from "@yourcall/core";
import { toApprovalKey } from "@yourcall/core/internal";
import { isDurable } from "../ask-form.ts";
import { type AskFeed, createAskFeed } from "./ask-feed.ts";
import type { AnsweredAsk, FollowOptions } from "./ask-routes.ts";

// By then, a run of this server that waits for the outcome itself has taken it.
const graceMs = 5000;

/**
 * What `createAskRoutes` does with its `onAnswered`, for servers that create their routes only on demand, as Next.js does. Like
 * `followAnswered` of `@yourcall/client`, with what a chat needs of each ask.
 *
 * @example
 * const following = followAnswered({ hub, onAnswered: ({ session }) => console.log(`Continue ${session}.`) });
 * await following.close();
 */
export function followAnswered(
  { onAnswered, ...options }: FollowOptions,
  feed: AskFeed = createAskFeed(options.hub),
): { close(): Promise<void> } {
  return followHub(
    {
      ...options,
      graceMs: (ask) => (isDurable(ask) ? 0 : graceMs),
      onAnswered: (ask) => onAnswered(toAnswered(ask, ask.outcome)),
    },
    ({ receive, lost }) => feed.listen({ receive: ({ event }) => receive(event), lost }),
  );
}

export const logError = (error: unknown): void => console.error(error);

function toAnswered(ask: WireAsk, outcome: Outcome): AnsweredAsk {
  const { kind, key, agent } = ask;
  const toolCallId = kind === "approval" ? key?.slice(0, -toApprovalKey("").length) : key;
  const output = kind === "approval" ? undefined : toAskToolOutput(ask, outcome);
  return { ask, outcome, session: agent.session, toolCallId, output };
}
