// The package has no types. Tests decrypt with it.
declare module "http_ece" {
  import type { ECDH } from "node:crypto";

  export function decrypt(
    body: Buffer,
    keys: { version: "aes128gcm"; privateKey: ECDH; authSecret: string | Buffer },
  ): Buffer;
}
