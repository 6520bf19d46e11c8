import postgres from "postgres";
import { storeUnavailable, toStoreFailure } from "./store-failure.ts";

export type Row = Record<string, unknown>;
type Value = string | number | boolean | null;

/** Runs one statement and returns its rows. Tables are written as `yourcall.NAME`. */
export type Query = (text: string, ...values: Value[]) => Promise<Row[]>;

/** Where the database is, from a `postgres://` URL. */
export interface Place {
  /** For the driver. */
  url: string;
  /** For LISTEN, which needs a session of its own: past a pooler that gives connections out per transaction. */
  listenUrl: string;
  schema: string;
  /** Whether statements are prepared. Poolers before PgBouncer 1.21 cannot in transaction mode. */
  prepare: boolean;
  /** For messages, without the password. */
  name: string;
}

/**
 * `postgres://USER:PASSWORD@HOST:PORT/DATABASE?schema=yourcall&listen=HOST:PORT&prepare=false`. What else is in the query
 * (`sslmode`, `target_session_attrs`) is the driver's.
 */
export function parsePlace(text: string): Place {
  // Several hosts, separated by commas, are not an URL to the platform.
  const hosts = /^postgres(?:ql)?:\/\/(?:[^@/?]*@)?([^/?]*)/.exec(text)?.[1] ?? "";
  const [firstHost = ""] = hosts.split(",");
  const single = hosts === firstHost ? text : text.replace(hosts, firstHost);
  if (!URL.canParse(single))
    throw storeUnavailable("The store's address is not valid. Write postgres://USER:PASSWORD@HOST:PORT/DATABASE.");
  const url = new URL(single);
  const take = (name: string) => {
    const value = url.searchParams.get(name);
    url.searchParams.delete(name);
    return value;
  };
  const [schema, listen, prepare] = [take("schema") ?? "yourcall", take("listen"), take("prepare")];
  if (!/^[a-z_][a-z0-9_]{0,40}$/.test(schema))
    throw storeUnavailable(`schema must be lower-case letters, digits and _, got "${schema}".`);
  const { href } = url;
  const withHosts = (other: string) => href.replace(url.host, () => other);
  return {
    url: withHosts(hosts),
    listenUrl: withHosts(listen ?? hosts),
    schema,
    prepare: prepare !== "false",
    name: `postgres://${hosts}${url.pathname}`,
  };
}

export interface Connections {
  query: Query;
  /** The same with statements that run together or not at all. A script is several statements without values. */
  inTransaction<Result>(
    act: (query: Query, script: (text: string) => Promise<unknown>) => Promise<Result>,
  ): Promise<Result>;
  close(): Promise<void>;
}

// A hub needs few: reads are short, and it commits one batch at a time.
const mostConnections = 8;
const closeSeconds = 5;

/** A pool. Connections are opened when needed, and again after they were lost. */
export function openConnections(place: Place): Connections {
  const sql = connect(place.url, place, mostConnections);
  const toQuery =
    (on: Pick<typeof sql, "unsafe">): Query =>
    async (text, ...values) => {
      try {
        return await on.unsafe<Row[]>(withSchema(text, place), values.map(toValue), { prepare: place.prepare });
      } catch (error) {
        throw toStoreFailure(error, place.name);
      }
    };
  return {
    query: toQuery(sql),
    inTransaction: async (act) => {
      try {
        const run = (on: postgres.TransactionSql) =>
          act(toQuery(on), (text) => on.unsafe(withSchema(text, place)).simple());
        return (await sql.begin(run)) as Awaited<ReturnType<typeof act>>;
      } catch (error) {
        throw toStoreFailure(error, place.name);
      }
    },
    close: () => sql.end({ timeout: closeSeconds }),
  };
}

/** The driver with our settings. */
export function connect(url: string, { prepare, schema }: Place, max: number) {
  return postgres(url, {
    max,
    prepare,
    connect_timeout: 10,
    // Array types would be read at each start; arrays are sent as text.
    fetch_types: false,
    onnotice() {},
    // The backoff between attempts. Whoever calls decides how long to try.
    backoff: () => 0.05,
    connection: { application_name: `yourcall ${schema}` },
    types: {
      bigint: { to: 20, from: [20], parse: Number, serialize: String },
      // It is JSON already.
      json: { to: 114, from: [114], parse: String, serialize: String },
    },
  });
}

function withSchema(text: string, { schema }: Place): string {
  return schema === "yourcall" ? text : text.replaceAll("yourcall.", `${schema}.`);
}

// PostgreSQL has no zero byte in a text. What is stored has none either, so nothing is found by this.
function toValue(value: Value): Value {
  return typeof value === "string" && value.includes("\0") ? value.replaceAll("\0", "\ufffd") : value;
}

/** A text as PostgreSQL can hold it. */
export function toText(text: string): string {
  return text.replaceAll("\0", "\ufffd").toWellFormed();
}

/** Texts or numbers as an array for a statement. */
export function toArray(values: readonly (string | number)[]): string {
  return `{${values.map((value) => `"${String(value).replace(/["\\]/g, "\\$&")}"`).join(",")}}`;
}
