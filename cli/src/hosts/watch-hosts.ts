import type { HubClient, WireAsk } from "@yourcall/client";
import { stateDirectory } from "@yourcall/client/node";
import { machineClock } from "@yourcall/core";
import type { CodexListener } from "@yourcall/hosts";
import { readGit } from "../hook/hook-context.ts";
import { connect, withHub } from "../hub/connect.ts";

/** The hub's connections to hosts that it has to call itself. */
export interface HostWatcher {
  /** Reads the settings again: at the start, and when they have changed. */
  reload(): void;
  stop(): Promise<void>;
}

/** Connects to Codex in each of these directories, which `setup codex` writes to the settings. A changed list takes effect at once. */
export function createHostWatcher(readHomes: () => readonly string[]): HostWatcher {
  const listeners = new Map<string, CodexListener>();
  let hub: HubClient | undefined;
  let work = Promise.resolve();

  async function update(): Promise<void> {
    const homes = readHomes();
    for (const [home, listener] of listeners)
      if (!homes.includes(home)) {
        listeners.delete(home);
        await listener.stop();
      }
    const added = homes.filter((home) => !listeners.has(home));
    if (added.length === 0) return;
    // Most hubs have no Codex to look for.
    const { listenToCodex, recordLeft, recordSeen } = await import("@yourcall/hosts");
    const onConnected = (isConnected: boolean) => {
      if (isConnected) recordSeen(stateDirectory(), "codex", { at: new Date().toISOString() });
      // Another home may still be connected.
      else if (![...listeners.values()].some((listener) => listener.isConnected()))
        recordLeft(stateDirectory(), "codex");
    };
    hub ??= await connect("agent", { start: false });
    for (const home of added)
      listeners.set(
        home,
        listenToCodex({ home, version: VERSION, hub, clock: machineClock, look: readGit, listLeft, onConnected }),
      );
  }

  /** As a person: an agent sees only the asks of a session that it names, and nobody remembers those of an earlier hub. */
  async function listLeft(): Promise<WireAsk[]> {
    const [pending, decided] = await withHub("human", { start: false }, (person) =>
      Promise.all([
        person.list({ agent: "Codex", status: "pending" }),
        person.list({ agent: "Codex", delivery: "waiting" }),
      ]),
    );
    return [...pending.asks, ...decided.asks];
  }

  return {
    reload() {
      // One after another. A failure must not end the hub.
      work = work.then(update).catch(() => {});
    },
    async stop() {
      await work;
      await Promise.all([...listeners.values()].map((listener) => listener.stop()));
      hub?.close();
    },
  };
}
