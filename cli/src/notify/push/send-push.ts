import { createHash } from "node:crypto";
import { FinalError } from "../notice.ts";
import { encryptPush } from "./encrypt-push.ts";
import type { PushAddress } from "./push-address.ts";
import { isSafari, toEndpoint } from "./push-services.ts";
import type { VapidKey } from "./vapid.ts";

interface PushOptions {
  vapid: VapidKey;
  now: number;
  /** How long the push service keeps the message for a browser that is offline. */
  keepMs: number;
  /** `low` may wait until the phone is in use. */
  urgency: "high" | "low";
  /** A later message about the same replaces one that was not delivered yet. */
  about: string;
}

const limitMs = 10_000;

/**
 * Sends a message to a browser's push service, encrypted for the browser. Rejects with a reason for the person; with a `FinalError` if
 * sending it again cannot help.
 */
export async function sendPush(
  { endpoint = "", keys }: PushAddress,
  plain: Buffer,
  { vapid, now, keepMs, urgency, about }: PushOptions,
): Promise<void> {
  const url = toEndpoint(endpoint);
  if (url === null || keys === undefined) throw new FinalError("the browser has not subscribed");
  let status: number;
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        authorization: vapid.authorize(url, now),
        "content-encoding": "aes128gcm",
        "content-type": isSafari(url) ? "application/notification+json" : "application/octet-stream",
        ttl: String(Math.max(0, Math.floor(keepMs / 1000))),
        urgency,
        topic: createHash("sha256").update(about).digest("base64url").slice(0, 32),
      },
      body: new Uint8Array(encryptPush(plain, keys)),
      redirect: "error",
      signal: AbortSignal.timeout(limitMs),
    });
    status = response.status;
    await response.body?.cancel();
  } catch {
    throw new Error(`the push service ${url.hostname} could not be reached`);
  }
  if (status >= 200 && status < 300) return;
  const reason = toReason(status, url.hostname);
  throw status === 429 || status >= 500 ? new Error(reason) : new FinalError(reason);
}

function toReason(status: number, host: string): string {
  const again = "turn notifications off and on again in its settings";
  if (status === 404 || status === 410) return `the browser ended its subscription; ${again}`;
  if (status === 401 || status === 403) return `${host} no longer accepts this hub's key for it; ${again}`;
  if (status === 413) return "the message is too long";
  if (status === 429) return `${host} asks to wait`;
  return `${host} refused with ${status}`;
}
