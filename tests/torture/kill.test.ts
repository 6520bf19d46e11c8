import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { HubClient, WireAsk } from "@yourcall/client";
import type { Outcome } from "@yourcall/core";
import { expect, test } from "vitest";
import { homeOfBackgroundHub } from "../support/background-hub.ts";
import { readHubFile, startHub, type TestHub } from "../support/hub.ts";
import { noChildren, openTerminal } from "../support/terminal.ts";
import { type Books, loadName, openBooks, openClient, person, putCall } from "./load.ts";
import { createRandom, planTorture, tortureLimitMs } from "./torture.ts";

const callsPerRound = 20;
// Reading everything after every round would make a long run quadratic.
const roundsPerFullLook = 50;

test("a hub killed at random moments under load, in its own process or in that of an ask, loses nothing it acknowledged", {
  timeout: tortureLimitMs,
}, async () => {
  const { seed, count: rounds, isLate } = planTorture("kill -9", { short: 6, long: 1000 });
  const random = createRandom(seed);
  const books = openBooks();
  const stop = new AbortController();
  // On a slow machine the simulated people fall behind; nothing may be refused because of that.
  const directory = homeOfBackgroundHub();
  writeFileSync(
    join(directory, "config.json"),
    JSON.stringify({ port: 0, maxPendingPerSession: 100_000, maxBytesPerTokenAndDay: 2 ** 40 }),
  );
  const hub = await startHub({ directory });
  let victim: Victim = { kill: () => hub.stop("SIGKILL"), said: hub.log };
  const agents = Array.from({ length: 4 }, () => openClient(hub, "agent"));
  const people = Array.from({ length: 5 }, (_, index) =>
    person(`person ${index}`, openClient(hub, "human"), books, random, stop.signal),
  );
  const reader = openClient(hub, "human");
  const seen = new Set<string>();
  const watching = watchHosts(openClient(hub, "human"), seen, stop.signal);

  let round = 0;
  let killedAsks = 0;
  while (round < rounds && !isLate()) {
    round += 1;
    for (let call = 1; call <= callsPerRound; call++) {
      const client = agents[call % agents.length];
      const question = `Round ${round}, call ${call}: left or right?`;
      setTimeout(() => client && putCall(client, books, question, random), random() * 200);
    }
    await new Promise((resolve) => setTimeout(resolve, 20 + random() * 400));
    await victim.kill();
    const isInAsk = random() < 0.35;
    victim = isInAsk ? await startInAsk(directory, round) : await startServing(directory);
    if (isInAsk) killedAsks += 1;
    // Only now is it known what the killed hub had acknowledged.
    const known = snapshotOf(books);
    const isFullLook = round % roundsPerFullLook === 0;
    const asks = isFullLook ? () => readAll(reader) : () => readNewest(reader);
    await keepReading(asks)
      .then(({ asks, since }) => checkKept(known, asks, since))
      .catch((cause) => {
        throw new Error(`Round ${round}${isInAsk ? ", the hub is in an ask" : ""}: ${victim.said()}`, { cause });
      });
  }

  await expect.poll(() => books.calls.length).toBe(round * callsPerRound);
  const outcomes = await Promise.all(books.calls.map(({ outcome }) => outcome));
  stop.abort();
  await Promise.all([...people, watching]);
  await victim.kill();
  await startServing(directory);
  const { asks } = await keepReading(() => readAll(reader));

  checkKept(snapshotOf(books), asks);
  const byQuestion = Map.groupBy(asks.values(), ({ questions }) => questions[0]?.question ?? "");
  for (const [index, call] of books.calls.entries())
    checkDelivered(call, outcomes[index], byQuestion.get(call.question) ?? []);
  for (const { id, outcome } of books.lost) expect(asks.get(id)?.outcome).toEqual(outcome);
  const withdrawn = new Set(books.calls.filter((call) => call.withdrawn).map(({ question }) => question));
  const hosts = [...asks.values()].filter(isHost);
  for (const ask of asks.values()) if (!isHost(ask)) checkGiven(ask, books, withdrawn);
  // Nobody answers the questions of the killed processes, and each asked one.
  expect(hosts.filter(({ outcome }) => outcome !== undefined)).toEqual([]);
  expect(new Set(hosts.map(({ questions }) => questions[0]?.question)).size).toBe(hosts.length);
  expect([...seen].filter((id) => !asks.has(id))).toEqual([]);
  checkEndedOnce(hub);
  const count = (status: Outcome["status"]) => outcomes.filter((outcome) => outcome.status === status).length;
  expect(count("answered")).toBeGreaterThan(round * 4);
  expect(count("declined")).toBeGreaterThan(round);
  expect(count("cancelled")).toBeGreaterThan(round / 2);
  expect(count("expired")).toBe(0);
  console.log(
    `kill -9: ${round} kills, ${killedAsks} of them of a hub in the process of an ask (${hosts.length} of those asks stored); ` +
      `${books.calls.length} calls: ${count("answered")} answered, ${count("declined")} declined, ${count("cancelled")} withdrawn; ` +
      `${books.lost.length} late answers refused; nothing lost, doubled or invented`,
  );
});

interface Victim {
  kill(): Promise<unknown>;
  /** What it has printed, for the message of a failure. */
  said(): string;
}

async function startServing(directory: string): Promise<Victim> {
  const hub = await startHub({ directory });
  return { kill: () => hub.stop("SIGKILL"), said: hub.log };
}

/** A hub in the process of `yourcall ask`, as where no program can be started in the background. */
async function startInAsk(directory: string, round: number): Promise<Victim> {
  const terminal = openTerminal(["ask", "-q", `Host ${round}: left or right?`, "-o", "Left", "-o", "Right"], {
    env: { YOURCALL_HOME: directory, ...noChildren },
  });
  await expect.poll(() => readHubFile(directory)?.pid, { interval: 10 }).toBe(terminal.pid);
  return {
    kill() {
      terminal.kill("SIGKILL");
      return terminal.exited;
    },
    said: terminal.everything,
  };
}

function isHost({ agent }: WireAsk): boolean {
  return agent.name !== loadName;
}

/** Collects the ids of asks whose process runs a hub, once the hub has announced them. */
async function watchHosts(client: HubClient, seen: Set<string>, stop: AbortSignal): Promise<void> {
  for await (const event of client.events({ signal: stop })) {
    const asks = event.type === "snapshot" ? event.asks : event.type === "ask-created" ? [event.ask] : [];
    for (const ask of asks) if (isHost(ask)) seen.add(ask.id);
  }
}

function snapshotOf({ calls, acknowledged, drafts }: Books) {
  return {
    ids: calls.flatMap(({ id }) => id ?? []),
    acknowledged: new Map(acknowledged),
    drafts: new Map(drafts),
  };
}

interface Read {
  asks: Map<string, WireAsk>;
  /** Only asks with this id or a later one were read. */
  since?: string;
}

async function readAll(reader: HubClient): Promise<Read> {
  const asks = new Map<string, WireAsk>();
  for await (const ask of reader.listAll({ status: "all", limit: 500 })) asks.set(ask.id, ask);
  return { asks };
}

/** The asks of the last rounds. */
async function readNewest(reader: HubClient): Promise<Read> {
  const { asks, cursor } = await reader.list({ status: "all", order: "newest", limit: 500 });
  // Ids are ordered by time, like the list, except for those made at the same moment.
  const since = cursor === undefined ? undefined : asks.map(({ id }) => id).sort()[100];
  return { asks: new Map(asks.map((ask) => [ask.id, ask])), since };
}

/** Reads again if the hub does not respond in time, as on a busy machine. */
async function keepReading(read: () => Promise<Read>, attempts = 5): Promise<Read> {
  try {
    return await read();
  } catch (error) {
    if ((error as { code?: string }).code !== "hub-unreachable" || attempts === 1) throw error;
    return keepReading(read, attempts - 1);
  }
}

/** Every acknowledged ask, answer and draft is there. */
function checkKept(known: ReturnType<typeof snapshotOf>, asks: Map<string, WireAsk>, since = ""): void {
  const isRead = (id: string) => id >= since;
  expect(known.ids.filter((id) => isRead(id) && !asks.has(id))).toEqual([]);
  for (const [id, outcome] of known.acknowledged) if (isRead(id)) expect(asks.get(id)?.outcome, id).toEqual(outcome);
  for (const [id, revision] of known.drafts) {
    const ask = asks.get(id);
    if (ask?.status === "pending") expect(ask.draft?.revision, id).toBeGreaterThanOrEqual(revision);
  }
}

/** Agents got the outcomes in the store, and each call left one ask. */
function checkDelivered(call: Books["calls"][number], told: Outcome | undefined, left: readonly WireAsk[]): void {
  // An ask withdrawn before it was sent does not exist anywhere.
  if (call.withdrawn && left.length === 0) expect(told?.status).toBe("cancelled");
  else expect([told], call.question).toEqual(left.map(({ outcome }) => outcome));
}

/** The store contains only what somebody sent. */
function checkGiven({ id, outcome, questions }: WireAsk, { sent }: Books, withdrawn: ReadonlySet<string>): void {
  if (outcome?.status === "answered") expect(sent.get(id)).toContain(outcome.answers[0]?.customInput);
  else if (outcome?.status === "declined") expect(sent.get(id)).toContain(outcome.reason);
  else {
    expect(outcome?.status).toBe("cancelled");
    expect(withdrawn.has(questions[0]?.question ?? "")).toBe(true);
  }
}

/** The file is intact, and every ask in it has either ended once or is pending. */
function checkEndedOnce({ directory }: TestHub): void {
  const database = new DatabaseSync(join(directory, "yourcall.db"), { readOnly: true });
  const count = (table: string) => `(SELECT count(*) FROM ${table} WHERE ${table}.position = asks.position)`;
  const odd = `SELECT id FROM asks WHERE ${count("pending")} + ${count("endings")} <> 1`;
  expect(database.prepare(odd).all()).toEqual([]);
  expect(database.prepare("PRAGMA integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
  database.close();
}
