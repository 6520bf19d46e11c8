import { createECDH, createPrivateKey, hkdfSync, type KeyObject, sign } from "node:crypto";

/** The key by which push services recognize this hub (RFC 8292). */
export interface VapidKey {
  /** What a browser subscribes with: an uncompressed point, in base64url. */
  publicKey: string;
  /** The `Authorization` header for a message to this endpoint. */
  authorize(endpoint: URL, now: number): string;
}

const lifeMs = 12 * 3_600_000;

/**
 * The VAPID key that follows from a secret of 32 bytes, the same each time. `contact` is an https address: Apple refuses others, and
 * messages without one.
 */
export function createVapidKey(secret: Buffer, contact: string): VapidKey {
  const { key, publicKey } = toKey(secret);
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return {
    publicKey,
    authorize({ origin }, now) {
      const claims = { aud: origin, exp: Math.floor((now + lifeMs) / 1000), sub: contact };
      const text = `${encode({ typ: "JWT", alg: "ES256" })}.${encode(claims)}`;
      const signature = sign("sha256", Buffer.from(text), { key, dsaEncoding: "ieee-p1363" }).toString("base64url");
      return `vapid t=${text}.${signature}, k=${publicKey}`;
    },
  };
}

function toKey(secret: Buffer): { key: KeyObject; publicKey: string } {
  const pair = createECDH("prime256v1");
  for (let attempt = 0; ; attempt++) {
    const d = Buffer.from(hkdfSync("sha256", secret, "", `yourcall vapid ${attempt}`, 32));
    try {
      pair.setPrivateKey(d);
    } catch {
      // One number of 2^32 is too large for this curve.
      continue;
    }
    const point = pair.getPublicKey();
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
    const jwk = { kty: "EC", crv: "P-256", d: d.toString("base64url"), x, y };
    return { key: createPrivateKey({ key: jwk, format: "jwk" }), publicKey: point.toString("base64url") };
  }
}
