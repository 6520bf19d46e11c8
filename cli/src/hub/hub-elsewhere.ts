import { readHubAddress } from "@yourcall/client/node";
import { stateDirectory } from "./state-directory.ts";

/** Where `YOURCALL_URL` points, if that is not the hub of the state directory. */
export function hubElsewhere(): string | undefined {
  const address = readHubAddress(stateDirectory());
  return address !== null && address.socketPath === undefined ? address.url : undefined;
}
