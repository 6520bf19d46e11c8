import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { reaches, startHubs, startLoad } from "../postgres/hubs.ts";
import { hasPostgres } from "../support/postgres.ts";
import {
  givePostgres,
  type PostgresServer,
  promotePostgres,
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

    // Both are named; which one accepts writes, a hub finds out.
    const store = `postgres://yourcall@127.0.0.1:${standby.port},127.0.0.1:${primary.port}/postgres`;
    const hubs = await startHubs(store, 3);
    const load = startLoad(hubs, { asks: 1_000_000 });
    await reaches(load, 20);
    for (let round = 0; round < rounds && !isLate(); round++) {
      await reaches(load, load.outcomes.size + Math.floor(random() * 60));
      // Every other time it does not end but falls silent, like a machine that lost its network.
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
      // Whoever fails over has to make sure that the old one stays away.
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
