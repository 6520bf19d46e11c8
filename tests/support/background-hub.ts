import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { HubClient } from "@yourcall/client";
import { createHubClient } from "@yourcall/client/node";
import { onTestFinished, vi } from "vitest";
import { type HubFile, readHubFile, temporaryDirectory } from "./hub.ts";

/** A state directory in which commands may start a hub in the background. Whichever runs there last is ended with the test. */
export function homeOfBackgroundHub(name?: string): string {
  const directory = temporaryDirectory(name);
  // Any port: the usual one may be somebody's own.
  writeFileSync(join(directory, "config.json"), JSON.stringify({ port: 0 }));
  onTestFinished(async () => {
    const file = readHubFile(directory);
    if (file === null || !isAlive(file.pid)) return;
    process.kill(file.pid, "SIGKILL");
    await vi.waitFor(() => {
      if (isAlive(file.pid)) throw new Error(`The hub ${file.pid} does not end`);
    });
  });
  return directory;
}

/** The hub of this directory, as soon as one that is not `before` has written itself down. */
export function hubIn(directory: string, before?: { pid: number }): Promise<HubFile> {
  return vi.waitFor(
    () => {
      const file = readHubFile(directory);
      if (file === null || file.pid === before?.pid) throw new Error(`No (other) hub runs in ${directory}`);
      return file;
    },
    { timeout: 15_000, interval: 20 },
  );
}

/** A person's client of the hub that runs in this directory. */
export async function humanClientIn(directory: string): Promise<HubClient> {
  const { socket } = await hubIn(directory);
  const { human } = JSON.parse(readFileSync(join(directory, "tokens.json"), "utf8"));
  const client = createHubClient({ socketPath: socket, token: human });
  onTestFinished(() => client.close());
  return client;
}

/** Does it run? One that has ended and that its parent has not taken note of does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
