import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writePrivate } from "./write-private.ts";

/** A server's place in the history of a PostgreSQL cluster. */
export interface ServerIdentity {
  /** The id that a primary shares with all its standbys; empty if the server does not say. */
  system: string;
  /** Grows by one whenever a standby takes over. 0 if the server does not say. */
  timeline: number;
}

/** The newest server that was seen for each store, by the store's id. */
export interface KnownServers {
  /** The file that remembers them; undefined if only this process does. */
  readonly file: string | undefined;
  get(store: string): ServerIdentity | undefined;
  set(store: string, server: ServerIdentity): void;
}

/** With a state directory, in `servers.json` there, so that a hub that starts again knows which server took over. */
export function createKnownServers(directory?: string): KnownServers {
  const file = directory === undefined ? undefined : join(directory, "servers.json");
  const known = new Map(file === undefined ? [] : readKnown(file));
  return {
    file,
    get: (store) => known.get(store),
    set(store, server) {
      known.set(store, server);
      if (file !== undefined) writePrivate(file, `${JSON.stringify(Object.fromEntries(known), null, 2)}\n`);
    },
  };
}

function readKnown(file: string): [string, ServerIdentity][] {
  try {
    const known = JSON.parse(readFileSync(file, "utf8")) as Record<string, Partial<ServerIdentity> | null>;
    return Object.entries(known).flatMap(([store, server]): [string, ServerIdentity][] =>
      typeof server?.system === "string" && typeof server.timeline === "number"
        ? [[store, { system: server.system, timeline: server.timeline }]]
        : [],
    );
  } catch {
    return [];
  }
}
