import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openConnections } from "../../hub/src/store/postgres/connection.ts";
import { migrate } from "../../hub/src/store/postgres/migrate.ts";
import { migrations } from "../../hub/src/store/postgres/migrations.ts";
import { parsePlace } from "../../hub/src/store/postgres/place.ts";
import { hasPostgres } from "../support/postgres.ts";
import {
  givePostgres,
  type PostgresServer,
  restartPostgres,
  runPostgres,
  startPostgres,
  stopPostgres,
} from "../support/postgres-server.ts";
import { answerOf, openClient, question, reaches, startHubs, startLoad } from "./hubs.ts";
import { newStore } from "./new-store.ts";

// A hub tries for 8 seconds, and believes that a server is gone after 6.
const longestTimeoutMs = 9000;
const directory = mkdtempSync(join(tmpdir(), "yourcall-pg-faults-"));
let server: PostgresServer;

describe.skipIf(!hasPostgres())("hubs on one PostgreSQL", () => {
  beforeAll(async () => {
    givePostgres(directory);
    server = await startPostgres(directory);
  });

  afterAll(() => {
    stopPostgres(server.data);
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
  });

  const sql = (text: string) => runPostgres("psql", ["-qAt", "-d", server.url(), "-c", text]);

  test("agents on each are answered by people on the next, while hubs, connections and the database come and go", async () => {
    const store = newStore(server.url());
    const [one, two, three] = await startHubs(store, 3);
    if (one === undefined || two === undefined || three === undefined) throw new Error("No hubs.");
    const load = startLoad([one, two, three]);
    await reaches(load, 20);

    // The connections that listen are cut.
    sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query ILIKE 'listen%'");
    await reaches(load, load.outcomes.size + 20);

    // One hub is killed in the middle of its work and comes back.
    await two.stop("SIGKILL");
    await two.restart();
    await reaches(load, load.outcomes.size + 20);

    // A hub is paused for longer than anybody waits for it. Meanwhile the others go on, although every connection breaks and the
    // database restarts.
    process.kill(three.pid, "SIGSTOP");
    const pausedAt = performance.now();
    sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'yourcall%'");
    await reaches(load, load.outcomes.size + 10);
    stopPostgres(server.data, "immediate");
    restartPostgres(server);
    const [asker, person] = [openClient(one, "agent"), openClient(two, "human")];
    for (let count = 0; count < 5 || performance.now() - pausedAt < longestTimeoutMs; count++) {
      const ask = await asker.create({ questions: [question], agent: { name: "beside", session: `${count}` } });
      const waiting = asker.wait(ask.id);
      await person.answer(ask.id, answerOf(ask, "Right"));
      expect(await waiting).toMatchObject({ status: "answered" });
    }
    process.kill(three.pid, "SIGCONT");
    await reaches(load, load.outcomes.size + 20);

    // A newer version changes the schema while the others work.
    const place = parsePlace(store);
    const connections = openConnections(place);
    const step = "ALTER TABLE yourcall.asks ADD COLUMN later text; CREATE INDEX later ON yourcall.endings (ended_at);";
    await migrate(connections, place.schema, [...migrations, step]);
    await connections.close();
    await reaches(load, load.outcomes.size + 20);

    // One that does not know the change starts beside it, as in an update that goes from hub to hub.
    expect(await one.stop("SIGTERM")).toBe(0);
    await one.restart();
    await reaches(load, load.outcomes.size + 20);
    await load.finish();
  });

  test("an ask that two hubs expire and people answer at the same instant has one outcome", async () => {
    const [one, two] = await startHubs(newStore(server.url()), 2);
    if (one === undefined || two === undefined) throw new Error("No hubs.");
    const [agent, other] = [openClient(one, "agent"), openClient(two, "agent")];
    const people = [openClient(one, "human"), openClient(two, "human")];
    const ways = new Set<string>();
    for (let round = 0; round < 30; round++) {
      const ask = await agent.create({
        questions: [question],
        agent: { name: "race", session: `${round}` },
        timeoutMs: 10 + round,
      });
      const acts = people.map(async (person, index) => {
        await new Promise((resolve) => setTimeout(resolve, 8 + round));
        return person.answer(ask.id, answerOf(ask, index === 0 ? "Left" : "Right")).then(
          ({ outcome }) => outcome,
          (error) => ({ refused: error.code }),
        );
      });
      const [here, there, ...results] = await Promise.all([agent.wait(ask.id), other.wait(ask.id), ...acts]);
      expect(there).toEqual(here);
      const won = results.filter((result) => result !== undefined && !("refused" in result));
      expect(won).toEqual(here?.status === "answered" ? [here] : []);
      ways.add(`${here?.status}`);
    }
    expect([...ways].every((way) => way === "answered" || way === "expired")).toBe(true);
  });
});
