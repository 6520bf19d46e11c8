import { createHash, createHmac } from "node:crypto";

/**
 * The secret with which the hub signs the callbacks of asks made with this token, for any library of Standard Webhooks.
 *
 * @example
 * const secret = callbackSecret("yc_agent_…");
 * console.log(secret.startsWith("whsec_"));
 */
export function callbackSecret(token: string): string {
  return `whsec_${toCallbackKey(createHash("sha256").update(token).digest()).toString("base64")}`;
}

/** The same from what the hub knows of a token: its SHA-256. */
export function toCallbackKey(tokenHash: Buffer): Buffer {
  return createHmac("sha256", tokenHash).update("yourcall callback").digest();
}

/** The headers of Standard Webhooks for a body that is sent at this time. */
export function signWebhook(
  key: Buffer,
  { id, body, now }: { id: string; body: string; now: number },
): Record<string, string> {
  const timestamp = Math.floor(now / 1000);
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": `${timestamp}`, "webhook-signature": `v1,${signature}` };
}
