import { AlreadyEndedError, DraftConflictError, type HubClient, type WireAsk } from "@yourcall/client";
import {
  type Answering,
  type AnsweringEnd,
  type Ask,
  checkAnswers,
  type Outcome,
  toDraft,
  YourcallError,
} from "@yourcall/core";
import type { AskArguments } from "./ask-arguments.ts";
import { toAskRequest } from "./ask-request.ts";
import { connect } from "./connect.ts";
import { currentUser } from "./current-user.ts";
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
  submit(end: AnsweringEnd): Promise<string | null>;
  /** The person did something: keep the draft, put the deadline off. */
  acted(state: Answering): void;
  /** Takes the ask back; returns a sentence on what became of it. */
  withdraw(): Promise<string>;
  close(): void;
}

// Often enough that another screen can go on from here, seldom enough that typing is not a flood.
const draftMs = 300;

/** Puts an ask that is already on the screen into the hub too; null where none can be reached. */
export async function goLive(ask: Ask, given: AskArguments): Promise<LiveAsk | null> {
  let created: WireAsk | undefined;
  const clients: HubClient[] = [];
  const open = async (scope: "agent" | "human") => {
    const client = await connect(scope, { start: false, revive: () => created !== undefined });
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
    created = await agent.create(toAskRequest(ask, given));
  } catch (error) {
    close();
    // Without a hub the terminal is enough. A refusal is another matter: the ask itself is at fault.
    const without = ["hub-unreachable", "store-unavailable", "unauthorized"];
    if (YourcallError.isInstance(error) && without.includes(error.code)) return null;
    throw error;
  }
  const { id } = created;
  const { promise: ended, resolve } = Promise.withResolvers<LiveEnd>();
  const waiting = new AbortController();
  let sent: AnsweringEnd | undefined;
  const settle = (outcome: Outcome) => resolve({ outcome, elsewhere: !isFrom(sent, outcome, ask) });
  agent.wait(id, { signal: waiting.signal }).then(
    (outcome) => {
      if (outcome !== null) settle(outcome);
    },
    () => {},
  );
  const keepDraft = createDraftKeeper(human, created);

  async function send(end: AnsweringEnd): Promise<WireAsk> {
    const by = { surface: "terminal", act: "submit" as const, ...currentUser() };
    if (end.type === "declined")
      return human.decline(id, { ...by, ...(end.reason === undefined ? {} : { reason: end.reason }) });
    if (end.type !== "submitted") throw new TypeError(`"${end.type}" is nothing to send.`);
    return human.answer(id, {
      answers: end.answers,
      ...(end.comment === undefined ? {} : { comment: end.comment }),
      ...by,
    });
  }

  return {
    ask: created,
    ended,
    async submit(end) {
      keepDraft.stop();
      sent = end;
      try {
        const { outcome } = await send(end);
        if (outcome !== undefined) settle(outcome);
        return null;
      } catch (error) {
        if (AlreadyEndedError.isInstance(error)) {
          settle(error.outcome);
          return null;
        }
        return `The hub did not accept it: ${(error as Error).message} Enter tries again.`;
      }
    },
    acted: keepDraft.acted,
    withdraw() {
      keepDraft.stop();
      return withdraw(async () => agent, id, "interrupted in the terminal");
    },
    close() {
      keepDraft.stop();
      waiting.abort();
      close();
    },
  };
}

/** Is this what was sent from here? Its acknowledgement may have been lost on the way. */
function isFrom(sent: AnsweringEnd | undefined, outcome: Outcome, ask: Ask): boolean {
  if (sent === undefined || !("by" in outcome)) return false;
  const { surface, act, user } = outcome.by;
  if (surface !== "terminal" || act !== "submit" || user !== currentUser().user) return false;
  if (sent.type === "declined")
    return outcome.status === "declined" && (outcome.reason ?? "") === (sent.reason ?? "").trim();
  if (sent.type !== "submitted" || outcome.status !== "answered") return false;
  const checked = checkAnswers(ask, sent.answers);
  return "answers" in checked && JSON.stringify(checked.answers) === JSON.stringify(outcome.answers);
}

/** Sends the latest draft a moment after the person acted, one at a time, on whatever revision stands. */
function createDraftKeeper(human: HubClient, ask: WireAsk) {
  let revision = ask.draft?.revision ?? 0;
  let latest: Answering | undefined;
  let timer: NodeJS.Timeout | undefined;
  let sending = false;
  let stopped = false;

  async function flush(): Promise<void> {
    timer = undefined;
    const state = latest;
    if (state === undefined || sending || stopped) return;
    latest = undefined;
    sending = true;
    try {
      const saved = await human.saveDraft(ask.id, {
        draft: toDraft(state),
        baseRevision: revision,
        surface: "terminal",
      });
      revision = saved.revision;
    } catch (error) {
      // Another screen was faster: the next draft builds on its revision. Anything else ends with the ask itself.
      if (error instanceof DraftConflictError) {
        revision = error.draft?.revision ?? revision;
        latest ??= state;
      }
    }
    sending = false;
    if (latest !== undefined && !stopped) timer ??= setTimeout(() => void flush(), draftMs);
  }

  return {
    acted(state: Answering): void {
      latest = state;
      if (!stopped) timer ??= setTimeout(() => void flush(), draftMs);
    },
    stop(): void {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
