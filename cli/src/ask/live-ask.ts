import {
  createDraftKeeper,
  type HubClient,
  type HubUnreachableError,
  isOwnEnd,
  submitEnd,
  type WireAsk,
} from "@yourcall/client";
import {
  type Answering,
  type AnsweringEnd,
  type Ask,
  type AskRequest,
  type By,
  type Outcome,
  toDraft,
  YourcallError,
} from "@yourcall/core";
import type { Refusal } from "@yourcall/terminal";
import { currentUser } from "../current-user.ts";
import { sendAgain, whereKept } from "../hub/bring-back.ts";
import { connect } from "../hub/connect.ts";
import type { AskArguments } from "./ask-arguments.ts";
import { toAskRequest } from "./ask-request.ts";
import { withdraw } from "./withdraw.ts";

/** How the ask ended, in the hub's word, and whether that was somebody else's doing. */
export interface LiveEnd {
  outcome: Outcome;
  elsewhere: boolean;
}

/** An ask that is on this terminal and, through the hub, everywhere else. Only the hub's word ends it. */
export interface LiveAsk {
  ask: WireAsk;
  ended: Promise<LiveEnd>;
  /** Sends what the person decided here. Null once the hub has taken it, or had another answer first. */
  submit(end: AnsweringEnd, by?: By): Promise<Refusal | null>;
  /** The person did something: keep the draft, put the deadline off. */
  acted(state: Answering): void;
  /** Takes the ask back; returns a sentence on what became of it. */
  withdraw(reason?: string): Promise<string>;
  close(): void;
}

const againMs = 5000;

/** Puts the command's ask, which is already on the screen, into the hub too. */
export function goLive(
  ask: Ask,
  given: AskArguments,
  onWithout?: (error: YourcallError) => void,
): Promise<LiveAsk | null> {
  return putLive(ask, toAskRequest(ask, given), onWithout);
}

/** Puts an ask that is on the screen into the hub too; null where none takes it, so that none has it, and `onWithout` hears why. */
export async function putLive(
  ask: Ask,
  request: AskRequest,
  onWithout?: (error: YourcallError) => void,
): Promise<LiveAsk | null> {
  let created: WireAsk | undefined;
  // A hub that has read the ask may have it. Then only its word counts, and it is asked again under the same key.
  let mayExist = false;
  const revive = (error: Error) => {
    mayExist ||= (error as Partial<HubUnreachableError>).mayHaveArrived === true;
    return created !== undefined || mayExist;
  };
  const clients: HubClient[] = [];
  const open = async (scope: "agent" | "human") => {
    const client = await connect(scope, { start: false, revive });
    clients.push(client);
    return client;
  };
  const close = () => {
    for (const client of clients) client.close();
  };
  let agent: HubClient;
  let human: HubClient;
  try {
    agent = await open("agent");
    human = await open("human");
    const asked = await agent.create(request);
    created = asked;
    // It may have been asked before, and half filled. Only a person gets to see that.
    if (request.key !== undefined) created = await human.get(asked.id).catch(() => asked);
  } catch (error) {
    close();
    // Without a hub the terminal is enough. A refusal is another matter: the ask itself is at fault.
    const without = ["hub-unreachable", "store-unavailable", "unauthorized"];
    if (mayExist || !YourcallError.isInstance(error) || !without.includes(error.code)) throw error;
    onWithout?.(error);
    return null;
  }
  const { id } = created;
  const keptIn = whereKept();
  const { promise: ended, resolve } = Promise.withResolvers<LiveEnd>();
  const waiting = new AbortController();
  let sent: AnsweringEnd | undefined;
  let sentBy: By = { surface: "terminal", act: "submit", ...currentUser() };
  let settled = false;
  function settle(outcome: Outcome): void {
    settled = true;
    resolve({ outcome, elsewhere: !isOwnEnd(sent, outcome, ask, sentBy) });
  }
  async function follow(): Promise<void> {
    while (!waiting.signal.aborted) {
      try {
        const outcome = await agent.wait(id, { signal: waiting.signal });
        if (outcome !== null) return settle(outcome);
      } catch {
        // What no new attempt mends at once (a full disk, a token that was changed) may be mended by a person meanwhile.
        await new Promise((resolve) => setTimeout(resolve, againMs).unref());
      }
    }
  }
  void follow();
  const drafts = createDraftKeeper(human, created, { surface: "terminal" });

  return {
    ask: created,
    ended,
    async submit(end, by = sentBy) {
      if (end.type === "left") throw new TypeError(`"${end.type}" is nothing to send.`);
      sent = end;
      sentBy = by;
      const submitted = await submitEnd(human, id, end, by, (attempt) => sendAgain(keptIn, attempt));
      if ("refused" in submitted) {
        // The word that it has ended may overtake the reply, and whoever hears it may close before the reply is there.
        if (settled) return null;
        const { error, refused } = submitted;
        // One token from the environment may be an agent's, and no new attempt makes it a person's.
        return YourcallError.isInstance(error) && error.code === "forbidden"
          ? { reason: `The token in YOURCALL_TOKEN can ask but not answer. Answer at ${created.url}`, canRetry: false }
          : { reason: refused, canRetry: true };
      }
      drafts.stop();
      settle(submitted.outcome);
      return null;
    },
    acted: (state) => drafts.keep(toDraft(state)),
    withdraw(reason = "interrupted in the terminal") {
      drafts.stop();
      return withdraw(async () => agent, id, reason);
    },
    close() {
      drafts.stop();
      waiting.abort();
      close();
    },
  };
}
