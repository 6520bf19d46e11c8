import { join } from "node:path";
import type { Host } from "../host.ts";
import { toHookCommand } from "../hub-first.ts";
import { codexHome } from "./detect.ts";
import { codexFirst } from "./hook.ts";

/**
 * Codex. The hub calls its background server, if the person's settings name its directory. Only on request, hooks are written into
 * Codex's own files, for a Codex without that server.
 */
export function describeCodex(): Host {
  return {
    title: "Codex",
    program: "codex",
    tested: "0.169.0",
    limits:
      "`codex exec` asks nobody; with `--no-daemon` or `-c` it has no background server, and asks only in its own window unless `yourcall setup codex --hooks` was run",
    directory: codexHome,
    refuse: ({ env }) =>
      env.YOURCALL_URL === undefined
        ? undefined
        : "Codex is watched by a hub on this machine, but YOURCALL_URL names another one. Unset it, or use --mcp.",
    files: (places, settings) => {
      // The timeout is in seconds. Ours ends long before.
      const hook = { type: "command", command: toHookCommand(settings), timeout: 86_400 };
      return [
        {
          kind: "json",
          file: settings.config,
          comments: false,
          entries: [{ path: ["codexHomes", codexHome(places)], value: true }],
        },
        {
          kind: "hooks",
          only: "hooks",
          file: join(codexHome(places), "hooks.json"),
          groups: [
            [codexFirst.event, { matcher: codexFirst.tool, hooks: [hook] }],
            ["PermissionRequest", { hooks: [hook] }],
          ],
        },
      ];
    },
    nextHooks: "At its next start, Codex asks you to review its hooks.",
    next: "It works at once, also for sessions that are running.",
  };
}
