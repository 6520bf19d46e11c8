import { messageOf, YourcallError } from "@yourcall/core";
import { storeUnavailable } from "../../hub-errors.ts";

/** The connection or the server failed; the statement may be tried again. */
export class LostConnection extends YourcallError {
  /** Whether the statement may have been committed nevertheless. */
  readonly isUnknown: boolean;
  /** Whether it may pass without a change of the address. */
  readonly isPassing: boolean;

  constructor(message: string, isUnknown: boolean, cause?: unknown, isPassing = true) {
    super("store-unavailable", message, { cause });
    this.isUnknown = isUnknown;
    this.isPassing = isPassing;
  }
}

// Failures before the statement was sent, so nothing can have happened.
const neverSent = new Set(["CONNECT_TIMEOUT", "ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "ENOENT", "CONNECTION_ENDED"]);
// CONNECTION_DESTROYED: we closed the connection, because the server was silent or another connection was lost.
const cutOff = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
]);
const badTls = /^(?:UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|CERT_|ERR_TLS_|ERR_SSL_|ERR_OSSL_|EPROTO$)/;
// The server refused: shutting down, starting up, too many connections, a read-only standby, a conflict. Nothing was done.
const refused = new Set(["57P01", "57P02", "57P03", "53300", "25006", "40001", "40P01", "55P03", "57014"]);
// PgBouncer has one code for everything, also for what a person has to change.
const refusedByPooler = /no such (?:database|user)|password|authentication|not allowed|unsupported|config/i;
const neverReached = /cannot connect|connect failed|login|query_wait_timeout|shutting down/i;
const unusable = /^(?:08|28|3D|3F|42501|53|57|58|XX)/;

/** Turns a driver error into `store-unavailable`; returns any other error unchanged. */
export function toStoreFailure(error: unknown, name: string): unknown {
  if (YourcallError.isInstance(error)) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const because = `(${messageOf(error)})`;
  if (neverSent.has(code))
    return new LostConnection(
      `${name} cannot be reached ${because}. Nothing was written. Check that PostgreSQL runs there.`,
      false,
      error,
      code !== "ENOTFOUND",
    );
  if (code === "ECONNRESET" && because.includes("before secure TLS connection"))
    return new LostConnection(
      `${name} did not agree to TLS ${because}. Nothing was written. Turn on ssl there, or leave sslmode out of its address.`,
      false,
      error,
      false,
    );
  if (cutOff.has(code))
    return new LostConnection(
      `The connection to ${name} was lost ${because}. What was sent may have been kept: check before you send it again.`,
      true,
      error,
    );
  if (refused.has(code))
    return new LostConnection(`${name} does not accept writes now ${because}. Nothing was written.`, false, error);
  if (code.startsWith("08") && !refusedByPooler.test(because)) {
    const isUnknown = !neverReached.test(because);
    const what = isUnknown
      ? "What was sent may have been kept: check before you send it again."
      : "Nothing was written.";
    return new LostConnection(`The pooler at ${name} lost PostgreSQL ${because}. ${what}`, isUnknown, error);
  }
  if (badTls.test(code))
    return storeUnavailable(`TLS with ${name} failed ${because}. Check sslmode and sslrootcert in its address.`, error);
  if (code.startsWith("28"))
    return storeUnavailable(`${name} refused the login ${because}. Check the user and the password.`, error);
  if (code === "42501")
    return storeUnavailable(
      `The database user lacks a right ${because}. docs/scale.md lists the rights needed.`,
      error,
    );
  if (unusable.test(code)) return storeUnavailable(`${name} cannot be used ${because}.`, error);
  return error;
}
