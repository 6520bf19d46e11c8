import { existsSync } from "node:fs";
import { stateDirectory } from "./state-directory.ts";

/** Is there a trace of a hub? Cheap enough to ask before the first frame; whether one answers is found out after it. */
export function isHubKnown(): boolean {
  return Boolean(process.env.YOURCALL_URL) || existsSync(`${stateDirectory()}/hub.json`);
}
