import type { Host } from "../host.ts";
import { codexHome } from "./detect.ts";

/** Codex. Nothing is written into its own files: the hub calls its background server, if the person's settings name its directory. */
export function describeCodex(): Host {
  return {
    title: "Codex",
    program: "codex",
    tested: "0.166.0",
    limits:
      "`codex exec` asks nobody; with `--no-daemon` or `-c` it has no background server, and asks only in its own window",
    directory: codexHome,
    refuse: ({ env }) =>
      env.YOURCALL_URL === undefined
        ? undefined
        : "Codex is watched by a hub on this machine, but YOURCALL_URL names another one. Unset it, or use --mcp.",
    files: (places, { config }) => [
      {
        kind: "json",
        file: config,
        comments: false,
        entries: [{ path: ["codexHomes", codexHome(places)], value: true }],
      },
    ],
    next: "It works at once, also for sessions that are running.",
  };
}
