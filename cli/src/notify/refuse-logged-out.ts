import type { Hub } from "@yourcall/hub";
import { isLoggedIn } from "@yourcall/hub/internal";
import { FinalError } from "./notice.ts";

/** Somebody whose login or token was revoked must not go on getting questions on the devices that they added with it. */
export async function refuseLoggedOut(hub: Pick<Hub, "store">, device: string): Promise<void> {
  if (!(await isLoggedIn(hub, device))) throw new FinalError("it was logged out");
}
