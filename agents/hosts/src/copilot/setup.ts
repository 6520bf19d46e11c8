import { join } from "node:path";
import type { Host, HostPlaces, PluginSettings } from "../host.ts";
import { toPluginFile } from "../plugin-file.ts";

const title = "Copilot";

/**
 * Copilot CLI. Two extensions: Copilot asks before it loads one that sees approvals, and a person who says no there should still
 * have the questions.
 */
export function describeCopilot(): Host {
  const extension = (name: string, places: HostPlaces, settings: PluginSettings, bundle: string) => ({
    kind: "own" as const,
    file: join(copilotHome(places), "extensions", name, "extension.mjs"),
    text: toPluginFile(title, settings, bundle),
    inOwnDirectory: true as const,
  });
  return {
    title,
    program: "copilot",
    tested: "1.0.102",
    limits: "forms of MCP servers stay in its own window",
    directory: copilotHome,
    files: (places, settings, bundle) => [
      extension("yourcall", places, settings, bundle("copilot.js")),
      {
        ...extension("yourcall-approvals", places, { ...settings, approvals: true }, bundle("copilot.js")),
        only: "approvals",
      },
      {
        kind: "json",
        file: join(copilotHome(places), "settings.json"),
        comments: true,
        // Extensions are an experiment of Copilot, and off by default.
        entries: [{ path: ["enabledFeatureFlags", "EXTENSIONS"], value: true }],
        isShared: true,
      },
    ],
    next: "Restart Copilot to use it.",
    nextApprovals:
      'Copilot will ask once in each repository whether "user:yourcall-approvals" may handle permission requests.',
  };
}

/** `COPILOT_HOME`, which is `~/.copilot` by default. */
function copilotHome({ home, env }: HostPlaces): string {
  return env.COPILOT_HOME || join(home, ".copilot");
}
