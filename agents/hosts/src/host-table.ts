import { codexFirst } from "./codex/hook.ts";
import { describeCodex } from "./codex/setup.ts";
import { describeCopilot } from "./copilot/setup.ts";
import { describeGemini, geminiFirst } from "./gemini.ts";
import type { Host } from "./host.ts";
import type { HubFirstHost } from "./hub-first.ts";
import { describeOpencode } from "./opencode/setup.ts";
import { describeQwen, qwenFirst } from "./qwen.ts";

/** The hosts whose own questions and approvals are in the hub, by the names that `yourcall setup` takes. */
export const hosts = {
  codex: describeCodex(),
  opencode: describeOpencode({ name: "opencode", title: "OpenCode", tested: "1.18.33" }),
  kilo: describeOpencode({ name: "kilo", title: "Kilo", tested: "7.7.9" }),
  copilot: describeCopilot(),
  qwen: describeQwen(),
  gemini: describeGemini(),
} as const satisfies Record<string, Host>;

/** The hosts whose questions are in the hub before they are in their own window. */
export const hubFirstHosts = { codex: codexFirst, qwen: qwenFirst, gemini: geminiFirst } as const satisfies Record<
  string,
  HubFirstHost
>;

export type HostName = keyof typeof hosts;

export function isHostName(name: string): name is HostName {
  return Object.hasOwn(hosts, name);
}
