import { existsSync } from "node:fs";
import { stateDirectory } from "./state-directory.ts";

/** Whether there may be a hub. Cheap enough before the first frame; whether it answers is checked later. */
export function isHubKnown(): boolean {
  return Boolean(process.env.YOURCALL_URL) || existsSync(`${stateDirectory()}/hub.json`);
}
