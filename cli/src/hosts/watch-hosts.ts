import type { HubClient, WireAsk } from "@yourcall/client";
import { stateDirectory } from "@yourcall/client/node";
import { machineClock } from "@yourcall/core";
import { maxPageSize } from "@yourcall/core/internal";
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
    const { listenToCodex, recordLeft, recordRefused, recordSeen } = await import("@yourcall/hosts");
    const onConnected = (isConnected: boolean) => {
      if (isConnected) recordSeen(stateDirectory(), "codex", { at: new Date().toISOString() });
      // Another home may still be connected.
      else if (![...listeners.values()].some((listener) => listener.isConnected()))
        recordLeft(stateDirectory(), "codex");
    };
    const onRefused = (reason: string) => recordRefused(stateDirectory(), "codex", reason, new Date().toISOString());
    hub ??= await connect("agent", { start: false });
    const all = { version: VERSION, hub, clock: machineClock, look: readGit, listLeft, onConnected, onRefused };
    for (const home of added) listeners.set(home, listenToCodex({ home, ...all }));
  }

  /** As a person: an agent sees only the asks of a session that it names, and nobody remembers those of an earlier hub. */
  function listLeft(): Promise<WireAsk[]> {
    return withHub("human", { start: false }, async (person) => {
      const asks: WireAsk[] = [];
      for (const query of [{ status: "pending" }, { delivery: "waiting" }] as const)
        for await (const ask of person.listAll({ agent: "Codex", ...query, limit: maxPageSize })) asks.push(ask);
      return asks;
    });
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
