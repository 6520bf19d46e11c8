import { lookup as resolveName } from "node:dns";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { hostOf } from "./callbacks/callback-rules.ts";

export interface BodyPost {
  url: URL;
  body: string;
  headers: Record<string, string>;
  /** Whether this IP address may be connected to. Any may, by default. */
  allows?: (address: string) => boolean;
  signal: AbortSignal;
  /** How names are resolved. */
  resolve?: typeof resolveName;
  /** How long the receiver may take for its status. 10 seconds by default. */
  limitMs?: number;
}

export interface PostReply {
  status: number;
  /** The `Retry-After` of the reply. */
  retryAfterMs?: number;
}

/**
 * Posts a body and resolves with the status of the reply; the rest of it is not read, and redirects are not followed. The address is checked
 * after the name was resolved, on the connection that is used, so that a name cannot lead elsewhere between check and use.
 */
export function postBody(post: BodyPost): Promise<PostReply> {
  const { url, body, headers, allows = () => true, signal, resolve = resolveName, limitMs = 10_000 } = post;
  const limit = AbortSignal.timeout(limitMs);
  const lookup: LookupFunction = (hostname, options, found) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return found(error, "", 0);
      const allowed = addresses.filter(({ address }) => allows(address));
      const [first] = allowed;
      if (first === undefined) return found(forbidden(), "", 0);
      if (options.all === true) found(null, allowed);
      else found(null, first.address, first.family);
    });
  };
  return new Promise<PostReply>((resolve, reject) => {
    // Addresses are not looked up.
    if (isIP(hostOf(url)) !== 0 && !allows(hostOf(url))) return reject(toFault(forbidden()));
    const request = url.protocol === "https:" ? requestHttps : requestHttp;
    const call = request(url, {
      method: "POST",
      agent: false,
      lookup,
      signal: AbortSignal.any([signal, limit]),
      headers: {
        "user-agent": "yourcall",
        ...headers,
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
      },
    });
    call.on("response", (response) => {
      const { statusCode = 0, headers } = response;
      response.on("error", () => {});
      response.destroy();
      resolve({ status: statusCode, retryAfterMs: toRetryAfter(headers["retry-after"]) });
    });
    call.on("error", (error: NodeJS.ErrnoException) => reject(toFault(error, limit.aborted ? limitMs : undefined)));
    call.end(body);
  });
}

function toRetryAfter(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

function forbidden(): NodeJS.ErrnoException {
  return Object.assign(new Error("It leads to an address that is not allowed."), { code: "EADDRNOTALLOWED" });
}

// Only the error code, because the message might contain the address, which may be a secret.
function toFault(error: NodeJS.ErrnoException, limitMs?: number): Error {
  if (limitMs !== undefined) return new Error(`did not answer within ${limitMs / 1000} s`);
  if (error.code === "EADDRNOTALLOWED") return new Error("leads to an address that is not allowed");
  return new Error(`could not be reached (${error.code ?? error.name})`);
}
