import type { HubClient } from "@yourcall/client";
import { createHubClient, stateDirectory } from "@yourcall/client/node";
import { startHub, startMemoryHub } from "@yourcall/hub";
import { connect } from "./connect.ts";
import { readConfig, toHubSettings } from "./read-config.ts";
import { makeStateDirectory } from "./state-directory.ts";
import { findStore, isDatabaseUrl } from "./store-file.ts";

/** A hub in this process, and its clients. */
export interface HubHere {
  agent: HubClient;
  person: HubClient;
  /** What the person should know about it. */
  notice: string;
  stop(): Promise<void>;
}

let opened: Promise<HubHere> | undefined;

/**
 * A hub in this process, because none could be started in the background: on the usual store, where other terminals and Neovim find
 * it, or in memory if nothing can be written there. It has no page, no `/mcp` and no notifications. All callers share one.
 */
export function openHubHere(reason: Error): Promise<HubHere> {
  opened ??= open(reason);
  return opened;
}

async function open(reason: Error): Promise<HubHere> {
  if (!process.env.YOURCALL_URL) {
    try {
      return await openOnStore(reason);
    } catch {
      // What keeps a hub in the background from starting, such as a directory that cannot be written, usually does so here too.
    }
  }
  const { url, tokens, stop } = await startMemoryHub({ version: VERSION });
  return {
    agent: createHubClient({ url, token: tokens.agent }),
    person: createHubClient({ url, token: tokens.human }),
    notice: `No hub has this question, so it was only in this terminal and is in no log. ${reason.message}`,
    stop,
  };
}

async function openOnStore(reason: Error): Promise<HubHere> {
  const directory = stateDirectory();
  makeStateDirectory(directory);
  const store = findStore(directory);
  if (isDatabaseUrl(store)) throw reason;
  const { stop } = await startHub({ directory, version: VERSION, store, ...toHubSettings(readConfig()) });
  return {
    agent: await connect("agent", { start: false }),
    person: await connect("human", { start: false }),
    notice: `No hub could be started in the background, so this command ran one until now, without web inbox and notifications. ${reason.message}`,
    stop,
  };
}
