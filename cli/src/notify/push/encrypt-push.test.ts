import { createECDH, createPublicKey, randomBytes, verify } from "node:crypto";
import { decrypt } from "http_ece";
import { describe, expect, test } from "vitest";
import { encryptPush, longestPush } from "./encrypt-push.ts";
import { createVapidKey } from "./vapid.ts";

function createBrowser() {
  const privateKey = createECDH("prime256v1");
  privateKey.generateKeys();
  const auth = randomBytes(16);
  const keys = { p256dh: privateKey.getPublicKey("base64url"), auth: auth.toString("base64url") };
  return { keys, read: (body: Buffer) => decrypt(body, { version: "aes128gcm", privateKey, authSecret: auth }) };
}

describe("a push message", () => {
  test("is encrypted as in the example of RFC 8291, byte for byte", () => {
    const body = encryptPush(
      Buffer.from("When I grow up, I want to be a watermelon"),
      {
        p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        auth: "BTBZMqHH6r4Tts7J_aSIgg",
      },
      {
        salt: Buffer.from("DGv6ra1nlYgDCS1FRnbzlw", "base64url"),
        secret: Buffer.from("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", "base64url"),
      },
    );
    expect(body.toString("base64url")).toBe(
      "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
    );
  });

  test("is read by its browser and by no other, up to the longest one", () => {
    const [one, other] = [createBrowser(), createBrowser()];
    for (const plain of [Buffer.alloc(0), Buffer.from("Réponse ✔"), randomBytes(longestPush)]) {
      const body = encryptPush(plain, one.keys);
      expect(body.length).toBeLessThanOrEqual(4096);
      expect(one.read(body)).toEqual(plain);
      expect(() => other.read(body)).toThrow();
    }
  });

  test("names its sender with a signature for the push service, good for half a day", () => {
    const now = Date.parse("2026-11-17T12:00:00Z");
    const secret = Buffer.alloc(32, 7);
    const key = createVapidKey(secret, "https://desk.example");
    expect(createVapidKey(secret, "https://desk.example").publicKey).toBe(key.publicKey);
    expect(createVapidKey(Buffer.alloc(32, 8), "https://desk.example").publicKey).not.toBe(key.publicKey);
    const header = key.authorize(new URL("https://push.example/wpush/v2/abc"), now);
    const [, head = "", claims = "", signature = ""] =
      /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=[\w-]+$/.exec(header) ?? [];
    const read = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
    expect([read(head), read(claims)]).toEqual([
      { typ: "JWT", alg: "ES256" },
      { aud: "https://push.example", exp: now / 1000 + 12 * 3600, sub: "https://desk.example" },
    ]);
    const point = Buffer.from(key.publicKey, "base64url");
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
    const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
    const isSigned = (text: string) =>
      verify(
        "sha256",
        Buffer.from(text),
        { key: publicKey, dsaEncoding: "ieee-p1363" },
        Buffer.from(signature, "base64url"),
      );
    expect([isSigned(`${head}.${claims}`), isSigned(`${head}.x`)]).toEqual([true, false]);
  });
});
