import { appendFileSync, existsSync, writeFileSync } from "node:fs";
import type { HubClient } from "@yourcall/client";
import { createHubClient } from "@yourcall/client/node";

// What the programs here have in common. Each is a server that starts its run, once, and follows what people decide.

/** Ends this process like a power failure, if the test wants it at this point. */
export function dieAt(point: string): void {
  if (process.env.DIE_AT !== point) return;
  process.kill(process.pid, "SIGKILL");
  for (;;);
}

/** Notes what the run did; the test reads it. */
export function note(line: string): void {
  appendFileSync(setting("LOG"), `${line.replaceAll("\n", " ")}\n`);
}

/** Fails, the first time that any server comes here, if the test wants to see it die after that. */
export function failOnce(): void {
  if (process.env.DIE_AT !== "after a failure" || existsSync(`${setting("LOG")}.failed`)) return;
  writeFileSync(`${setting("LOG")}.failed`, "");
  throw new Error("The node fails once.");
}

export function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set.`);
  return value;
}

/** A client of the hub that may die whenever it asks or says that an outcome was taken. */
export function openHub(): HubClient {
  const hub = createHubClient({ url: setting("YOURCALL_URL"), token: setting("YOURCALL_TOKEN") });
  return {
    ...hub,
    async create(...args) {
      dieAt("before asking");
      const ask = await hub.create(...args);
      dieAt("after asking");
      return ask;
    },
    async delivery(id, report) {
      if (report.state !== "waiting") dieAt("before taken");
      return hub.delivery(id, report);
    },
  };
}

/** Continues a run, and may die right before and right after it. */
export async function resuming<Value>(run: () => Promise<Value>): Promise<Value> {
  dieAt("before resuming");
  const value = await run();
  dieAt("after resuming");
  return value;
}

export const followOptions = {
  leaseMs: 1000,
  onError(error: unknown) {
    dieAt("after a failure");
    console.error(error);
  },
};
