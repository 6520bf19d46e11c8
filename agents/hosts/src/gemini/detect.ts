import { join } from "node:path";
import type { HostPlaces } from "../host.ts";

/** `~/.gemini`. */
export function geminiHome({ home }: HostPlaces): string {
  return join(home, ".gemini");
}
