import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { newStore } from "../../../../tests/postgres/new-store.ts";
import { testWith } from "../../../../tests/support/needs.ts";
import { startPgBouncer } from "../../../../tests/support/pgbouncer.ts";
import { hasPostgres, useCertificate, usePostgres } from "../../../../tests/support/postgres.ts";
import { runPostgres } from "../../../../tests/support/postgres-server.ts";
import { collectEvents } from "../conformance/collect-events.ts";
import { create, newAsk, outcomes } from "../conformance/example-ask.ts";
import type { Store } from "../store.ts";
import { openConnections } from "./connection.ts";
import { connect as connectTo } from "./driver.ts";
import { openPostgresStore, type PostgresStoreOptions } from "./open-store.ts";
import { parsePlace } from "./place.ts";
import { toStoreFailure } from "./store-failure.ts";

let server = "";

async function open(url: string, options?: PostgresStoreOptions): Promise<Store> {
  const store = await openPostgresStore(url, options);
  onTestFinished(() => store.close());
  return store;
}

function withHost(url: string, host: string, query = ""): string {
  const [address = "", search = ""] = url.split("?");
  return `${address.replace(/@[^/]*/, `@${host}`)}?${search}${query}`;
}

describe.skipIf(!hasPostgres())("the connection to PostgreSQL", () => {
  beforeAll(async () => {
    server = await usePostgres();
  });

  it("continues at another host when one falls silent, and announces each event once", async () => {
    const url = newStore(server);
    const { port } = new URL(server);
    const relay = await startRelay(Number(port));
    const store = await open(withHost(url, `127.0.0.1:${relay.port},127.0.0.1:${port}`), { replyMs: 300 });
    const heard = collectEvents(store);
    const before = await create(store);
    relay.fallSilent();
    const [after, ended] = await Promise.all([create(store), store.end(before.id, outcomes.answered())]);
    expect(ended).toMatchObject({ ended: true });
    expect(await store.get(after.id)).toMatchObject({ status: "pending" });
    const events = await heard.until(3);
    expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
  });

  it("counts a statement that meets a closing connection as never sent, so that it is tried again", async () => {
    const place = parsePlace(newStore(server));
    const driver = connectTo(place, place.hosts[0] ?? expect.fail("no host"), { max: 1 });
    const failing = driver.sql.unsafe("SELECT 1").catch((error: unknown) => toStoreFailure(error, place.name));
    await driver.drop();
    expect(await failing).toMatchObject({ code: "store-unavailable", isUnknown: false });
  });

  it("does not let short statements wait for searches", async () => {
    const place = parsePlace(newStore(server));
    const [holder, { query, slowQuery, close }] = [openConnections(place), openConnections(place)];
    onTestFinished(async () => void (await Promise.all([holder.close(), close()])));
    const searches = await holder.inTransaction(async (hold) => {
      await hold("SELECT pg_advisory_xact_lock(22)");
      const waiting = Array.from({ length: 12 }, () => slowQuery("SELECT pg_advisory_xact_lock_shared(22)"));
      await Promise.all(Array.from({ length: 12 }, () => query("SELECT 1")));
      return { waiting };
    });
    await Promise.all(searches.waiting);
  });

  testWith("openssl")("is encrypted and checked as sslmode says", async () => {
    const certificate = await useCertificate();
    const port = new URL(server).port;
    const url = withHost(newStore(server), `localhost:${port}`);
    const checked = `&sslrootcert=${encodeURIComponent(certificate)}&sslmode=verify-full`;
    const store = await open(url + checked);
    await create(store);
    const relay = await startRelay(Number(port));
    const relayed = await open(withHost(url, `localhost:${relay.port}`, "&sslmode=require"));
    const ask = await create(relayed);
    // An error of a socket that nobody listens to would end the hub.
    relay.reset();
    expect(await relayed.end(ask.id, outcomes.answered())).toMatchObject({ ended: true });
    const address = withHost(url, `127.0.0.1:${port}`);
    await expect(openPostgresStore(`${url}&sslmode=verify-full`)).rejects.toThrow(
      /TLS with postgres:.* failed \(.*certificate.*\)\. Check sslmode and sslrootcert/,
    );
    await expect(openPostgresStore(address + checked)).rejects.toThrow(/TLS .*127\.0\.0\.1.* is not in the cert/);
    await open(address + checked.replace("verify-full", "verify-ca"));
    const plain = createServer((socket) => {
      // A server without TLS says no, and then ends what is not its protocol.
      socket.once("data", () => socket.write("N") && socket.once("data", () => socket.destroy())).on("error", () => {});
    });
    await once(plain.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void plain.close());
    const hostWithoutTls = `127.0.0.1:${(plain.address() as AddressInfo).port}`;
    const withoutTls = withHost(url, hostWithoutTls, "&sslmode=require");
    const { query, close } = openConnections(parsePlace(withoutTls));
    onTestFinished(close);
    await expect(query("SELECT 1")).rejects.toThrow(/did not agree to TLS .*Nothing was written/);
    await open(withHost(url, `${hostWithoutTls},localhost:${port}`, "&sslmode=require"));
    await expect(openPostgresStore(`${url}&sslmode=always`)).rejects.toThrow("sslmode must be one of disable");
    await expect(openPostgresStore(`${url}&sslrootcert=/none.crt`)).rejects.toThrow("sslrootcert cannot be read");
  });

  it("needs a schema of its own, and no other right", async () => {
    const url = newStore(server);
    const [, schema] = /schema=(\w+)/.exec(url) ?? [];
    const role = `role_${schema}`;
    const sql = (text: string) => runPostgres("psql", ["-q", "-d", server, "-c", text]);
    sql(`CREATE ROLE ${role} LOGIN`);
    const own = url.replace(/\/\/[^@]*@/, `//${role}@`);
    await expect(openPostgresStore(own)).rejects.toThrow(
      /lacks a right \(.*\)\. docs\/scale\.md lists the rights needed/,
    );
    sql(`CREATE SCHEMA ${schema} AUTHORIZATION ${role}`);
    const store = await open(own);
    await store.end((await create(store)).id, outcomes.answered());
    expect(await store.forget(Number.MAX_SAFE_INTEGER)).toBe(1);
  });

  testWith("pgbouncer")("goes through PgBouncer per transaction, with LISTEN past it", async () => {
    const { port } = new URL(server);
    const pooler = await startPgBouncer(Number(port));
    const url = withHost(newStore(server), `127.0.0.1:${pooler.port}`, `&prepare=false&listen=127.0.0.1:${port}`);
    // Polling is off here, so every event must have come by a notification.
    const [here, there] = [await open(url, { pollEveryMs: 600_000 }), await open(url, { pollEveryMs: 600_000 })];
    const heard = collectEvents(there);
    const asks = Array.from({ length: 60 }, () => newAsk());
    await Promise.all(asks.map((ask, index) => (index % 2 === 0 ? here : there).create(ask)));
    await Promise.all(asks.map(({ id }) => here.end(id, outcomes.answered())));
    expect((await heard.until(120)).map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 120 }, (_, index) => index + 1),
    );
    expect(await there.countPending()).toBe(0);
  });
});

/** A proxy that passes everything on until it falls silent: then it accepts data but sends nothing. */
async function startRelay(port: number): Promise<{ port: number; fallSilent(): void; reset(): void }> {
  const pairs: [Socket, Socket][] = [];
  let isSilent = false;
  const relay = createServer((client) => {
    client.on("error", () => {});
    if (isSilent) return void client.resume();
    const far = connect(port, "127.0.0.1").on("error", () => {});
    pairs.push([client, far]);
    client.pipe(far).pipe(client);
  }).listen(0, "127.0.0.1");
  await once(relay, "listening");
  onTestFinished(() => {
    relay.close();
    for (const socket of pairs.flat()) socket.destroy();
  });
  return {
    port: (relay.address() as AddressInfo).port,
    /** Cuts off every connection. */
    reset() {
      for (const [client] of pairs) client.resetAndDestroy();
    },
    fallSilent() {
      isSilent = true;
      for (const [client, far] of pairs) {
        client.unpipe(far).resume();
        far.unpipe(client).resume();
      }
    },
  };
}
