import { AlreadyEndedError, DraftConflictError, type HubClient, type WireAsk } from "@yourcall/client";
import { type Answering, type AnsweringEnd, type Ask, type Outcome, toDraft, YourcallError } from "@yourcall/core";
import type { AskArguments } from "./ask-arguments.ts";
import { toAskRequest } from "./ask-request.ts";
import { connect } from "./connect.ts";
import { currentUser } from "./current-user.ts";

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
  withdraw(): Promise<void>;
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
    if (YourcallError.isInstance(error) && (error.code === "hub-unreachable" || error.code === "unauthorized"))
      return null;
    throw error;
  }
  const { id } = created;
  const { promise: ended, resolve } = Promise.withResolvers<LiveEnd>();
  const waiting = new AbortController();
  let mine = false;
  agent.wait(id, { signal: waiting.signal }).then(
    (outcome) => {
      if (outcome !== null) resolve({ outcome, elsewhere: !mine });
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
      mine = true;
      try {
        const { outcome } = await send(end);
        if (outcome !== undefined) resolve({ outcome, elsewhere: false });
        return null;
      } catch (error) {
        mine = false;
        if (error instanceof AlreadyEndedError) {
          resolve({ outcome: error.outcome, elsewhere: true });
          return null;
        }
        return `The hub did not accept it: ${(error as Error).message} Enter tries again.`;
      }
    },
    acted: keepDraft.acted,
    async withdraw() {
      keepDraft.stop();
      await agent.cancel(id, "interrupted in the terminal").catch(() => {});
    },
    close() {
      keepDraft.stop();
      waiting.abort();
      close();
    },
  };
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
