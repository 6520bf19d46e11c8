import { setTimeout } from "node:timers/promises";
import { AlreadyEndedError, type HubClient, type WireAsk } from "@yourcall/client";
import { createHubClient } from "@yourcall/client/node";
import type { Outcome } from "@yourcall/core";
import { expect, onTestFinished } from "vitest";
import { startHub, type TestHub } from "../support/hub.ts";

/** Hub processes on one store. */
export function startHubs(store: string, count: number): Promise<TestHub[]> {
  return Promise.all(Array.from({ length: count }, () => startHub({ env: { YOURCALL_STORE: store } })));
}

/** A client that knows only the socket, and tries for as long as the test runs. */
export function openClient(hub: TestHub, scope: "agent" | "human"): HubClient {
  const client = createHubClient({ socketPath: hub.socket, token: hub.tokens[scope], holdSeconds: 20 });
  onTestFinished(() => client.close());
  return client;
}

export const question = {
  question: "Left or right?",
  header: "Way",
  kind: "choice" as const,
  options: [
    { label: "Left", description: "One way" },
    { label: "Right", description: "The other way" },
  ],
  multiSelect: false,
};

export function answerOf({ questions }: WireAsk, label: string) {
  const answers = questions.map(({ question, header }) => ({ question, header, selectedOptions: [label] }));
  return { answers, surface: "test", act: "click" as const };
}

export interface Load {
  /** Asks that were acknowledged, and the outcome that each of their agents got. */
  outcomes: Map<string, Outcome>;
  /** Answers that were acknowledged. */
  answered: Map<string, Outcome>;
  /** What the readers of each hub's events saw, in order. */
  seen: string[][];
  /** Makes no more asks, and waits until every one is answered and every reader has seen it. */
  finish(): Promise<void>;
}

/**
 * Agents on every hub ask, one question after the other; people on the next hub answer what they see. At the end nothing
 * acknowledged may be missing, no ask may have two outcomes, and each reader has seen each event once.
 */
export function startLoad(hubs: readonly TestHub[], { agents = 3, asks = 5000 } = {}): Load {
  const load = { outcomes: new Map<string, Outcome>(), answered: new Map<string, Outcome>(), seen: [] as string[][] };
  const watching = new AbortController();
  onTestFinished(() => watching.abort());
  let stopped = false;
  let left = asks;
  const answering: Promise<unknown>[] = [];
  // Agents ask once every reader has its snapshot: what began and ended before that is rightly in none of its events.
  const following = hubs.map(() => Promise.withResolvers<void>());
  for (const [index, hub] of hubs.entries()) {
    const seen: string[] = [];
    load.seen.push(seen);
    void read(openClient(hub, "human"), seen, index);
  }
  const asking = Promise.all(
    hubs.flatMap((hub, index) =>
      Array.from({ length: agents }, (_, agent) => ask(openClient(hub, "agent"), `hub ${index} agent ${agent}`)),
    ),
  );
  // A failure fails the test that calls `finish`, not the whole run.
  asking.catch(() => {});

  async function ask(client: HubClient, session: string): Promise<void> {
    await Promise.all(following.map(({ promise }) => promise));
    while (!stopped && left-- > 0) {
      const { id } = await client.create({ questions: [question], agent: { name: "load", session } });
      const outcome = await client.wait(id);
      if (outcome === null) throw new Error(`${id} ended without an outcome.`);
      load.outcomes.set(id, outcome);
      // So that a fast machine makes load for as long as the test lasts, and no more than can be checked.
      await setTimeout(100);
    }
  }

  async function read(client: HubClient, seen: string[], index: number): Promise<void> {
    for await (const event of client.events({ signal: watching.signal })) {
      if (event.type === "snapshot") {
        following[index]?.resolve();
        for (const ask of event.asks) see("ask-created", ask);
      } else if (event.type === "ask-created" || event.type === "ask-ended") see(event.type, event.ask);
    }

    function see(type: "ask-created" | "ask-ended", ask: WireAsk): void {
      seen.push(`${type} ${ask.id}`);
      // The people of the next hub answer what was asked on this one, so every answer crosses hubs.
      if (type === "ask-created" && ask.agent.session?.startsWith(`hub ${(index + 1) % hubs.length} `))
        answering.push(answer(client, ask));
    }
  }

  async function answer(client: HubClient, ask: WireAsk): Promise<void> {
    // A person whose answer may not have arrived looks, and sends it again if the ask is still pending.
    while (!watching.signal.aborted)
      try {
        const { outcome } = await client.answer(ask.id, answerOf(ask, "Left"));
        if (outcome !== undefined) load.answered.set(ask.id, outcome);
        return;
      } catch (error) {
        if (AlreadyEndedError.isInstance(error)) return;
        const { code } = error as { code?: string };
        if (code !== "hub-unreachable" && code !== "store-unavailable") throw error;
        await setTimeout(20);
      }
  }

  return {
    ...load,
    async finish() {
      stopped = true;
      await asking;
      await Promise.all(answering);
      const ids = [...load.outcomes.keys()];
      for (const seen of load.seen) {
        for (const type of ["ask-created", "ask-ended"])
          await expect
            .poll(() => {
              const known = new Set(seen);
              return ids.filter((id) => !known.has(`${type} ${id}`));
            })
            .toEqual([]);
        expect(seen).toHaveLength(new Set(seen).size);
      }
      for (const [id, outcome] of load.answered) expect(load.outcomes.get(id), id).toEqual(outcome);
      const client = openClient(hubs[0] as TestHub, "human");
      for (const [id, outcome] of load.outcomes) {
        expect(outcome.status).toBe("answered");
        expect((await client.get(id)).outcome, id).toEqual(outcome);
      }
    },
  };
}

/** Resolves once this many asks have been answered. */
export async function reaches(load: Load, count: number): Promise<void> {
  await expect.poll(() => load.outcomes.size, { interval: 20, timeout: 60_000 }).toBeGreaterThanOrEqual(count);
}
