import type { AddressInfo } from "node:net";
import { createAccess } from "./access/access.ts";
import { createHosts } from "./access/hosts.ts";
import { createIdentity } from "./access/identity.ts";
import type { LocalTokens } from "./access/local-tokens.ts";
import { createToken } from "./access/token.ts";
import { systemClock } from "./clock.ts";
import { createHub } from "./create-hub.ts";
import { createHubServer } from "./http/create-server.ts";
import { inMemory } from "./store/sqlite/open-database.ts";
import { openSqliteStore } from "./store/sqlite/open-store.ts";

/** A hub that writes nothing: its asks are lost when it stops. */
export interface MemoryHub {
  url: string;
  tokens: LocalTokens;
  stop(): Promise<void>;
}

/**
 * Starts a hub in memory, on any free port of loopback, for places where nothing can be written.
 *
 * @example
 * const running = await startMemoryHub({ version: "1.0.0" });
 * console.log(running.url, running.tokens.agent);
 */
export async function startMemoryHub({ version }: { version: string }): Promise<MemoryHub> {
  const clock = systemClock;
  const store = await openSqliteStore(inMemory);
  const hub = createHub({ store, clock });
  const tokens = { agent: createToken("agent"), human: createToken("human") };
  const place = { url: "", socket: "", directory: "" };
  let hosts = createHosts(0);
  const access = createAccess({ store, local: tokens, identity: createIdentity(), clock });
  const server = createHubServer({ hub, access, version, hosts: () => hosts, place: () => place });
  await new Promise<void>((resolve, reject) => {
    server.tcp.once("error", reject);
    server.tcp.listen({ port: 0, host: "127.0.0.1" }, resolve);
  });
  const { port } = server.tcp.address() as AddressInfo;
  hosts = createHosts(port);
  place.url = `http://127.0.0.1:${port}`;
  return {
    url: place.url,
    tokens,
    async stop() {
      await server.stop();
      await hub.stop();
      await store.close();
    },
  };
}
