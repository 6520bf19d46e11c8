import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { askToolName } from "@yourcall/core";
import { toShellWord } from "@yourcall/core/internal";
import { findProgram } from "../find-program.ts";

/** Where Claude Code keeps a person's settings. */
export function claudeDirectory({ CLAUDE_CONFIG_DIR, HOME, USERPROFILE }: NodeJS.ProcessEnv): string {
  return CLAUDE_CONFIG_DIR ? resolve(CLAUDE_CONFIG_DIR) : join(HOME || USERPROFILE || homedir(), ".claude");
}

/** One hook in Claude Code's settings, with only the fields that we read. */
interface SettingsHook {
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
  /** Replace Claude's own dialog. */
  exclusive: boolean;
  /** Also handle permissions for other tools. */
  approvals: boolean;
  /** Also handle forms of MCP servers, instead of Claude's own form. */
  forms?: boolean;
  /** Also ask for the permissions of `claude -p`, which otherwise denies them, as it does without us. */
  unattended?: boolean;
  /** How many seconds a subagent's permission waits for us before Claude's own dialog opens. The hook's default if undefined. */
  subagentWait?: number;
  /** How Claude Code starts us. */
  program: Program;
}

/** How a shell starts this install: by name, or by the paths of node and of the entry. */
type Program = { command: "yourcall" } | { node: string; entry: string };

/**
 * `yourcall` if that name on the PATH is this very install, so that the hooks survive an update of Node; otherwise its paths.
 */
export function toProgram(node: string, entry: string, env: NodeJS.ProcessEnv): Program {
  // npm adds these only while it runs a script or npx.
  const places = (env.PATH ?? "").split(delimiter).filter((place) => !/node_modules[\\/]\.bin[\\/]?$/.test(place));
  const found = findProgram("yourcall", { PATH: places.join(delimiter) });
  const real = realpathSync(entry);
  return found !== null && realpathSync(found) === real ? { command: "yourcall" } : { node, entry: real };
}

// A day. Without it Claude Code ends a hook after ten minutes.
const waitSeconds = 86_400;
// Cleared, because flags for other programs (a debugger, a preload) would break ours or print into its answer.
const ownFlags = "NODE_OPTIONS=";
// These only report to the hub, and Claude waits for them.
const tellSeconds = 10;

/** What `setup` writes: each group under its event. */
export function toHookGroups(choices: HookChoices): [event: string, group: HookGroup][] {
  const { exclusive, approvals, forms, unattended, subagentWait, program } = choices;
  const flags = Object.entries({
    approvals,
    exclusive: approvals && exclusive,
    unattended: unattended === true,
    "subagent-wait": subagentWait ?? false,
  }).flatMap(([name, value]) => (value === false ? [] : [` --${name}${value === true ? "" : ` ${value}`}`]));
  const command = `${ownFlags} exec ${toShell(program)} hook claude${flags.join("")}`;
  const hook = (timeout: number) => ({ type: "command", command, timeout });
  const group = (timeout: number, matcher?: string): HookGroup => ({ matcher, hooks: [hook(timeout)] });
  const permissions = approvals ? "*" : askToolName;
  const groups: (false | [event: string, group: HookGroup])[] = [
    exclusive && ["PreToolUse", group(waitSeconds, askToolName)],
    (approvals || !exclusive) && ["PermissionRequest", group(waitSeconds, permissions)],
    ["PostToolUse", group(tellSeconds, permissions)],
    // A tool that failed had been allowed. Questions do not fail.
    approvals && ["PostToolUseFailure", group(tellSeconds, permissions)],
    ["Stop", group(tellSeconds)],
    // After Esc or a "No" in Claude's dialog there is no event until one of these.
    ["UserPromptSubmit", group(tellSeconds)],
    ["SessionEnd", group(tellSeconds)],
    forms === true && ["Elicitation", group(waitSeconds)],
  ];
  return groups.filter((one) => one !== false);
}

/** Whether yourcall wrote this hook, wherever it is installed. */
export function isOurs(hook: SettingsHook): boolean {
  return isHttpHook(hook) || isCommand(hook);
}

/**
 * Whether this is an HTTP hook that an earlier version wrote. Claude Code sends an agent's token to whoever listens at its address
 * and lets it decide, and the hub no longer answers there.
 */
export function isHttpHook({ type, url }: SettingsHook): boolean {
  return type === "http" && typeof url === "string" && /\/hooks\/claude(\?|$)/.test(url);
}

function isCommand(hook: SettingsHook): boolean {
  return typeof hook.command === "string" && /\byourcall(\.cjs)?(['"])? hook [a-z]/.test(hook.command);
}

/** The programs that a command of ours starts: `yourcall`, or node and the entry. Empty if it has another form. */
export function programsOf(command: string): string[] {
  const words = command.match(/'(?:[^']|'\\'')*'|\S+/g) ?? [];
  const unquoted = words.map((word) => (word.startsWith("'") ? word.slice(1, -1).replaceAll("'\\''", "'") : word));
  const from = unquoted.indexOf("exec") + 1;
  return from > 0 ? unquoted.slice(from, unquoted.indexOf("hook", from)) : [];
}

function toShell(program: Program): string {
  return "command" in program ? program.command : `${toShellWord(program.node)} ${toShellWord(program.entry)}`;
}
