import { createCipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

/** The keys with which messages to a browser are encrypted, in base64url. */
export interface PushKeys {
  p256dh: string;
  auth: string;
}

/** The longest plaintext that every push service takes: their bodies have at most 4,096 bytes. */
export const longestPush = 3993;

const recordSize = 4096;
// The last record ends with this byte (RFC 8188).
const lastRecord = Buffer.from([2]);

/**
 * Encrypts a message for one browser (RFC 8291, aes128gcm). `given` replaces what is otherwise random, for the test vector.
 * Throws if the keys are not a browser's.
 */
export function encryptPush(plain: Buffer, keys: PushKeys, given: { salt?: Buffer; secret?: Buffer } = {}): Buffer {
  const [theirs, auth] = [Buffer.from(keys.p256dh, "base64url"), Buffer.from(keys.auth, "base64url")];
  const salt = given.salt ?? randomBytes(16);
  const own = createECDH("prime256v1");
  if (given.secret === undefined) own.generateKeys();
  else own.setPrivateKey(given.secret);
  const ours = own.getPublicKey();
  const derive = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync("sha256", secret, salt, info, length));
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), theirs, ours]);
  const shared = derive(own.computeSecret(theirs), auth, info, 32);
  const key = derive(shared, salt, "Content-Encoding: aes128gcm\0", 16);
  const nonce = derive(shared, salt, "Content-Encoding: nonce\0", 12);
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(recordSize);
  const head = Buffer.concat([salt, size, Buffer.from([ours.length]), ours]);
  return Buffer.concat([head, cipher.update(Buffer.concat([plain, lastRecord])), cipher.final(), cipher.getAuthTag()]);
}
