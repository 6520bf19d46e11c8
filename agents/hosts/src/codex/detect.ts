import { join } from "node:path";
import type { HostPlaces } from "../host.ts";

/** `CODEX_HOME`, which is `~/.codex` by default. */
export function codexHome({ home, env }: HostPlaces): string {
  return env.CODEX_HOME || join(home, ".codex");
}

/** The socket of the background server of this Codex. */
export function codexSocket(directory: string): string {
  return join(directory, "app-server-control/app-server-control.sock");
}
