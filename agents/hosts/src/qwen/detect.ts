import { join } from "node:path";
import type { HostPlaces } from "../host.ts";

/** `~/.qwen`. */
export function qwenHome({ home }: HostPlaces): string {
  return join(home, ".qwen");
}
