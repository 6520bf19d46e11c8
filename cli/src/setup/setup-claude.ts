import { lstatSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { readHubAddress } from "@yourcall/client/node";
import { cleanLine, cleanText } from "@yourcall/core";
import { structuredPatch } from "diff";
import { openTerminal } from "../ask/show-prompt.ts";
import { exitCodes } from "../exit-codes.ts";
import { setupClaudeHelp } from "../help-texts.ts";
import { stateDirectory } from "../hub/state-directory.ts";
import { parseDuration } from "../parse-duration.ts";
import { print } from "../print.ts";
import { say } from "../say.ts";
import { UsageError } from "../usage-error.ts";
import { claudeDirectory, type HookGroup, toHookGroups, toProgram } from "./claude-hooks.ts";
import { isAllOurs, putHooks, removeHooks, SettingsFault } from "./edit-hooks.ts";
import { readCopies, readText, replaceFile } from "./replace-file.ts";

const flag = { type: "boolean" } as const;
const options = {
  help: { ...flag, short: "h" },
  user: flag,
  project: flag,
  local: flag,
  exclusive: flag,
  approvals: flag,
  forms: flag,
  "subagent-wait": { type: "string" },
  http: flag,
  print: flag,
  remove: flag,
  yes: { ...flag, short: "y" },
} as const;

/** HTTP hooks take their token from this variable; `YOURCALL_TOKEN` may contain the person's. */
const tokenVariable = "YOURCALL_AGENT_TOKEN";
const defaultUrl = "http://127.0.0.1:2255";

/** `yourcall setup claude`: puts hooks into Claude Code's settings after showing the change. */
export async function setupClaude(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options });
  if (values.help === true) {
    process.stdout.write(setupClaudeHelp);
    return 0;
  }
  const file = settingsFile(values);
  const program = toProgram(process.execPath, process.argv[1] ?? "", process.env);
  const groups = toHookGroups({
    exclusive: values.exclusive === true,
    approvals: values.approvals === true,
    forms: values.forms === true,
    subagentWait: toSubagentWait(values),
    reach: values.http === true ? { url: hubUrl(), tokenVariable } : program,
  });
  // Before the file is read, for those whose file cannot be edited.
  if (values.print === true && values.remove !== true)
    await print(`${JSON.stringify({ hooks: toSettings(groups) }, null, 2)}\n`);
  const before = orLeave(file, () => readText(file));
  const copies = orLeave(file, () => readCopies(file));
  const text = before ?? "";
  const after = orLeave(file, () =>
    values.remove === true ? removeHooks(text, copies) : putHooks(text, groups, copies),
  );
  // A file that only `setup` wrote is removed; a link is the person's.
  const goes = values.remove === true && before !== null && isAllOurs(before, copies) && !isLink(file);
  if (values.print === true) {
    showDifference(file, before, goes ? "" : after);
    return 0;
  }
  if (after === text) {
    say(values.remove === true ? `${file} has no yourcall hooks.` : `${file} already has these hooks.`);
    return 0;
  }
  showDifference(file, before, goes ? "" : after);
  if (values.yes !== true && !(await confirm())) {
    say("Nothing was changed.");
    return exitCodes.failure;
  }
  if (orLeave(file, () => readText(file)) !== before)
    throw new UsageError(`${file} has changed in the meantime, so nothing was written. Run this again.`);
  if (goes) {
    orLeave(file, () => rmSync(file));
    say(`Removed ${file}: it contained nothing else.`);
    return 0;
  }
  const backup = orLeave(file, () => replaceFile(file, after));
  say(`Wrote ${file}.${backup === null ? "" : ` The previous version is in ${backup}.`}`);
  if (values.remove !== true) sayMore(values, "node" in program);
  return 0;
}

function settingsFile(values: { user?: boolean; project?: boolean; local?: boolean }): string {
  const places = (["user", "project", "local"] as const).filter((place) => values[place] === true);
  if (places.length > 1) throw new UsageError(`Choose one of --${places.join(" and --")}.`);
  const [place = "user"] = places;
  if (place === "project") return resolve(".claude/settings.json");
  if (place === "local") return resolve(".claude/settings.local.json");
  return join(claudeDirectory(process.env), "settings.json");
}

function toSubagentWait(values: { approvals?: boolean; "subagent-wait"?: string }): number | undefined {
  const text = values["subagent-wait"];
  if (text === undefined) return undefined;
  if (values.approvals !== true) throw new UsageError("--subagent-wait needs --approvals: subagents ask no questions.");
  return parseDuration(text, "--subagent-wait") / 1000;
}

function isLink(file: string): boolean {
  return lstatSync(file).isSymbolicLink();
}

function hubUrl(): string {
  const url = process.env.YOURCALL_URL || readHubAddress(stateDirectory())?.url || defaultUrl;
  return url.replace(/\/$/, "");
}

/** Names the file in the error and leaves it unchanged. */
function orLeave<Result>(file: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    if (!(error instanceof SettingsFault) && code === "") throw error;
    const fault = { EISDIR: "it is a directory", EEXIST: "it is a link to a missing file" }[code] ?? message;
    throw new UsageError(
      `${file} was not changed: ${cleanLine(fault)}. Fix the file, or add the output of --print by hand.`,
    );
  }
}

function toSettings(groups: [string, HookGroup][]): Record<string, HookGroup[]> {
  return Object.fromEntries(groups.map(([event, group]) => [event, [group]]));
}

function showDifference(file: string, before: string | null, after: string): void {
  const lines = (text: string) => text.replaceAll("\r\n", "\n");
  const { hunks } = structuredPatch("", "", lines(before ?? ""), lines(after), "", "", { context: 3 });
  const body = hunks.flatMap((hunk, at) => [
    ...(at === 0 ? [] : ["  …"]),
    // "\\ No newline at end of file" is no line of the file.
    ...hunk.lines.filter((line) => !line.startsWith("\\")).map((line) => `${line[0]} ${cleanText(line.slice(1))}`),
  ]);
  if (body.length === 0) body.push("  (no changes)");
  process.stderr.write(`${cleanLine(file)}\n${body.join("\n")}\n`);
}

async function confirm(): Promise<boolean> {
  const terminal = openTerminal();
  if (terminal === null)
    throw new UsageError("No terminal to confirm on. Use --yes to write the change, or --print to only print it.");
  const lines = createInterface({ input: terminal.input, output: terminal.output });
  try {
    const answer = await new Promise<string>((resolve) => {
      lines.once("close", () => resolve(""));
      lines.question("Write this? [y/N] ", resolve);
    });
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    lines.close();
    terminal.input.pause();
  }
}

function sayMore(values: { project?: boolean; http?: boolean }, hasPaths: boolean): void {
  say("New Claude Code sessions use the hooks. `yourcall setup claude --remove` removes them.");
  if (values.project === true && values.http !== true && hasPaths)
    say(
      "This file is usually shared, and now contains paths of this machine. --local writes to .claude/settings.local.json, which is yours alone.",
    );
  if (values.http === true)
    say(
      `Claude Code sends the token in ${tokenVariable}: before you start claude, set it to "agent" from ${stateDirectory()}/tokens.json.`,
    );
}
