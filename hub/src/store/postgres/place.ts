import { readFileSync } from "node:fs";
import type { ConnectionOptions } from "node:tls";
import { messageOf } from "@yourcall/core";
import { storeUnavailable } from "../../hub-errors.ts";

export interface Host {
  /** A name, an address, or the directory of a socket. */
  host: string;
  port: number;
}

/** Where the database is, from a `postgres://` URL. */
export interface Place {
  /** For the driver, without the parts that are fields of their own below. */
  url: string;
  /** Several for fail-over: one of them accepts writes. */
  hosts: readonly Host[];
  /** Where LISTEN connects to, which needs a session and so must bypass a pooler in transaction mode; empty: to the server in use. */
  listenHosts: readonly Host[];
  tls: Tls;
  schema: string;
  /** Whether statements are prepared. Poolers before PgBouncer 1.21 cannot in transaction mode. */
  prepare: boolean;
  /** For messages, without the password. */
  name: string;
}

/** The driver's `ssl` option, without the server's name. */
type Tls = false | "prefer" | ConnectionOptions;

const tlsModes = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"];
const defaultPort = 5432;

/**
 * `postgres://USER:PASSWORD@HOST:PORT,HOST:PORT/DATABASE?schema=yourcall&listen=HOST:PORT&prepare=false&sslmode=verify-full`.
 * Any other parameter is a setting of the session.
 */
export function parsePlace(text: string): Place {
  // `URL` does not accept several hosts separated by commas.
  const list = /^postgres(?:ql)?:\/\/(?:[^/?]*@)?([^/?@]*)/.exec(text)?.[1] ?? "";
  const [first = ""] = list.split(",");
  const single = list === first ? text : text.replace(list, () => first);
  const url = URL.canParse(single) ? new URL(single) : undefined;
  if (url === undefined || ![url.username, url.password, list].every(isDecodable))
    throw storeUnavailable(
      "The store's address is not valid. Write postgres://USER:PASSWORD@HOST:PORT/DATABASE, with %25 for a % in the password.",
    );
  const take = (name: string) => {
    const value = url.searchParams.get(name);
    url.searchParams.delete(name);
    return value;
  };
  const [schema, listen, prepare] = [take("schema") ?? "yourcall", take("listen"), take("prepare")];
  if (!/^[a-z_][a-z0-9_]{0,40}$/.test(schema))
    throw storeUnavailable(`schema must be lower-case letters, digits and _, got "${schema}".`);
  // Not needed: which of several hosts accepts writes is determined in any case.
  take("target_session_attrs");
  const tls = toTls(take);
  return {
    url: url.href,
    hosts: toHosts(list),
    listenHosts: listen === null ? [] : toHosts(listen),
    tls,
    schema,
    prepare: prepare !== "false",
    name: `postgres://${list}${url.pathname}`,
  };
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function toHosts(list: string): Host[] {
  return list.split(",").map((each) => {
    const [, name = "", port] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(each) ?? [];
    const host = decodeURIComponent(name).replace(/^\[|\]$/g, "");
    return { host: host === "" ? "localhost" : host, port: port === undefined ? defaultPort : Number(port) };
  });
}

function toTls(take: (name: string) => string | null): Tls {
  const [mode, root, certificate, key] = [take("sslmode"), take("sslrootcert"), take("sslcert"), take("sslkey")];
  if (mode !== null && !tlsModes.includes(mode))
    throw storeUnavailable(`sslmode must be one of ${tlsModes.join(", ")}, got "${mode}".`);
  if (mode === "disable" || (mode === null && root === null)) return false;
  if (mode === "allow" || mode === "prefer") return "prefer";
  const own = {
    ...(root === null || root === "system" ? {} : { ca: readPart("sslrootcert", root) }),
    ...(certificate === null ? {} : { cert: readPart("sslcert", certificate) }),
    ...(key === null ? {} : { key: readPart("sslkey", key) }),
  };
  // As in PostgreSQL's own programs, a certificate authority is checked if one is given.
  if (mode === "require" && root === null) return { ...own, rejectUnauthorized: false };
  if (mode === "require" || mode === "verify-ca") return { ...own, checkServerIdentity: () => undefined };
  return own;
}

function readPart(name: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw storeUnavailable(
      `The file of ${name} cannot be read (${messageOf(error)}). Check the store's address.`,
      error,
    );
  }
}
