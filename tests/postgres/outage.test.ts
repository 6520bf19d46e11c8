import { expect } from "vitest";
import { freePort } from "../support/free-port.ts";
import { startCommand, temporaryDirectory } from "../support/hub.ts";
import { testWith } from "../support/needs.ts";
import { startPgBouncer } from "../support/pgbouncer.ts";
import { usePostgres } from "../support/postgres.ts";
import { newStore } from "./new-store.ts";

const serve = (store: string) =>
  startCommand(["serve", "--port", "0"], { env: { YOURCALL_HOME: temporaryDirectory(), YOURCALL_STORE: store } });

testWith("pgbouncer")(
  "a hub that starts while the pooler or the database is away waits, and says so once",
  async () => {
    const server = await usePostgres();
    const address = new URL(newStore(server));
    const [pooler, nobody] = [await freePort(), await freePort()];
    const through = new URL(address);
    through.port = `${pooler}`;
    through.searchParams.set("prepare", "false");
    const hub = serve(through.href);
    await hub.says(/cannot be reached \(.*ECONNREFUSED.*\).* The hub keeps trying\./);
    // The pooler is back, but not yet the database behind it.
    const { pointTo } = await startPgBouncer(nobody, pooler);
    const second = serve(through.href);
    await second.says(" The hub keeps trying.");
    pointTo(Number(address.port));
    await hub.says(" listens on ");
    await second.says(" listens on ");
    for (const each of [hub, second]) expect(each.stderr().match(/The hub keeps trying/g)).toHaveLength(1);
  },
);

testWith("pgbouncer")("a hub with a wrong database, user or host ends at once, and says why", async () => {
  const { port } = new URL(await usePostgres());
  const wrong = [
    [`postgres://yourcall@127.0.0.1:${port}/none`, /database "none" does not exist/],
    [`postgres://nobody@127.0.0.1:${port}/postgres`, /role "nobody" does not exist/],
    ["postgres://yourcall@no-such-host.invalid/postgres", /cannot be reached \(.*ENOTFOUND|EAI_AGAIN/],
    ["postgres://yourcall@127.0.0.1/postgres?sslmode=always", /sslmode must be one of/],
  ] as const;
  const ended = await Promise.all(wrong.map(([store]) => serve(store).ended));
  for (const [index, [store, message]] of wrong.entries())
    expect(ended[index], store).toMatchObject({ code: 1, stderr: expect.stringMatching(message) });
});
