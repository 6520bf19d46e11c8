import { YourcallError } from "@yourcall/core";
import type { Hub } from "../hub.ts";
import type { DeviceRecord } from "../store/device-store.ts";
import { createToken, hashToken, toTokenId } from "./token.ts";

/**
 * Makes the token with which a device, or its service in the hub, presses its own buttons and posts receipts. It allows nothing
 * else, and goes with the device and with the token of the person who added the device, `madeFrom`. Its secret is returned here and
 * never again.
 */
export async function issueDeviceToken(
  { store, clock }: Pick<Hub, "store" | "clock">,
  { id, name }: Pick<DeviceRecord, "id" | "name">,
  madeFrom?: string,
): Promise<string> {
  const secret = createToken("device");
  const hash = hashToken(secret);
  const token = toTokenId(hash);
  const scope = "device" as const;
  await store.addToken({ id: token, hash, scope, name, ask: null, createdAt: clock.now(), madeFrom, device: id });
  // The person's token may have been revoked before this one was stored. Those of the state directory are not stored and stay.
  if (madeFrom?.startsWith("tok_") && (await store.getToken(madeFrom)) === null) {
    await store.removeToken(token);
    throw new YourcallError("unauthorized", "The token that this was made with was revoked.");
  }
  return secret;
}

/** Whether a device still has its token. Without it, the device of somebody who was logged out gets nothing, and its buttons do nothing. */
export async function isLoggedIn({ store }: Pick<Hub, "store">, id: string): Promise<boolean> {
  return (await store.listTokens()).some(({ scope, device }) => scope === "device" && device === id);
}
