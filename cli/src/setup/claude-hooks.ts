import { questionTool } from "@yourcall/claude";

/** One hook of Claude Code's settings, as far as it is looked at. */
export interface SettingsHook {
  type?: unknown;
  command?: unknown;
  url?: unknown;
  [field: string]: unknown;
}

/** The hooks of one event that share a matcher. */
export interface HookGroup {
  matcher?: string;
  hooks: SettingsHook[];
}

export interface HookChoices {
  /** In place of Claude's own dialog instead of beside it. */
  exclusive: boolean;
  /** Permissions of other tools as well. */
  approvals: boolean;
  /** How Claude Code reaches us. */
  reach: { node: string; entry: string } | { url: string; tokenVariable: string };
}

// A day. Without it Claude Code ends a hook after ten minutes.
const waitSeconds = 86_400;
// Flags meant for other programs (a debugger, a preload) would stop ours or print into its answer.
const ownFlags = "NODE_OPTIONS=";
// These only tell the hub something, and Claude waits for them.
const tellSeconds = 10;

/** What `setup` writes: each group under its event. */
export function toHookGroups({ exclusive, approvals, reach }: HookChoices): [event: string, group: HookGroup][] {
  const hook = (timeout: number) =>
    "url" in reach
      ? {
          type: "http",
          url: `${reach.url}/hooks/claude${approvals ? "?approvals=1" : ""}`,
          headers: { Authorization: `Bearer $${reach.tokenVariable}` },
          allowedEnvVars: [reach.tokenVariable],
          timeout,
        }
      : {
          type: "command",
          command: `${ownFlags} exec ${quote(reach.node)} ${quote(reach.entry)} hook claude${approvals ? " --approvals" : ""}`,
          timeout,
        };
  const group = (timeout: number, matcher?: string): HookGroup => ({
    matcher,
    hooks: [hook(timeout)],
  });
  const permissions = approvals ? "*" : questionTool;
  return [
    ...(exclusive ? [["PreToolUse", group(waitSeconds, questionTool)] as [string, HookGroup]] : []),
    ...(exclusive && !approvals ? [] : [["PermissionRequest", group(waitSeconds, permissions)] as [string, HookGroup]]),
    ["PostToolUse", group(tellSeconds, permissions)],
    ["Stop", group(tellSeconds)],
  ];
}

/** Is this hook one that some yourcall wrote, wherever it was installed then? */
export function isOurs(hook: SettingsHook): boolean {
  if (hook.type === "http") return typeof hook.url === "string" && /\/hooks\/claude(\?|$)/.test(hook.url);
  return typeof hook.command === "string" && /\byourcall(\.cjs)?(['"])? hook claude\b/.test(hook.command);
}

/** The files a command of ours starts with: node and the entry. Empty where it has another form. */
export function filesOf(command: string): string[] {
  const words = command.match(/'(?:[^']|'\\'')*'|\S+/g) ?? [];
  const unquoted = words.map((word) => (word.startsWith("'") ? word.slice(1, -1).replaceAll("'\\''", "'") : word));
  const from = unquoted.indexOf("exec") + 1;
  const at = unquoted.indexOf("hook");
  return from > 0 && at >= from + 2 ? unquoted.slice(from, at) : [];
}

// For the shell, in which Claude Code runs it. Quotes only where they are needed: this is read by people.
function quote(path: string): string {
  return /^[\w./:@%+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
