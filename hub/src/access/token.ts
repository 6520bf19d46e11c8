import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { TokenScope } from "@yourcall/core/internal/wire";

/** A new bearer token: 256 random bits, with a prefix by which a person and a secret scanner recognise it. */
export function createToken(scope: TokenScope): string {
  return `yc_${scope}_${randomBytes(32).toString("base64url")}`;
}

/** What is stored of a token. Tokens are random, so a fast hash is enough. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** The id of a token, from its hash. */
export function toTokenId(hash: string): string {
  return `tok_${hash.slice(0, 16)}`;
}

/** Compares in constant time; the timing reveals only the length of the secret. */
export function sameSecret(given: Buffer, secret: Buffer): boolean {
  return given.length === secret.length && timingSafeEqual(given, secret);
}
