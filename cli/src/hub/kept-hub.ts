import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HubClient } from "@yourcall/client";
import { createHubClient } from "@yourcall/client/node";
import { startHub } from "@yourcall/hub";
import { say } from "../say.ts";
import { importAnswered } from "./import-answered.ts";

/**
 * Runs a hub on this store inside this process, for as long as `use` takes. It has a state directory of its own, so that nobody
 * else finds it: a hub that a person stopped stays stopped.
 */
export async function withKeptHub<Result>(
  directory: string,
  store: string,
  use: (client: HubClient) => Promise<Result>,
): Promise<Result> {
  const place = mkdtempSync(join(tmpdir(), "yourcall-"));
  try {
    const running = await startHub({
      directory: place,
      version: VERSION,
      store,
      adoptStore: true,
      port: 0,
      prepare: (opened) => importAnswered(directory, opened, say),
    });
    const { human } = JSON.parse(readFileSync(join(place, "tokens.json"), "utf8")) as { human: string };
    const client = createHubClient({ socketPath: running.socket, token: human });
    try {
      return await use(client);
    } finally {
      client.close();
      await running.stop();
    }
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
