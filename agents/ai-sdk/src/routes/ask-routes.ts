import type { HubClient, WireAsk } from "@yourcall/client";
import type { AskToolOutput, Clock, Outcome } from "@yourcall/core";

// The contract between an app's server and its page. The routes are a part of the hub's own interface (docs/hub.md) under a
// prefix of the app, so the page reads them with `@yourcall/client` (docs/agents/ai-sdk.md):
//
//     GET  PREFIX/v1/asks?session=&key=&status=   the ask of a tool call: {asks: [ask]}; {asks: []} if there is none (yet)
//     GET  PREFIX/v1/asks/ID                      one ask, with its draft
//     GET  PREFIX/v1/events?session=              server-sent events: `snapshot` first, also after every reconnection
//     PUT  PREFIX/v1/asks/ID/draft
//     POST PREFIX/v1/asks/ID/answer               409 `already-ended` with the outcome that won
//     POST PREFIX/v1/asks/ID/decline              the same
//     POST PREFIX/v1/asks/ID/pictures             {"data": BASE64, "name"}; GET and DELETE at /pictures/HASH
//
// `session` is the id of the chat and may be left out: then it is every session of this user. `key` is the id of the tool call,
// or `toApprovalKey(toolCallId)` for the approval of a tool. `status` is `all` if `key` is given. The page may see a tool call
// before its ask exists: `ask-created` says when it does. Every refusal has the body of the hub's own (`WireError`).

/** Who sends a request, and what they may see. */
export interface AskUser {
  /** Shown with the answer, as "ana" in "ana via my-chat-app". */
  name?: string;
  /** Whether this session (the id of a chat) is theirs. */
  owns: (session: string) => boolean | Promise<boolean>;
}

/** An ask of this app that has ended, so that its run can continue. */
export interface AnsweredAsk {
  ask: WireAsk;
  outcome: Outcome;
  /** The id of the chat. */
  session: string | undefined;
  /** The id of the tool call that asked, or that was to be approved. */
  toolCallId: string | undefined;
  /** The tool's output, for a question; undefined for an approval. */
  output: AskToolOutput | undefined;
}

export interface FollowOptions {
  /** A client of the hub with a token of scope `app`. */
  hub: HubClient;
  /**
   * Called for each ended ask of this token that was not delivered, also for those that ended before the server started, until its
   * promise resolves. At least once: it may be called again after a crash. With it, the server continues the run and the page only
   * shows it (`resumeStream`). Without it, the page continues with `addToolOutput`.
   */
  onAnswered: (answered: AnsweredAsk) => void | Promise<void>;
  /** Called with failures that cannot be reported to any request. `console.error` by default. */
  onError?: (error: unknown) => void;
  clock?: Clock;
}

export interface AskRoutesOptions
  extends Omit<FollowOptions, "onAnswered">,
    Partial<Pick<FollowOptions, "onAnswered">> {
  /** Null if nobody is logged in: 401. */
  user: (request: Request) => AskUser | null | Promise<AskUser | null>;
  /** Where the routes are. `/api/yourcall` by default. */
  prefix?: string;
  /** Other origins that may call, as `https://chat.example.com`, if a proxy hides the app's own. */
  origins?: readonly string[];
}

export interface AskRoutes {
  /** Answers a request to one of the routes: used as is in Next.js, Hono and Fastify. 404 for every other path. */
  handle: (request: Request) => Promise<Response>;
  /** Ends the event streams and stops calling `onAnswered`. */
  close: () => Promise<void>;
}
