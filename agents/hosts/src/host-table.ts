import { describeCodex } from "./codex/setup.ts";
import { describeCopilot } from "./copilot/setup.ts";
import type { Host } from "./host.ts";
import { describeOpencode } from "./opencode/setup.ts";

/** The hosts whose own questions and approvals are in the hub, by the names that `yourcall setup` takes. */
export const hosts = {
  codex: describeCodex(),
  opencode: describeOpencode({ name: "opencode", title: "OpenCode", tested: "1.18.33" }),
  kilo: describeOpencode({ name: "kilo", title: "Kilo", tested: "7.7.9" }),
  copilot: describeCopilot(),
} as const satisfies Record<string, Host>;

export type HostName = keyof typeof hosts;

export function isHostName(name: string): name is HostName {
  return Object.hasOwn(hosts, name);
}
