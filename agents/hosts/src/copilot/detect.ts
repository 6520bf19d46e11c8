import { join } from "node:path";
import type { HostPlaces } from "../host.ts";

/** `COPILOT_HOME`, which is `~/.copilot` by default. */
export function copilotHome({ home, env }: HostPlaces): string {
  return env.COPILOT_HOME || join(home, ".copilot");
}
