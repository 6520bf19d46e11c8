import { join } from "node:path";
import type { HostPlaces } from "../host.ts";

/** `~/.config/opencode`, on every platform; Kilo's is beside it. */
export function configDirectory(name: string, { home, env }: HostPlaces): string {
  return join(env.XDG_CONFIG_HOME || join(home, ".config"), name);
}
