import { Socket } from "node:net";
import postgres from "postgres";
import type { Query, Row, Value } from "../queries/query.ts";
import type { Host, Place } from "./place.ts";
import { toStoreFailure } from "./store-failure.ts";

export interface Connections {
  /** For short statements: without a reply within seconds the server is assumed to be gone. */
  query: Query;
  /** Like `query`, but all on one connection in the order of the calls, each sent without waiting for earlier replies. */
  queryInOrder: Query;
  /** For statements that may read much. */
  slowQuery: Query;
  /** Statements that run together or not at all. A script is several statements without values. */
  inTransaction<Result>(
    act: (query: Query, script: (text: string) => Promise<unknown>) => Promise<Result>,
  ): Promise<Result>;
  close(): Promise<void>;
}

interface ConnectionOptions {
  /** How long a short statement may take. Longer than `commit_1` waits for its lock. */
  replyMs?: number;
  /** Where to connect to. By default the hosts in turn. */
  choice?: HostChoice;
}

// A hub needs few connections: reads are short, and it commits one batch at a time. A statement may be sent behind another on the same
// connection, so statements that may take seconds, such as a search, have connections of their own.
const shortConnections = 5;
const slowConnections = 2;
const closeSeconds = 5;
const connectSeconds = 5;
const keepAliveMs = 10_000;

/**
 * A pool. Connections are opened when needed, and reopened after they were lost. A host that vanishes closes none of them, and
 * statements sent there would wait for a quarter of an hour. So if a short statement gets no reply, all connections are replaced.
 */
export function openConnections(
  place: Place,
  { replyMs = 6000, choice = chooseHost(place.hosts) }: ConnectionOptions = {},
): Connections {
  const open = (): Pool => ({
    any: connect(place, choice, shortConnections),
    one: connect(place, choice, 1),
    slow: connect(place, choice, slowConnections),
  });
  let pool = open();
  let closed = false;

  function replace(old: Pool): void {
    if (pool !== old || closed) return;
    choice.next();
    pool = open();
    for (const driver of Object.values(old)) void driver.drop();
  }

  async function run(act: (pool: Pool) => Promise<unknown>, limitMs?: number): Promise<Row[]> {
    const used = pool;
    let isSilent = false;
    const timer =
      limitMs === undefined
        ? undefined
        : setTimeout(() => {
            isSilent = true;
            replace(used);
          }, limitMs);
    try {
      return (await act(used)) as Row[];
    } catch (error) {
      throw toStoreFailure(error, place.name, { isDropped: isSilent || used !== pool });
    } finally {
      clearTimeout(timer);
    }
  }

  const send = (on: Pick<postgres.Sql, "unsafe">, text: string, values: Value[]) =>
    on.unsafe(withSchema(text, place), values.map(toValue), { prepare: place.prepare });
  return {
    query: (text, ...values) => run(({ any }) => send(any.sql, text, values), replyMs),
    queryInOrder: (text, ...values) => run(({ one }) => send(one.sql, text, values), replyMs),
    slowQuery: (text, ...values) => run(({ slow }) => send(slow.sql, text, values)),
    inTransaction: async (act) => {
      try {
        const run = (on: postgres.TransactionSql) =>
          act(
            async (text, ...values) => (await send(on, text, values)) as Row[],
            (text) => on.unsafe(withSchema(text, place)).simple(),
          );
        return (await pool.slow.sql.begin(run)) as Awaited<ReturnType<typeof act>>;
      } catch (error) {
        throw toStoreFailure(error, place.name);
      }
    },
    async close() {
      closed = true;
      await Promise.all(Object.values(pool).map((driver) => driver.end()));
    },
  };
}

type Pool = Record<"any" | "one" | "slow", Driver>;

export interface Driver {
  sql: postgres.Sql;
  /** Closes idle connections, and after some seconds the rest. */
  end(): Promise<void>;
  /** Closes all connections immediately. Statements without a reply fail. */
  drop(): Promise<void>;
}

export interface HostChoice {
  readonly count: number;
  /** Where to connect to now. */
  pick(): Promise<Host>;
  /** Chooses anew, unless `from` is no longer the current host. */
  next(from?: Host): void;
}

/** Takes the hosts in turn. */
export function chooseHost(hosts: readonly Host[]): HostChoice {
  let at = 0;
  const current = () => hosts[at] as Host;
  return {
    count: hosts.length,
    pick: async () => current(),
    next(from = current()) {
      if (from === current()) at = (at + 1) % hosts.length;
    },
  };
}

/** The driver with our settings. */
export function connect({ url, tls, prepare, schema }: Place, choice: HostChoice, max: number): Driver {
  const sockets = new Set<Socket>();
  let isEnded = false;

  // The driver's own handling of several hosts never fails, so nobody would learn that all of them are away.
  async function openSocket(): Promise<Socket> {
    const picked = await choice.pick().catch((error: Error) => error);
    const chosen = isEnded ? new Error("The connection was closed.") : picked;
    const onClose = () => {
      sockets.delete(socket);
      if (!(chosen instanceof Error)) choice.next(chosen);
    };
    const socket = chosen instanceof Error ? new RefusedSocket(onClose, chosen) : new WatchedSocket(onClose);
    sockets.add(socket);
    if (chosen instanceof Error) return socket;
    const { host, port } = chosen;
    socket.setKeepAlive(true, keepAliveMs);
    socket.setNoDelay(true);
    if (host.startsWith("/")) socket.connect(`${host}/.s.PGSQL.${port}`);
    else socket.connect(port, host);
    // The driver takes the name for TLS from here.
    return Object.assign(socket, { host, port });
  }

  const sql = postgres(url, {
    max,
    prepare,
    ...({ ssl: tls, socket: openSocket } as object),
    ...(choice.count > 1 ? { target_session_attrs: "primary" } : {}),
    connect_timeout: connectSeconds,
    // Saves reading the array types at each start; arrays are sent as text.
    fetch_types: false,
    onnotice() {},
    // The backoff between attempts. The caller decides how long to try.
    backoff: () => 0.05,
    connection: { application_name: `yourcall ${schema}` },
    types: {
      bigint: { to: 20, from: [20], parse: Number, serialize: String },
      // Values are JSON text already.
      json: { to: 114, from: [114], parse: String, serialize: String },
    },
  }) as unknown as postgres.Sql;
  const end = async (timeout: number) => {
    isEnded ||= timeout === 0;
    await sql.end({ timeout }).catch(() => {});
    isEnded = true;
    for (const socket of sockets) socket.destroy();
  };
  return { sql, end: () => end(closeSeconds), drop: () => end(0) };
}

/** Calls `onClose` when it closes, also with TLS: the driver then removes every listener, and an error without one would end the hub. */
class WatchedSocket extends Socket {
  readonly #onClose: () => void;

  constructor(onClose: () => void) {
    super();
    this.#onClose = onClose;
    this.#watch();
  }

  // Node counts the arguments: one that is undefined would remove nothing.
  override removeAllListeners(...event: [name?: string | symbol]): this {
    super.removeAllListeners(...event);
    return this.#watch();
  }

  #watch(): this {
    return this.once("close", this.#onClose).on("error", () => {});
  }
}

/** There is no host to connect to: fails at the first write. Without a socket the driver would give up its connection for good. */
class RefusedSocket extends WatchedSocket {
  readonly #error: Error;

  constructor(onClose: () => void, error: Error) {
    super(onClose);
    this.#error = error;
  }

  override write(): boolean {
    this.destroy(this.#error);
    return false;
  }
}

function withSchema(text: string, { schema }: Place): string {
  return schema === "yourcall" ? text : text.replaceAll("yourcall.", `${schema}.`);
}

// PostgreSQL allows no zero byte in a text. Stored texts have none either, so a search for one finds nothing.
function toValue(value: Value): Value {
  return typeof value === "string" && value.includes("\0") ? value.replaceAll("\0", "\ufffd") : value;
}

/** A text as PostgreSQL can store it. */
export function toText(text: string): string {
  return text.replaceAll("\0", "\ufffd").toWellFormed();
}

/** Texts or numbers as an array for a statement. */
export function toArray(values: readonly (string | number)[]): string {
  return `{${values.map((value) => `"${String(value).replace(/["\\]/g, "\\$&")}"`).join(",")}}`;
}
