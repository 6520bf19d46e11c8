import type { ProofBody } from "@yourcall/core/wire";
import { HubUnreachableError, NotAHubError } from "./errors.ts";

// A program that takes over a hub's port receives whatever an open page sends. So the page first has the hub prove that it knows the
// token, without revealing it. WebCrypto, so that the hub and the page compute the proof with the same code.

/** An HMAC-SHA256 with the SHA-256 of a token as its key, because a hub stores only the hash. */
export async function toProof(
  tokenHash: Uint8Array<ArrayBuffer>,
  { nonce, host }: Pick<ProofBody, "nonce" | "host">,
): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", tokenHash, algorithm, false, ["sign"]);
  const text = new TextEncoder().encode(`yourcall proof\n${nonce}\n${host}`);
  return toBase64Url(new Uint8Array(await crypto.subtle.sign("HMAC", key, text)));
}

/** The id of a token, from its hash. */
export function toTokenId(tokenHash: Uint8Array): string {
  return `tok_${toBase64Url(tokenHash).slice(0, 16)}`;
}

export function createNonce(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
}

/** Whether proofs can be checked here. Browsers offer it on loopback and over https. */
export function canCheckProofs(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

/**
 * Makes the server at `url` prove that it knows this token, without sending it. Rejects with `NotAHubError` if it does not,
 * and with `HubUnreachableError` if nobody answers now.
 */
export async function expectProof(
  tokenHash: Uint8Array<ArrayBuffer>,
  options: { url: string; host: string; fetch?: typeof fetch; signal?: AbortSignal },
): Promise<void> {
  const { url, host, signal } = options;
  const question = { nonce: createNonce(), host };
  const body: ProofBody = { tokenId: toTokenId(tokenHash), ...question };
  let given: unknown;
  try {
    const response = await (options.fetch ?? fetch)(`${url}/v1/proof`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      cache: "no-store",
      credentials: "omit",
      redirect: "manual",
      signal,
    });
    if (response.status >= 502 && response.status <= 504) throw new Error(`status ${response.status}`);
    const text = await response.text();
    given = response.status === 200 ? parse(text) : undefined;
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw new HubUnreachableError("The hub cannot be reached. Is it running (`yourcall status`)?", {
      cause: error,
      mayHaveArrived: false,
    });
  }
  // No constant-time comparison: only the other side could measure it, and it learns nothing about the token that way.
  if (given === (await toProof(tokenHash, question))) return;
  throw new NotAHubError(`What answers at ${host} cannot prove that it is your hub. Nothing was sent to it.`);
}

export async function hashToken(token: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token)));
}

function parse(text: string): unknown {
  try {
    return (JSON.parse(text) as { proof?: unknown } | null)?.proof;
  } catch {
    return undefined;
  }
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
