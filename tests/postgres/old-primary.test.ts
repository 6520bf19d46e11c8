import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { create, outcomes } from "../../hub/src/store/conformance/example-ask.ts";
import { openPostgresStore } from "../../hub/src/store/postgres/open-store.ts";
import { startCommand, startHub, temporaryDirectory } from "../support/hub.ts";
import { testWith } from "../support/needs.ts";
import { startPgBouncer } from "../support/pgbouncer.ts";
import { hasPostgres, usePostgres } from "../support/postgres.ts";
import {
  copyServer,
  givePostgres,
  type PostgresServer,
  promotePostgres,
  restartPostgres,
  runPostgres,
  startPostgres,
  stopPostgres,
} from "../support/postgres-server.ts";
import { answerOf, openClient, question } from "./hubs.ts";

/** A primary and a standby that follows it, until one is stopped and the other promoted. */
async function startPair(): Promise<{ primary: PostgresServer; standby: PostgresServer; address: string }> {
  const directory = mkdtempSync(join(tmpdir(), "yourcall-old-primary-"));
  givePostgres(directory);
  const primary = await startPostgres(directory, "server-0");
  const standby = await copyServer(primary, directory, "server-1");
  onTestFinished(() => {
    for (const { data } of [primary, standby]) stopPostgres(data);
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
  });
  restartPostgres(standby);
  return {
    primary,
    standby,
    address: `postgres://yourcall@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/postgres`,
  };
}

const read = ({ url }: PostgresServer, text: string) => runPostgres("psql", ["-qAt", "-d", url(), "-c", text]).trim();

test.skipIf(!hasPostgres())(
  "an old primary that comes back after a fail-over is not used, so no ask gets a second outcome",
  async () => {
    const { primary, standby, address } = await startPair();
    const env = { YOURCALL_STORE: address };
    const hub = await startHub({ env });
    const agent = openClient(hub, "agent");
    const ask = await agent.create({ questions: [question], agent: { name: "test", session: "s" } });
    await expect.poll(() => read(standby, "SELECT count(*) FROM yourcall.asks")).toBe("1");
    stopPostgres(primary.data);
    promotePostgres(standby);
    const { outcome } = await openClient(hub, "human").answer(ask.id, answerOf(ask, "Left"));
    await hub.stop();

    // Nobody fenced it: it accepts writes, is named first, and there the ask is still open.
    restartPostgres(primary);
    const outcomeAt = async (given: Parameters<typeof startHub>[0]) => {
      const other = await startHub(given);
      const person = openClient(other, "human");
      await expect(person.answer(ask.id, answerOf(ask, "Right"))).rejects.toMatchObject({ code: "already-ended" });
      const found = (await person.get(ask.id)).outcome;
      await other.stop();
      return found;
    };
    expect(await outcomeAt({ directory: hub.directory, env })).toEqual(outcome);
    // A hub that has seen neither of them finds the newer one as well.
    expect(await outcomeAt({ env })).toEqual(outcome);

    // With the new primary away, the hub waits for it, even if the old one is the only host it is given.
    stopPostgres(standby.data);
    for (const store of [address, primary.url()]) {
      const waiting = startCommand(["serve", "--port", "0"], {
        env: { YOURCALL_HOME: hub.directory, YOURCALL_STORE: store },
      });
      await waiting.says(
        `127.0.0.1:${primary.port} is an old primary: it is on timeline 1, and timeline 2 has taken over.`,
      );
      if (store === address) {
        restartPostgres(standby);
        await waiting.says(" listens on ");
        stopPostgres(standby.data);
      }
      waiting.kill("SIGKILL");
      const { stderr } = await waiting.ended;
      expect(stderr.match(/is an old primary/g)).toHaveLength(1);
    }
    expect(read(primary, "SELECT count(*) FROM yourcall.endings")).toBe("0");
  },
);

testWith("pgbouncer")("an old primary behind a pooler, which closes no connection, commits nothing", async () => {
  const { primary, standby } = await startPair();
  const seed = await openPostgresStore(primary.url());
  const ask = await create(seed);
  await seed.close();
  await expect.poll(() => read(standby, "SELECT count(*) FROM yourcall.asks")).toBe("1");
  stopPostgres(primary.data);
  promotePostgres(standby);
  restartPostgres(primary);

  const pooler = await startPgBouncer(standby.port);
  const store = await openPostgresStore(`postgres://yourcall@127.0.0.1:${pooler.port}/postgres?prepare=false`);
  onTestFinished(() => store.close());
  await create(store);
  pooler.pointTo(primary.port);
  // A read on a connection that was opened before goes through; one that opens another is refused.
  const lookUp = () => store.get(ask.id).catch((error) => expect(`${error}`).toMatch(/old primary/));
  await expect.poll(() => lookUp().then(() => read(primary, usersOf))).not.toBe("0");
  await expect(store.end(ask.id, outcomes.answered())).rejects.toThrow(/old primary/);
  expect(read(primary, "SELECT count(*) FROM yourcall.endings")).toBe("0");
  pooler.pointTo(standby.port);
  await expect.poll(() => store.end(ask.id, outcomes.answered()).catch(() => null)).toMatchObject({ ended: true });
  expect(read(primary, "SELECT count(*) FROM yourcall.endings")).toBe("0");
});

const usersOf = "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'yourcall%'";

test.skipIf(!hasPostgres())(
  "a copy of the store on another server is refused until the person accepts it",
  async () => {
    const directory = temporaryDirectory();
    const server = await usePostgres();
    const first = await openPostgresStore(`${server}?schema=copied`, { directory });
    await first.close();
    const other = await startPostgres(mkCopyPlace(), "data");
    onTestFinished(() => stopPostgres(other.data));
    const dump = runPostgres("pg_dump", ["-d", server, "--schema=copied"]);
    runPostgres("psql", ["-q", "-d", other.url()], dump);
    await expect(openPostgresStore(`${other.url()}?schema=copied`, { directory })).rejects.toThrow(
      /has a copy of this store.*remove .*servers\.json/,
    );
    rmSync(join(directory, "servers.json"));
    const accepted = await openPostgresStore(`${other.url()}?schema=copied`, { directory });
    await accepted.close();
  },
);

function mkCopyPlace(): string {
  const place = temporaryDirectory("pg-copy");
  givePostgres(place);
  return place;
}
