import { AlreadyEndedError, type HubClient, type WireAsk } from "@yourcall/client";
import type { Outcome } from "@yourcall/core";
import { expect, test } from "vitest";
import { startHub } from "../support/hub.ts";
import { openClient } from "./load.ts";
import { createRandom, planTorture, tortureLimitMs } from "./torture.ts";

const question = {
  question: "Left or right?",
  header: "Race",
  kind: "choice" as const,
  options: [
    { label: "Left", description: "One way" },
    { label: "Right", description: "The other way" },
  ],
  multiSelect: false,
};

/** What one participant got: the outcome, and whether it caused it. */
interface Word {
  outcome: Outcome;
  won: boolean;
}

test("of many who end an ask at the same instant one wins, and all see the same outcome", {
  timeout: tortureLimitMs,
}, async () => {
  const { seed, count } = planTorture("races", { short: 40, long: 400 });
  const random = createRandom(seed);
  let hub = await startHub();
  const people = Array.from({ length: 4 }, () => openClient(hub, "human"));
  const agent = openClient(hub, "agent");
  const endings = new Map<string, Outcome[]>();
  const watching = new AbortController();
  const watched = collectEndings(openClient(hub, "human"), endings, watching.signal);
  const decided = new Map<string, Outcome>();

  for (let round = 0; round < count; round++) {
    const ask = await agent.create({
      questions: [{ ...question, question: `${round}: left or right?` }],
      agent: { name: "race", session: `${round % 5}` },
      // Some expire at about the moment the others act.
      timeoutMs: random() < 0.3 ? 1 + Math.floor(random() * 8) : undefined,
    });
    const waiters = [agent.wait(ask.id), openClient(hub, "agent").wait(ask.id)];
    const acts = people.map((client, index) => act(client, ask, `person ${index}`, random));
    if (random() < 0.5) acts.push(hear(agent.cancel(ask.id, "no longer needed")));
    const words = await Promise.all(acts);
    const told = await Promise.all(waiters);
    const outcome = told[0] ?? undefined;
    expect(outcome, `round ${round}`).toBeDefined();
    if (outcome === undefined) continue;
    decided.set(ask.id, outcome);
    expect(told[1]).toEqual(outcome);
    for (const word of words) expect(word.outcome).toEqual(outcome);
    // No late answer wins against a deadline.
    expect(words.filter(({ won }) => won)).toHaveLength(outcome.status === "expired" ? 0 : 1);
  }

  await expect.poll(() => endings.size).toBe(count);
  watching.abort();
  await watched;
  for (const [id, heard] of endings) expect(heard, id).toEqual([decided.get(id)]);
  await hub.stop("SIGKILL");
  hub = await hub.restart();
  for (const [id, outcome] of decided) expect((await people[0]?.get(id))?.outcome, id).toEqual(outcome);
});

function act(client: HubClient, { id, questions }: WireAsk, name: string, random: () => number): Promise<Word> {
  const by = { surface: name, act: "click" as const };
  if (random() < 0.2) return hear(client.decline(id, { reason: name, ...by }));
  const label = random() < 0.5 ? "Left" : "Right";
  const answers = questions.map(({ question, header }) => ({ question, header, selectedOptions: [label] }));
  return hear(client.answer(id, { answers, comment: name, ...by }));
}

async function hear(ending: Promise<WireAsk>): Promise<Word> {
  try {
    const { outcome } = await ending;
    if (outcome === undefined) throw new Error("The hub accepted it and names no outcome.");
    return { outcome, won: true };
  } catch (error) {
    if (AlreadyEndedError.isInstance(error)) return { outcome: error.outcome, won: false };
    throw error;
  }
}

async function collectEndings(client: HubClient, endings: Map<string, Outcome[]>, signal: AbortSignal): Promise<void> {
  for await (const event of client.events({ signal }))
    if (event.type === "ask-ended" && event.ask.outcome !== undefined)
      endings.set(event.ask.id, [...(endings.get(event.ask.id) ?? []), event.ask.outcome]);
}
