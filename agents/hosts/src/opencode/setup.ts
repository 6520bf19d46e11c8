import { join } from "node:path";
import type { Host, HostPlaces } from "../host.ts";
import { toPluginFile } from "../plugin-file.ts";

/** OpenCode, or a program made from it: both load every file in `plugins`, without asking. */
export function describeOpencode({ name, title, tested }: { name: string; title: string; tested: string }): Host {
  return {
    title,
    program: name,
    tested,
    limits: `\`${name} --pure\` loads no plugins`,
    directory: (places) => configDirectory(name, places),
    files: (places, settings, bundle) => [
      {
        kind: "own",
        file: join(configDirectory(name, places), "plugins/yourcall.js"),
        text: toPluginFile(title, settings, bundle("opencode.js")),
      },
    ],
    next: `Restart ${title} to use it.`,
  };
}

/** `~/.config/opencode`, on every platform; Kilo's is beside it. */
function configDirectory(name: string, { home, env }: HostPlaces): string {
  return join(env.XDG_CONFIG_HOME || join(home, ".config"), name);
}
