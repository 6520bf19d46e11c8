import { createConnection, type Socket } from "node:net";
import postgres from "postgres";
import type { Host, Place } from "./place.ts";

/** Connections to one server, opened when needed. */
export interface Driver {
  sql: postgres.Sql;
  /** Closes idle connections, and after some seconds the rest. */
  end(): Promise<void>;
  /** Closes all connections immediately. Statements without a reply fail. */
  drop(): Promise<void>;
}

interface DriverOptions {
  /** How many connections at most. */
  max: number;
  /** Called when a connection was lost. The driver would reopen it, at a server that may have become another. */
  onClose?: () => void;
}

const closeSeconds = 5;
const connectSeconds = 5;
const keepAliveMs = 10_000;

/** The driver with our settings, for one server of this place. */
export function connect({ url, tls, prepare, schema }: Place, { host, port }: Host, options: DriverOptions): Driver {
  const sockets: Socket[] = [];
  let isEnded = false;

  // The driver's own sockets wait for more data before they send a little, and cannot be destroyed.
  function openSocket(): Socket {
    // With the code of the driver's own: nothing was sent, so the statement can be tried again on another connection.
    if (isEnded) throw Object.assign(new Error("The connection was closed."), { code: "CONNECTION_ENDED" });
    const to = host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
    const socket = createConnection({ ...to, noDelay: true, keepAlive: true, keepAliveInitialDelay: keepAliveMs });
    sockets.push(socket);
    // The driver takes the name for TLS from here.
    return Object.assign(socket, { host, port });
  }

  const settings = {
    max: options.max,
    prepare,
    socket: openSocket,
    // The name is checked with `host`: the driver passes on no name that is an IP address.
    ssl: typeof tls === "object" ? { ...tls, host } : tls,
    connect_timeout: connectSeconds,
    max_lifetime: null,
    // Saves reading the array types at each start; arrays are sent as text.
    fetch_types: false,
    onnotice() {},
    onclose: () => options.onClose?.(),
    // Seconds between attempts. The caller decides how long to try.
    backoff: () => 0.05,
    connection: { application_name: `yourcall ${schema}` },
    types: {
      bigint: { to: 20, from: [20], parse: Number, serialize: String },
      // Values are JSON text already.
      json: { to: 114, from: [114], parse: String, serialize: String },
    },
  };
  const sql = postgres(url, settings as object);
  const end = async (timeout: number) => {
    isEnded ||= timeout === 0;
    await sql.end({ timeout }).catch(() => {});
    isEnded = true;
    for (const socket of sockets) socket.destroy();
  };
  return { sql, end: () => end(closeSeconds), drop: () => end(0) };
}
