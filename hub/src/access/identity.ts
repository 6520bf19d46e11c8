import { createPrivateKey, generateKeyPairSync, hkdfSync, type KeyObject, sign } from "node:crypto";
import { chmodSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type HubProof, toProofBytes } from "@yourcall/client/internal";
import type { ProofBody } from "@yourcall/core/internal/wire";
import { storeUnavailable } from "../hub-errors.ts";
import { writePrivate } from "../state/write-private.ts";

/** The key by which a page recognizes its hub. It is not in the store, so neither a copy nor a backup of the store has it. */
export interface Identity {
  /** The 32 bytes of the public key, in base64url. */
  readonly publicKey: string;
  sign(proven: ProofBody & Pick<HubProof, "run">): string;
  /** 32 secret bytes for one purpose, the same for every hub with this key. */
  derive(purpose: string): Buffer;
}

/** Reads `identity.pem` of the state directory, which is created if it is missing, or the file of the setting `identityFile`. */
export function readIdentity(directory: string, given?: string): Identity {
  const file = given ?? join(directory, "identity.pem");
  if (given === undefined) ensureFile(file);
  else refuseReadable(given);
  return toIdentity(readKey(file));
}

/** A key that ends with the process. */
export function createIdentity(): Identity {
  return toIdentity(generateKeyPairSync("ed25519").privateKey);
}

function toIdentity(key: KeyObject): Identity {
  const { x = "", d = "" } = key.export({ format: "jwk" });
  return {
    publicKey: x,
    sign: (proven) => sign(null, toProofBytes(proven), key).toString("base64url"),
    derive: (purpose) => Buffer.from(hkdfSync("sha256", Buffer.from(d, "base64url"), "", `yourcall ${purpose}`, 32)),
  };
}

function ensureFile(file: string): void {
  if (statSync(file, { throwIfNoEntry: false }) === undefined)
    writePrivate(file, generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }));
  // A file copied by hand may have lost its mode.
  else chmodSync(file, 0o600);
}

function refuseReadable(file: string): void {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode;
  if (mode !== undefined && process.platform !== "win32" && (mode & 0o007) !== 0)
    throw storeUnavailable(`Other users can read ${file}, the hub's identity key. Run: chmod 600 ${file}`);
}

function readKey(file: string): KeyObject {
  const refuse = (why: string) =>
    storeUnavailable(
      `${file}, the hub's identity key, cannot be used: ${why}. Put it back; or, if it is identity.pem of the state directory, remove it: a new one is made, and every browser has to log in again.`,
    );
  try {
    const key = createPrivateKey(readFileSync(file));
    if (key.asymmetricKeyType === "ed25519") return key;
  } catch (error) {
    throw refuse((error as Error).message);
  }
  throw refuse("it is not an Ed25519 key");
}
