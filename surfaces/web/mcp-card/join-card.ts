import {
  AlreadyEndedError,
  type JoinedAsk,
  joinLive,
  type LiveEnd,
  type PersonClient,
  type WireAsk,
} from "@yourcall/client";
import { callServer, type Given, tellAgent } from "./call-server.ts";
import type { Host } from "./host.ts";

interface CardListeners {
  /** Called whenever the server could be reached, or not. */
  onReached: (reached: boolean) => void;
  /** Called with what the person should know. */
  onNote: (note: string) => void;
}

/** Shows the ask of the conversation in this card too, and tells an agent that has stopped what the person decided here. */
export function joinCard(host: Host, given: Given, { onReached, onNote }: CardListeners): JoinedAsk {
  // Who asks, and from where, is what the conversation shows.
  const ask = { ...given.ask, status: "pending" } as WireAsk;
  let isAwaited: Promise<boolean> = Promise.resolve(false);

  async function send(end: object): Promise<WireAsk> {
    const calling = callServer(host, given, end);
    isAwaited = calling.then((state) => state.isAwaited === true);
    isAwaited.catch(() => {});
    const { outcome, isAccepted, message = "The question is still open." } = await calling;
    if (outcome === undefined) throw new Error(message);
    if (isAccepted !== true) throw new AlreadyEndedError("The question has already ended.", outcome);
    return { ...ask, status: outcome.status, outcome };
  }

  /** The hub, as far as the server lets the card reach it. */
  const person: PersonClient = {
    async wait() {
      const state = await callServer(host, given).catch((error) => {
        onReached(false);
        throw error;
      });
      onReached(state.status !== "refused");
      if (state.status !== "refused") return state.outcome ?? null;
      onNote(`${state.message ?? ""} You can answer on any other screen.`);
      // For good: there is nothing to try again.
      return new Promise<never>(() => {});
    },
    answer: (_, { answers, comment, act }) => send({ answers, comment, act }),
    decline: (_, { reason, asked } = {}) => send({ decline: { reason, asked } }),
    saveDraft: async (_, { draft, baseRevision }) => ({
      ...{ draft, revision: baseRevision + 1, at: new Date().toISOString() },
    }),
    get: async () => ask,
    list: async () => ({ asks: [ask] }),
    async *events() {},
    beat() {},
    async leave() {},
  };

  const live = joinLive(person, ask, { by: { surface: given.surface, act: "submit" } });
  live.ended.then(tell, () => {});
  return live;

  async function tell({ outcome, elsewhere }: LiveEnd): Promise<void> {
    if (elsewhere || (await isAwaited.catch(() => false)) || (await tellAgent(host, ask.id, outcome))) return;
    onNote("The agent gets your answer when it continues. If it has stopped, write to it.");
  }
}
