import type { ProofBody } from "@yourcall/core/wire";
import { HubUnreachableError, NotAHubError } from "./errors.ts";

// A program that takes over a hub's port receives whatever an open page sends. So the page first has the hub prove that it knows the
// token, without revealing it. The hub may end right after that, and its port be taken before the request arrives, so the request
// carries a pass instead of the token. WebCrypto, so that the hub and the page compute both with the same code.

/** An HMAC-SHA256 with the SHA-256 of a token as its key, because a hub stores only the hash. */
export function toProof(
  tokenHash: Uint8Array<ArrayBuffer>,
  { nonce, host }: Pick<ProofBody, "nonce" | "host">,
): Promise<string> {
  return sign(tokenHash, `yourcall proof\n${nonce}\n${host}`);
}

/** Replaces the token in requests to one run of a hub. Later runs refuse it, so whoever takes the port afterwards cannot use it. */
export async function toPass(tokenHash: Uint8Array<ArrayBuffer>, run: string): Promise<string> {
  return `yc_pass_${toTokenId(tokenHash)}.${await sign(tokenHash, `yourcall pass\n${run}`)}`;
}

/** The id of the token that a pass stands for; undefined if it is no pass. */
export function tokenIdOfPass(text: string): string | undefined {
  return /^yc_pass_([^.]+)\./.exec(text)?.[1];
}

async function sign(tokenHash: Uint8Array<ArrayBuffer>, text: string): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", tokenHash, algorithm, false, ["sign"]);
  return toBase64Url(new Uint8Array(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(text))));
}

/** The id of a token, from its hash. */
export function toTokenId(tokenHash: Uint8Array): string {
  return `tok_${toBase64Url(tokenHash).slice(0, 16)}`;
}

function createNonce(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
}

/** Whether proofs can be checked here. Browsers offer it on loopback and over https. */
export function canCheckProofs(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

/**
 * Makes the server at `url` prove that it knows this token, without sending it. Resolves with the pass to use instead of the token,
 * if the hub accepts passes. Rejects with `NotAHubError` if the proof fails, and with `HubUnreachableError` if nobody answers now.
 */
export async function expectProof(
  tokenHash: Uint8Array<ArrayBuffer>,
  { url, host, signal }: { url: string; host: string; signal?: AbortSignal },
): Promise<string | undefined> {
  const question = { nonce: createNonce(), host };
  const body: ProofBody = { tokenId: toTokenId(tokenHash), ...question };
  let given: { proof?: unknown; run?: unknown } | undefined;
  try {
    const response = await fetch(`${url}/v1/proof`, {
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
  if (given?.proof === (await toProof(tokenHash, question)))
    return typeof given.run === "string" ? toPass(tokenHash, given.run) : undefined;
  throw new NotAHubError(`The program at ${host} cannot prove that it is your hub. Nothing was sent to it.`);
}

export async function hashToken(token: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token)));
}

function parse(text: string): object | undefined {
  try {
    return (JSON.parse(text) as object | null) ?? undefined;
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
