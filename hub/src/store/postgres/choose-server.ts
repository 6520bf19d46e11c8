import { storeUnavailable } from "../../hub-errors.ts";
import { createKnownServers, type ServerIdentity } from "../../state/known-servers.ts";
import type { Row } from "../queries/query.ts";
import { connect } from "./driver.ts";
import type { Host, Place } from "./place.ts";
import { LostConnection, toStoreFailure } from "./store-failure.ts";

interface Server extends ServerIdentity {
  host: Host;
  isWritable: boolean;
  /** The id of the store there; empty if there is none yet. */
  store: string;
}

export interface ServerChoice {
  /** Looks at the hosts and chooses the one to connect to now. */
  pick(): Promise<Host>;
  /** The last choice. */
  current(): Pick<Server, "host" | "timeline"> | undefined;
  /** Remembers what the server in use has become, and that this store is there. */
  recordServer(store: string, timeline?: number): void;
}

// A host that has not answered by then is taken for silent, sooner if another has answered that accepts writes. A host that is alone
// gets as long as the driver waits for a connection.
const answerMs = 1500;
const onlyAnswerMs = 5000;
const graceMs = 500;

// A standby has no current position, only that of its last checkpoint.
const identify = `SELECT pg_is_in_recovery() AS standby, (SELECT system_identifier::text FROM pg_control_system()) AS system,
  CASE WHEN pg_is_in_recovery() THEN (SELECT timeline_id FROM pg_control_checkpoint())
    ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int END AS timeline`;

/**
 * Chooses among the hosts of a place: one that accepts writes and is on the newest timeline that any of them, or this hub earlier,
 * has seen. So an old primary that comes back after a fail-over is not used.
 */
export function chooseServer(
  place: Place,
  known = createKnownServers(),
  log: (message: string) => void = () => {},
): ServerChoice {
  let current: Server | undefined;
  let isTold = false;

  function remember({ store, system, timeline }: Server): void {
    const before = known.get(store);
    if (store !== "" && system !== "" && (before?.system !== system || before.timeline < timeline))
      known.set(store, { system, timeline });
  }

  async function pick(): Promise<Host> {
    const limit = Promise.withResolvers<void>();
    const timers = [setTimeout(limit.resolve, place.hosts.length === 1 ? onlyAnswerMs : answerMs)];
    const found = await Promise.all(
      place.hosts.map(async (host) => {
        const server = await askServer(place, host, limit.promise);
        if ("host" in server && server.isWritable) timers.push(setTimeout(limit.resolve, graceMs));
        return server;
      }),
    );
    for (const timer of timers) clearTimeout(timer);
    const servers = found.filter((each) => "host" in each);
    const writable = servers.filter(({ isWritable }) => isWritable);
    const newest = ({ system, store }: Server) =>
      [known.get(store), ...servers].reduce(
        (most, each) => (each?.system === system ? Math.max(most, each.timeline) : most),
        0,
      );
    const isOther = ({ system, store }: Server) => system !== "" && (known.get(store)?.system ?? system) !== system;
    const chosen = writable.find((server) => !isOther(server) && server.timeline >= newest(server));
    if (chosen !== undefined) {
      if (chosen.system === "" && !isTold)
        log(`${place.name} does not say its timeline, so an old primary that comes back would not be noticed.`);
      isTold ||= chosen.system === "";
      remember(chosen);
      current = chosen;
      return chosen.host;
    }
    const old = writable.find((server) => !isOther(server));
    if (old !== undefined) throw isOld(old, newest(old));
    const [other] = writable;
    if (other !== undefined) throw isAnother(other, known.file);
    if (servers.length > 0)
      throw new LostConnection(`None of the hosts of ${place.name} accepts writes. Nothing was written.`, false);
    const errors = found.map((each) => ("error" in each ? each.error : undefined));
    throw errors.find((error) => !(error instanceof LostConnection)) ?? errors[0];
  }

  return {
    pick,
    current: () => current,
    recordServer(store, timeline = current?.timeline ?? 0) {
      if (current === undefined) return;
      current = { ...current, store, timeline: Math.max(timeline, current.timeline) };
      remember(current);
    },
  };
}

/** The timeline as `yourcall.timeline()` writes it. */
export function toTimeline(server: Pick<Server, "timeline"> | undefined): string {
  return server === undefined || server.timeline === 0
    ? ""
    : server.timeline.toString(16).toUpperCase().padStart(8, "0");
}

/** Rejects nothing: what went wrong is returned. After `limit` the host counts as silent. */
async function askServer(place: Place, host: Host, limit: Promise<void>): Promise<Server | { error: unknown }> {
  const driver = connect(place, host, { max: 1 });
  const send = (text: string) => driver.sql.unsafe(text, [], { prepare: false });

  async function ask(): Promise<Server> {
    // Not every service that speaks PostgreSQL's language has these functions.
    const [row] = await send(identify).catch((error) => {
      if (!/^(?:42501|42883|0A000|55000)$/.test(String(error?.code))) throw error;
      return send("SELECT pg_is_in_recovery() AS standby, '' AS system, 0 AS timeline");
    });
    const [named] = await send(`SELECT value FROM ${place.schema}.meta WHERE name = 'id'`).catch((error) => {
      if (!/^(?:42P01|3F000|42501)$/.test(String(error?.code))) throw error;
      return [];
    });
    const { standby, system, timeline }: Row = row ?? {};
    return {
      ...{ host, isWritable: standby === false, store: String(named?.value ?? "") },
      ...{ system: String(system ?? ""), timeline: Number(timeline ?? 0) },
    };
  }
  try {
    const silent = `${host.host}:${host.port} of ${place.name} does not answer. Nothing was written.`;
    const asked = await Promise.race([ask(), limit]);
    return asked ?? { error: new LostConnection(silent, false) };
  } catch (error) {
    return { error: toStoreFailure(error, place.name) };
  } finally {
    void driver.drop();
  }
}

function isOld({ host, timeline }: Server, newest: number): LostConnection {
  return new LostConnection(
    `${host.host}:${host.port} is an old primary: it is on timeline ${timeline}, and timeline ${newest} has taken over. Nothing was written. ` +
      "Stop it, or make it a standby of the new primary (docs/scale.md).",
    false,
  );
}

function isAnother({ host }: Server, file: string | undefined) {
  return storeUnavailable(
    `${host.host}:${host.port} has a copy of this store, not the server that this hub used. Nothing was written. ` +
      `Check the store's address. To continue with the copy, ${file === undefined ? "start the hub again" : `remove ${file} and start the hub again`}.`,
  );
}
