import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { HubClient } from "@yourcall/client";
import { createHubClient } from "@yourcall/client/node";
import { onTestFinished, vi } from "vitest";
import { type CommandOptions, type Ended, type HubFile, readHubFile, startCommand, temporaryDirectory } from "./hub.ts";
import { endProcessesOf } from "./processes.ts";
import { compileCache } from "./terminal.ts";

/** A state directory in which commands may start background hubs. Its processes are ended after the test. */
export function homeOfBackgroundHub(name?: string): string {
  const directory = temporaryDirectory(name);
  // Any port: the default one may be in use.
  writeFileSync(join(directory, "config.json"), JSON.stringify({ port: 0 }));
  onTestFinished(() => endProcessesOf(directory));
  return directory;
}

/** The hub of this directory, once its hub.json names another hub than `before`. */
export function hubIn(directory: string, before?: { pid: number }): Promise<HubFile> {
  return vi.waitFor(
    () => {
      const file = readHubFile(directory);
      if (file === null || file.pid === before?.pid) throw new Error(`No (other) hub runs in ${directory}`);
      return file;
    },
    { timeout: 30_000, interval: 20 },
  );
}

/** A person's client for the hub of this directory. */
export async function humanClientIn(directory: string): Promise<HubClient> {
  const { socket } = await hubIn(directory);
  const { human } = JSON.parse(readFileSync(join(directory, "tokens.json"), "utf8"));
  const client = createHubClient({ socketPath: socket, token: human });
  onTestFinished(() => client.close());
  return client;
}

/** Runs `yourcall ARGS` to its end, without a terminal, in an empty home. A hub that it starts is ended with the test. */
export function runCommand(args: string[], options: CommandOptions = {}): Promise<Ended> {
  const home = homeOfBackgroundHub();
  return startCommand(args, {
    ...options,
    env: { HOME: home, XDG_CACHE_HOME: compileCache, YOURCALL_HOME: home, ...options.env },
  }).ended;
}
