import type { ProofBody } from "@yourcall/core/internal/wire";
import { HubUnreachableError, NotAHubError } from "./errors.ts";

// A program that takes over a hub's port receives whatever an open page sends. So the page first has the hub sign a nonce with its
// identity key, which the page knows from the login. The hub may end right after that, and its port be taken before the request
// arrives, so the token is encrypted for a key that only this process of the hub has. WebCrypto, so that the hub and the page use the
// same code.

/** What a hub replies to `POST /v1/proof`. */
export interface HubProof {
  /** An Ed25519 signature with the hub's identity key. */
  proof: string;
  /** The identity key's public half. */
  key: string;
  /** The X25519 public key for which tokens are encrypted until this process of the hub ends; undefined behind a proxy. */
  run?: string;
}

const proofMs = 10_000;
const sealed = "yc_sealed_";

// The types of WebCrypto have other names in Node's types than in a browser's.
type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;
interface KeyPair {
  publicKey: Key;
  privateKey: Key;
}

type Proven = Pick<ProofBody, "nonce" | "host"> & Pick<HubProof, "run">;

/** The bytes that a proof signs. */
export function toProofBytes({ nonce, host, run = "" }: Proven): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`yourcall proof\n${nonce}\n${host}\n${run}`);
}

/** Whether proofs can be checked here: over https or on loopback, by browsers that know Ed25519 and X25519. */
export async function canCheckProofs(): Promise<boolean> {
  try {
    await crypto.subtle.generateKey("X25519", false, ["deriveBits"]);
    await crypto.subtle.generateKey("Ed25519", false, ["sign"]);
    return true;
  } catch {
    return false;
  }
}

/**
 * Has the server at `url` prove that it is the hub whose identity key begins with `key`, or any hub if that is empty. Rejects with
 * `NotAHubError` if it cannot, and with `HubUnreachableError` if nobody answers now.
 */
export async function expectProof(
  key: string,
  { url, host, signal = AbortSignal.timeout(proofMs) }: { url: string; host: string; signal?: AbortSignal },
): Promise<HubProof> {
  const question = { nonce: toBase64Url(crypto.getRandomValues(new Uint8Array(32))), host };
  let given: Partial<HubProof> | undefined;
  try {
    const response = await fetch(`${url}/v1/proof`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(question satisfies ProofBody),
      cache: "no-store",
      credentials: "omit",
      redirect: "manual",
      signal,
    });
    if (response.status >= 502 && response.status <= 504) throw new Error(`status ${response.status}`);
    const text = await response.text();
    given = response.status === 200 ? parse(text) : undefined;
  } catch (error) {
    throw new HubUnreachableError("The hub cannot be reached. Is it running (`yourcall status`)?", {
      cause: error,
      mayHaveArrived: false,
    });
  }
  const { proof, run, key: shown } = given ?? {};
  if (typeof proof === "string" && typeof shown === "string" && (run === undefined || typeof run === "string")) {
    const shownBy = { proof, key: shown, run };
    if (shown.startsWith(key) && (await isSigned(shownBy, { ...question, run }).catch(() => false))) return shownBy;
  }
  throw new NotAHubError(`The program at ${host} cannot prove that it is your hub. Nothing was sent to it.`);
}

async function isSigned({ proof, key }: HubProof, proven: Proven): Promise<boolean> {
  const verifier = await crypto.subtle.importKey("raw", fromBase64Url(key), "Ed25519", false, ["verify"]);
  return crypto.subtle.verify("Ed25519", verifier, fromBase64Url(proof), toProofBytes(proven));
}

/** Encrypts a token for the hub with this `run` key, to be sent in its place. Nobody else can read it, nor a later run of the hub. */
export async function sealToken(token: string, run: string): Promise<string> {
  const own = (await crypto.subtle.generateKey("X25519", false, ["deriveBits"])) as KeyPair;
  const ownKey = new Uint8Array(await crypto.subtle.exportKey("raw", own.publicKey));
  const key = await toSealKey(own.privateKey, fromBase64Url(run), [ownKey, fromBase64Url(run)]);
  const text = await crypto.subtle.encrypt(cipher, key, new TextEncoder().encode(token));
  return `${sealed}${toBase64Url(concat([ownKey, new Uint8Array(text)]))}`;
}

/** The token in a text from `sealToken`; undefined if it is none, or was made for another run. */
export async function unsealToken(text: string, run: KeyPair): Promise<string | undefined> {
  if (!text.startsWith(sealed)) return undefined;
  try {
    const bytes = fromBase64Url(text.slice(sealed.length));
    const runKey = new Uint8Array(await crypto.subtle.exportKey("raw", run.publicKey));
    const sender = bytes.slice(0, 32);
    const key = await toSealKey(run.privateKey, sender, [sender, runKey]);
    return new TextDecoder().decode(await crypto.subtle.decrypt(cipher, key, bytes.slice(32)));
  } catch {
    return undefined;
  }
}

/** The key pair that `sealToken` needs the public half of, and `unsealToken` both. */
export async function createRunKeys(): Promise<{ keys: KeyPair; run: string }> {
  const keys = (await crypto.subtle.generateKey("X25519", false, ["deriveBits"])) as KeyPair;
  return { keys, run: toBase64Url(new Uint8Array(await crypto.subtle.exportKey("raw", keys.publicKey))) };
}

// Every sealed token has a key of its own, so the nonce may be constant.
const cipher = { name: "AES-GCM", iv: new Uint8Array(12) };

async function toSealKey(own: Key, other: Uint8Array<ArrayBuffer>, context: readonly Uint8Array[]): Promise<Key> {
  const theirs = await crypto.subtle.importKey("raw", other, "X25519", false, []);
  const shared = new Uint8Array(await crypto.subtle.deriveBits({ name: "X25519", public: theirs }, own, 256));
  const label = new TextEncoder().encode("yourcall sealed token\n");
  const digest = await crypto.subtle.digest("SHA-256", concat([label, shared, ...context]));
  return crypto.subtle.importKey("raw", digest, "AES-GCM", false, ["encrypt", "decrypt"]);
}

function parse(text: string): object | undefined {
  try {
    return (JSON.parse(text) as object | null) ?? undefined;
  } catch {
    return undefined;
  }
}

function concat(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let end = 0;
  for (const piece of pieces) {
    bytes.set(piece, end);
    end += piece.length;
  }
  return bytes;
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}
