import { createHmac, createPrivateKey } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { database } from "../support/asks.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { hasPostgres, usePostgres } from "../support/postgres.ts";
import { runPostgres } from "../support/postgres-server.ts";

/** Leaves one of everything in the store that could let somebody in, and returns the ask. */
async function fill(hub: TestHub): Promise<string> {
  const human = hub.client("human");
  const ask = await hub.ask([database]);
  const { code } = await human.createLoginLink();
  expect(await human.login(code)).toMatch(/^yc_human_/);
  await human.createToken({ scope: "human", name: "phone" });
  await human.createToken({ scope: "link", ask: ask.id });
  await human.createLoginLink();
  return ask.id;
}

/** Everything that could be made of a store's values to log in: the values themselves, and signatures with them as keys. */
function keysFrom(values: readonly string[], { proof = "", run = "" }: { proof?: string; run?: string }): string[] {
  return values.flatMap((value) => {
    const sign = (text: string) =>
      createHmac("sha256", Buffer.from(value, "base64url")).update(text).digest("base64url");
    const id = `tok_${value.slice(0, 16)}`;
    const prefixed = ["yc_human_", "yc_link_", "yc_agent_"].map((prefix) => `${prefix}${value}`);
    return [value, ...prefixed, `yc_pass_${id}.${sign(`yourcall pass\n${run}`)}`, `yc_pass_${id}.${proof}`, sign(run)];
  });
}

/** Tries to get in with each, and to log in with each as a code. Returns what worked. */
async function tryAll(hub: TestHub, values: readonly string[]): Promise<string[]> {
  const send = (method: string, path: string, body?: object, token?: string) =>
    fetch(`${hub.url}${path}`, {
      method,
      headers: {
        "content-type": "application/json",
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const { host } = new URL(hub.url);
  const shown = await send("POST", "/v1/proof", { tokenId: "tok_x", nonce: "n".repeat(43), host });
  const keys = keysFrom(values, (await shown.json()) as { proof?: string; run?: string });
  const worked: string[] = [];
  const usable = keys.filter((key) => /^[\x21-\x7e]{1,300}$/.test(key));
  expect(usable.length).toBeGreaterThan(50);
  const tryKey = async (key: string) => {
    // Only a token that the hub knows gets another status, whatever it may do.
    if ((await send("GET", "/v1/asks", undefined, key)).status !== 401) worked.push(`is a token: ${key}`);
    const login = await send("POST", "/v1/login", { code: key });
    if (login.status === 200) worked.push(`logs in: ${key}`);
  };
  for (let at = 0; at < usable.length; at += 20) await Promise.all(usable.slice(at, at + 20).map(tryKey));
  return worked;
}

test("a copy of the store lets nobody in", async () => {
  const hub = await startHub();
  const ask = await fill(hub);
  const file = join(hub.directory, "copy.db");
  expect(await hub.run(["backup", file])).toMatchObject({ code: 0 });
  const copy = new DatabaseSync(file, { readOnly: true });
  const tables = copy.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const rows = tables.flatMap(({ name }) => copy.prepare(`SELECT * FROM "${name}"`).all());
  copy.close();
  expect(await tryAll(hub, textsOf(rows))).toEqual([]);
  expect((await hub.client("human").get(ask)).status).toBe("pending");
  const bytes = readFileSync(file);
  for (const form of formsOfIdentityKey(hub)) expect(bytes.includes(form)).toBe(false);
});

test.skipIf(!hasPostgres())("a PostgreSQL role that may only read lets nobody in", async () => {
  const server = await usePostgres();
  const name = `reader_${Date.now()}`;
  const psql = (database: string, ...statements: string[]) =>
    runPostgres("psql", ["-q", "-t", "-A", "-d", database, ...statements.flatMap((each) => ["-c", each])]);
  psql(server, `CREATE DATABASE ${name}`, `CREATE ROLE ${name} LOGIN`);
  const address = new URL(server);
  address.pathname = `/${name}`;
  const hub = await startHub({ env: { YOURCALL_STORE: address.href } });
  const ask = await fill(hub);
  psql(
    address.href,
    `GRANT USAGE ON SCHEMA yourcall TO ${name}`,
    `GRANT SELECT ON ALL TABLES IN SCHEMA yourcall TO ${name}`,
  );
  address.username = name;
  const tables = psql(address.href, "SELECT tablename FROM pg_tables WHERE schemaname = 'yourcall'").trim().split("\n");
  const rows = tables.flatMap((table) =>
    psql(address.href, `SELECT row_to_json(t) FROM yourcall."${table}" AS t`)
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Record<string, unknown>),
  );
  expect(await tryAll(hub, textsOf(rows))).toEqual([]);
  expect((await hub.client("human").get(ask)).status).toBe("pending");
});

/** The secret half of the hub's identity key, in the forms in which it might be stored. */
function formsOfIdentityKey({ directory }: TestHub): (string | Buffer)[] {
  const { d = "" } = createPrivateKey(readFileSync(join(directory, "identity.pem"))).export({ format: "jwk" });
  const secret = Buffer.from(d, "base64url");
  expect(secret).toHaveLength(32);
  return [secret, d, secret.toString("hex"), secret.toString("base64"), "PRIVATE KEY"];
}

function textsOf(rows: readonly Record<string, unknown>[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.values(row)).filter((value) => typeof value === "string"))];
}
