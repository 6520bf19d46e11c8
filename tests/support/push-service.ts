import { createECDH, createPublicKey, randomBytes, verify } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { decrypt } from "http_ece";

/** What the hub sent to one browser, decrypted. */
export interface PushedMessage {
  headers: IncomingMessage["headers"];
  notification: {
    title: string;
    body: string;
    tag: string;
    silent: boolean;
    navigate: string;
    data: { kind: string; path: string; buttons: string[]; actions: { title: string; type?: string }[] };
  };
}

/** A browser's subscription, as the page and the worker see it, and what was sent to it. */
export interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
  messages: PushedMessage[];
  /** The decrypted messages as text, for a browser that gets no others. */
  texts: string[];
  /** Resolves with the first message for which this is true, sent so far or later. */
  until(isIt: (message: PushedMessage) => boolean): Promise<PushedMessage>;
  /** From now on the service replies with this status. */
  fail(status: number | undefined): void;
}

export interface TestPushService {
  /** For a hub: has it send here instead of to Google, Mozilla and Apple. */
  env: Record<string, string>;
  subscribe(host?: string): Subscription;
  /** Every request, also refused ones. */
  readonly requests: { path: string; status: number }[];
  end(): void;
}

const patienceMs = 20_000;

/**
 * A push service that checks what real ones do: the signature and its claims, the headers, the size. It replies 404 for an unknown
 * subscription.
 */
export async function startPushService(): Promise<TestPushService> {
  const known = new Map<string, (request: IncomingMessage, body: Buffer) => number>();
  const requests: TestPushService["requests"] = [];
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const path = request.url ?? "";
    const status = known.get(path)?.(request, body) ?? 404;
    requests.push({ path, status });
    const location = status === 307 ? { location: `${url}/elsewhere` } : {};
    response.writeHead(status, location).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    env: { NODE_OPTIONS: `--require ${join(import.meta.dirname, "push-service.cjs")}`, TEST_PUSH_SERVICE: url },
    requests,
    end: () => void server.close(),
    subscribe(host = "fcm.googleapis.com") {
      const path = `/${host}/send/${randomBytes(12).toString("base64url")}`;
      const privateKey = createECDH("prime256v1");
      privateKey.generateKeys();
      const authSecret = randomBytes(16);
      const arrivals = new Set<() => void>();
      let failing: number | undefined;
      const subscription: Subscription = {
        endpoint: `https:/${path}`,
        keys: { p256dh: privateKey.getPublicKey("base64url"), auth: authSecret.toString("base64url") },
        messages: [],
        texts: [],
        until: (isIt) =>
          new Promise((resolve, reject) => {
            const look = () => {
              const found = subscription.messages.find(isIt);
              if (found === undefined) return;
              clearTimeout(timer);
              arrivals.delete(look);
              resolve(found);
            };
            const timer = setTimeout(() => {
              arrivals.delete(look);
              reject(new Error(`Not among ${JSON.stringify(subscription.messages)}`));
            }, patienceMs);
            arrivals.add(look);
            look();
          }),
        fail(status) {
          failing = status;
        },
      };
      known.set(path, ({ headers }, body) => {
        if (failing !== undefined) return failing;
        if (!isAuthorized(headers.authorization, `https://${host}`)) return 403;
        if (body.length > 4096) return 413;
        if (headers["content-encoding"] !== "aes128gcm" || !/^\d+$/.test(`${headers.ttl}`)) return 400;
        const text = decrypt(body, { version: "aes128gcm", privateKey, authSecret }).toString();
        subscription.texts.push(text);
        subscription.messages.push({ headers, notification: JSON.parse(text).notification });
        for (const look of [...arrivals]) look();
        return 201;
      });
      return subscription;
    },
  };
}

function isAuthorized(header = "", audience: string): boolean {
  const [, head = "", claims = "", signature = "", key = ""] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? [];
  if (key === "") return false;
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, "base64url").toString());
  const isSoon = exp > Date.now() / 1000 && exp < Date.now() / 1000 + 86_400;
  return (
    aud === audience &&
    isSoon &&
    `${sub}`.startsWith("https://") &&
    verify(
      "sha256",
      Buffer.from(`${head}.${claims}`),
      { key: publicKey, dsaEncoding: "ieee-p1363" },
      Buffer.from(signature, "base64url"),
    )
  );
}
