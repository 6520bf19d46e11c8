import { join, resolve } from "node:path";
import type { Values } from "../command.ts";
import * as commands from "../commands/setup.ts";
import { parseDuration } from "../parse-duration.ts";
import { info, print, warn } from "../print.ts";
import { exitCodes, runCommand, UsageError } from "../run-command.ts";
import { changeFiles } from "./change-files.ts";
import { claudeDirectory, type HookGroup, isHttpHook, toHookGroups, toProgram } from "./claude-hooks.ts";
import { ownGroups, toHooksChange } from "./edit-hooks.ts";
import { readText } from "./replace-file.ts";
import { setupClaudeMcp } from "./setup-mcp.ts";

type Flags = Values<(typeof commands.setupClaude)["options"]>;

/** `yourcall setup claude`: puts hooks into Claude Code's settings after showing the change. */
export function setupClaude(args: string[]): Promise<number> {
  return runCommand(commands.setupClaude, args, ({ values }) => setUp(values));
}

async function setUp(values: Flags): Promise<number> {
  if (values.mcp === true) return setupClaudeMcp(values);
  if (values.unattended === true && values.approvals !== true)
    throw new UsageError("--unattended needs --approvals: it is about permissions.");
  const file = settingsFile(values);
  const program = toProgram(process.execPath, process.argv[1] ?? "", process.env);
  const groups = toHookGroups({
    exclusive: values.exclusive === true,
    approvals: values.approvals === true,
    forms: values.forms === true,
    unattended: values.unattended === true,
    subagentWait: toSubagentWait(values),
    program,
  });
  // Printed before the settings file is read, so that it also helps people whose file cannot be edited.
  if (values.print === true && values.remove !== true)
    await print(
      `${JSON.stringify({ hooks: Object.fromEntries(groups.map(([event, group]) => [event, [group]])) }, null, 2)}\n`,
    );
  const change = {
    ...toHooksChange(file, groups, values.remove === true),
    project: values.project === true || values.local === true ? process.cwd() : undefined,
  };
  const unchanged = values.remove === true ? "has no yourcall hooks" : "already has these hooks";
  const done = await changeFiles([change], values, `${file} ${unchanged}.`);
  if (done === "changed" && values.remove !== true) printNextSteps(values, "node" in program);
  if (done !== "printed" && values.remove !== true) warnOfOthers(file, groups);
  return done === "refused" ? exitCodes.failure : 0;
}

/**
 * Warns about hooks of ours in other settings files: HTTP hooks, and those that would ask the same question again. An identical hook
 * in two files runs only once.
 */
function warnOfOthers(file: string, groups: [string, HookGroup][]): void {
  const toAskers = (given: [string, HookGroup][]) =>
    given.flatMap(([event, { hooks }]) =>
      event === "PermissionRequest" || event === "PreToolUse" ? hooks.map(({ command }) => `${event} ${command}`) : [],
    );
  const own = toAskers(groups);
  for (const place of places) {
    const other = settingsFile({ [place]: true });
    if (other === file) continue;
    const known = readHooks(other);
    if (known.some(([, { hooks }]) => hooks.some(isHttpHook)))
      warn(
        `Warning: ${other} has HTTP hooks, which send the agents' token to any program that holds the hub's port. Remove them: yourcall setup claude --${place} --remove`,
      );
    else if (toAskers(known).some((asker) => !own.includes(asker)))
      warn(
        `Warning: ${other} has other yourcall hooks. Where both apply, Claude Code asks every question twice. Remove one: yourcall setup claude --${place} --remove`,
      );
  }
}

/** Our hooks in a settings file; none if it cannot be read, since Claude Code ignores it then. */
function readHooks(file: string): [string, HookGroup][] {
  try {
    return ownGroups(readText(file) ?? "");
  } catch {
    return [];
  }
}

const places = ["user", "project", "local"] as const;

function settingsFile(values: Flags): string {
  const chosen = places.filter((place) => values[place] === true);
  if (chosen.length > 1) throw new UsageError(`Choose one of --${chosen.join(" and --")}.`);
  const [place = "user"] = chosen;
  if (place === "project") return resolve(".claude/settings.json");
  if (place === "local") return resolve(".claude/settings.local.json");
  return join(claudeDirectory(process.env), "settings.json");
}

function toSubagentWait(values: Flags): number | undefined {
  const text = values["subagent-wait"];
  if (text === undefined) return undefined;
  if (values.approvals !== true) throw new UsageError("--subagent-wait needs --approvals: subagents ask no questions.");
  return parseDuration(text, "--subagent-wait") / 1000;
}

function printNextSteps(values: Flags, hasPaths: boolean): void {
  info(
    "Claude Code uses the hooks from now on, in running sessions too. `yourcall setup claude --remove` removes them.",
  );
  if (values.project === true && hasPaths)
    warn(
      "This file is usually shared, and now contains paths of this machine. --local writes to .claude/settings.local.json, which is yours alone.",
    );
}
