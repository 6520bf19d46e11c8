import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HubClient, WireAsk } from "@yourcall/client";
import { expect, onTestFinished, test } from "vitest";
import { answerOf, openClient, question, reaches, startHubs, startLoad } from "../postgres/hubs.ts";
import { hasPostgres } from "../support/postgres.ts";
import {
  copyServer,
  givePostgres,
  type PostgresServer,
  promotePostgres,
  restartPostgres,
  runPostgres,
  signalPostgres,
  startPostgres,
  startStandby,
  stopPostgres,
} from "../support/postgres-server.ts";
import { createRandom, planTorture, tortureLimitMs } from "./torture.ts";

// Copying a server takes seconds, so only `npm run torture` does it.
const isLong = process.env.YOURCALL_TORTURE === "long";

test.skipIf(!isLong || !hasPostgres())(
  "hubs under load follow PostgreSQL from server to server: nothing acknowledged is lost, no event missed or repeated",
  { timeout: tortureLimitMs },
  async () => {
    const { seed, count: rounds, isLate } = planTorture("fail-over", { short: 2, long: 8 });
    const random = createRandom(seed);
    const directory = mkdtempSync(join(tmpdir(), "yourcall-fail-over-"));
    const servers: PostgresServer[] = [];
    onTestFinished(() => {
      for (const { data } of servers) stopPostgres(data);
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
    });
    givePostgres(directory);
    let primary = await startPostgres(directory, "server-0");
    let standby = await startStandby(primary, directory, "server-1");
    servers.push(primary, standby);

    // The address names both servers; the hub finds out which one accepts writes.
    const store = `postgres://yourcall@127.0.0.1:${standby.port},127.0.0.1:${primary.port}/postgres`;
    const hubs = await startHubs(store, 3);
    const load = startLoad(hubs, { asks: 1_000_000 });
    await reaches(load, 20);
    for (let round = 0; round < rounds && !isLate(); round++) {
      await reaches(load, load.outcomes.size + Math.floor(random() * 60));
      // Every other time the server does not end but falls silent, like a machine that lost its network.
      const isSilent = round % 2 === 1;
      if (isSilent) signalPostgres(primary, "SIGSTOP");
      else stopPostgres(primary.data, "immediate");
      const begun = performance.now();
      promotePostgres(standby);
      const before = load.outcomes.size;
      await reaches(load, before + 30);
      const tookMs = performance.now() - begun;
      console.log(
        `fail-over ${round + 1}: ${isSilent ? "silent" : "ended"}, 30 more answers after ${Math.round(tookMs)} ms`,
      );
      expect(tookMs).toBeLessThan(40_000);
      // Whoever triggers a fail-over has to make sure that the old server stays away.
      if (isSilent) signalPostgres(primary, "SIGKILL");
      const next = await startStandby(standby, directory, `server-${round + 2}`, primary.port);
      servers.push(next);
      rmSync(primary.data, { recursive: true, force: true });
      [primary, standby] = [standby, next];
    }
    await load.finish();
    console.log(`fail-over: ${load.outcomes.size} asks answered`);
  },
);

test.skipIf(!isLong || !hasPostgres())(
  "a standby that lacks the newest commits takes over: every screen shows what it has, and no answer reaches another ask",
  async () => {
    const directory = mkdtempSync(join(tmpdir(), "yourcall-lagging-"));
    givePostgres(directory);
    const primary = await startPostgres(directory, "server-0");
    const standby = await copyServer(primary, directory, "server-1");
    onTestFinished(() => {
      for (const { data } of [primary, standby]) stopPostgres(data);
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
    });
    restartPostgres(standby);
    const store = `postgres://yourcall@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/postgres`;
    const [one, two] = await startHubs(store, 2);
    if (one === undefined || two === undefined) throw new Error("No hubs.");
    const [agent, here, there] = [openClient(one, "agent"), openClient(one, "human"), openClient(two, "human")];
    const create = (session: string) => agent.create({ questions: [question], agent: { name: "test", session } });
    const screens = [here, there].map(watchScreen);
    const shows = (...asks: WireAsk[]) =>
      Promise.all(screens.map((screen) => expect.poll(() => screen.pending()).toEqual(asks.map(({ id }) => id))));

    const kept = await create("kept");
    await shows(kept);
    await expect.poll(() => readIn(standby, "SELECT count(*) FROM yourcall.asks")).toBe("1");
    // From here on the standby receives nothing.
    signalSender(primary, "SIGSTOP");
    await here.answer(kept.id, answerOf(kept, "Left"));
    const lost = [await create("lost 1"), await create("lost 2"), await create("lost 3")];
    await shows(...lost);
    stopPostgres(primary.data, "immediate");
    promotePostgres(standby);

    // The answer is lost with the server that had it, so the question is open again, everywhere.
    await shows(kept);
    const fresh = [await create("fresh 1"), await create("fresh 2"), await create("fresh 3"), await create("fresh 4")];
    await shows(kept, ...fresh);
    for (const ask of lost)
      for (const person of [here, there])
        await expect(person.answer(ask.id, answerOf(ask, "Right"))).rejects.toMatchObject({ code: "not-found" });
    await shows(kept, ...fresh);
    await there.answer(kept.id, answerOf(kept, "Right"));
    expect(await agent.wait(kept.id)).toMatchObject({ answers: [{ selectedOptions: ["Right"] }] });
    await shows(...fresh);
  },
);

/** What a screen shows as pending, from the events alone. */
function watchScreen(client: HubClient) {
  const pending = new Set<string>();
  const watching = new AbortController();
  onTestFinished(() => watching.abort());
  void (async () => {
    for await (const event of client.events({ signal: watching.signal })) {
      if (event.type === "snapshot") pending.clear();
      if (event.type === "snapshot") for (const { id } of event.asks) pending.add(id);
      if (event.type === "ask-created") pending.add(event.ask.id);
      if (event.type === "ask-ended") pending.delete(event.ask.id);
    }
  })();
  return { pending: () => [...pending] };
}

function readIn({ url }: PostgresServer, text: string): string {
  return runPostgres("psql", ["-qAt", "-d", url(), "-c", text]).trim();
}

/** Sends a signal to the process that sends commits to the standby. */
function signalSender(primary: PostgresServer, signal: "SIGSTOP"): void {
  process.kill(Number(readIn(primary, "SELECT pid FROM pg_stat_replication")), signal);
}
