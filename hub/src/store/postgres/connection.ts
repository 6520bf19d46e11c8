import type postgres from "postgres";
import { storeUnavailable } from "../../hub-errors.ts";
import type { Query, Row, Value } from "../queries/query.ts";
import { chooseServer, type ServerChoice } from "./choose-server.ts";
import { connect, type Driver } from "./driver.ts";
import type { Place } from "./place.ts";
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
  choice?: ServerChoice;
}

type Pool = Record<"any" | "one" | "slow", Driver>;

// A hub needs few connections: reads are short, and it commits one batch at a time. A statement may be sent behind another on the same
// connection, so statements that may take seconds, such as a search, have connections of their own.
const shortConnections = 5;
const slowConnections = 2;

/**
 * A pool of connections to the server that `choice` picks. If one is lost, all are replaced, and the server is chosen anew. A host that
 * vanishes closes none, and statements sent there would wait for a quarter of an hour: so a short statement without a reply counts as
 * a lost connection.
 */
export function openConnections(
  place: Place,
  { replyMs = 6000, choice = chooseServer(place) }: ConnectionOptions = {},
): Connections {
  let pool: Promise<Pool> | undefined;
  let closed = false;

  function open(): Promise<Pool> {
    const opened = choice.pick().then((host) => {
      const onClose = () => replace(opened);
      return {
        any: connect(place, host, { max: shortConnections, onClose }),
        one: connect(place, host, { max: 1, onClose }),
        slow: connect(place, host, { max: slowConnections, onClose }),
      };
    });
    opened.catch(() => replace(opened));
    return opened;
  }

  function replace(old: Promise<Pool>): void {
    if (pool !== old) return;
    pool = undefined;
    void old.then(
      (drivers) => Promise.all(Object.values(drivers).map((driver) => driver.drop())),
      () => {},
    );
  }

  async function run<Result>(act: (pool: Pool) => Promise<Result>, limitMs?: number): Promise<Result> {
    if (closed) throw storeUnavailable(`${place.name} was closed. Start the hub again.`);
    pool ??= open();
    const used = pool;
    let timer: NodeJS.Timeout | undefined;
    try {
      const drivers = await used;
      if (limitMs !== undefined) timer = setTimeout(() => replace(used), limitMs);
      return await act(drivers);
    } catch (error) {
      throw toStoreFailure(error, place.name);
    } finally {
      clearTimeout(timer);
    }
  }

  const send = async (on: Pick<postgres.Sql, "unsafe">, text: string, values: Value[]) =>
    (await on.unsafe(withSchema(text, place), values.map(toValue), { prepare: place.prepare })) as Row[];
  return {
    query: (text, ...values) => run(({ any }) => send(any.sql, text, values), replyMs),
    queryInOrder: (text, ...values) => run(({ one }) => send(one.sql, text, values), replyMs),
    slowQuery: (text, ...values) => run(({ slow }) => send(slow.sql, text, values)),
    inTransaction: (act) =>
      run(async ({ slow }) => {
        const result = await slow.sql.begin((on) =>
          act(
            (text, ...values) => send(on, text, values),
            (text) => on.unsafe(withSchema(text, place)).simple(),
          ),
        );
        return result as Awaited<ReturnType<typeof act>>;
      }),
    async close() {
      closed = true;
      const last = pool;
      pool = undefined;
      const drivers = await last?.catch(() => undefined);
      if (drivers !== undefined) await Promise.all(Object.values(drivers).map((driver) => driver.end()));
    },
  };
}

function withSchema(text: string, { schema }: Place): string {
  return schema === "yourcall" ? text : text.replaceAll("yourcall.", `${schema}.`);
}

// PostgreSQL allows no zero byte in a text. Stored texts have none either, so a search for one finds nothing.
function toValue(value: Value): Value {
  return typeof value === "string" && value.includes("\0") ? value.replaceAll("\0", "\ufffd") : value;
}

/** A text as PostgreSQL can store it. */
export function toStorableText(text: string): string {
  return text.replaceAll("\0", "\ufffd").toWellFormed();
}

/** Texts or numbers as an array for a statement. */
export function toArray(values: readonly (string | number)[]): string {
  return `{${values.map((value) => `"${String(value).replace(/["\\]/g, "\\$&")}"`).join(",")}}`;
}
