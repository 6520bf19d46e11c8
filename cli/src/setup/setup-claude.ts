import { lstatSync, realpathSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { readHubAddress } from "@yourcall/client/node";
import { cleanLine, cleanText } from "@yourcall/core";
import { openTerminal } from "../ask/open-terminal.ts";
import { exitCodes } from "../exit-codes.ts";
import { setupClaudeHelp } from "../help-texts.ts";
import { stateDirectory } from "../hub/state-directory.ts";
import { print } from "../print.ts";
import { say } from "../say.ts";
import { UsageError } from "../usage-error.ts";
import { claudeDirectory } from "./claude-directory.ts";
import { type HookGroup, toHookGroups } from "./claude-hooks.ts";
import { toDifference } from "./difference.ts";
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
  http: flag,
  print: flag,
  remove: flag,
  yes: { ...flag, short: "y" },
} as const;

/** The environment variable from which HTTP hooks take their token; `YOURCALL_TOKEN` would also stand for the person's. */
const tokenVariable = "YOURCALL_AGENT_TOKEN";
const defaultUrl = "http://127.0.0.1:2255";

/** `yourcall setup claude`: hooks in Claude Code's settings, shown before they are written. */
export async function setupClaude(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options });
  if (values.help === true) {
    process.stdout.write(setupClaudeHelp);
    return 0;
  }
  const file = settingsFile(values);
  const groups = toHookGroups({
    exclusive: values.exclusive === true,
    approvals: values.approvals === true,
    reach: values.http === true ? { url: hubUrl(), tokenVariable } : ownFiles(),
  });
  // First, since it is also for those whose file cannot be edited.
  if (values.print === true && values.remove !== true)
    await print(`${JSON.stringify({ hooks: toSettings(groups) }, null, 2)}\n`);
  const before = orLeave(file, () => readText(file));
  const copies = orLeave(file, () => readCopies(file));
  const text = before ?? "";
  const after = orLeave(file, () =>
    values.remove === true ? removeHooks(text, copies) : putHooks(text, groups, copies),
  );
  // An own file of ours goes as it came; a link is the person's.
  const goes = values.remove === true && before !== null && isAllOurs(before, copies) && !isLink(file);
  if (values.print === true) {
    showDifference(file, before, goes ? "" : after);
    return 0;
  }
  if (after === text) {
    say(values.remove === true ? `${file} has no hooks of yourcall.` : `${file} has these hooks already.`);
    return 0;
  }
  showDifference(file, before, goes ? "" : after);
  if (values.yes !== true && !(await confirm())) {
    say("Nothing was changed.");
    return exitCodes.failure;
  }
  if (orLeave(file, () => readText(file)) !== before)
    throw new UsageError(`${file} was changed meanwhile, so nothing was written. Run this again.`);
  if (goes) {
    orLeave(file, () => rmSync(file));
    say(`${file} was removed: it held nothing else.`);
    return 0;
  }
  const backup = orLeave(file, () => replaceFile(file, after));
  say(`${file} was written.${backup === null ? "" : ` What it was is in ${backup}.`}`);
  if (values.remove !== true) sayMore(values);
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

// Absolute, so that a changed PATH breaks nothing.
function ownFiles(): { node: string; entry: string } {
  return { node: process.execPath, entry: realpathSync(process.argv[1] ?? "") };
}

function isLink(file: string): boolean {
  return lstatSync(file).isSymbolicLink();
}

function hubUrl(): string {
  const url = process.env.YOURCALL_URL || readHubAddress(stateDirectory())?.url || defaultUrl;
  return url.replace(/\/$/, "");
}

/** Whatever is wrong with the file is said with its name, and the file is as it was. */
function orLeave<Result>(file: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    if (!(error instanceof SettingsFault) && code === "") throw error;
    const fault = { EISDIR: "it is a directory", EEXIST: "it is a link to a file that is not there" }[code] ?? message;
    throw new UsageError(`${file} is left as it is: ${cleanLine(fault)}. Mend it, or add by hand what --print prints.`);
  }
}

function toSettings(groups: [string, HookGroup][]): Record<string, HookGroup[]> {
  return Object.fromEntries(groups.map(([event, group]) => [event, [group]]));
}

function showDifference(file: string, before: string | null, after: string): void {
  const lines = toDifference(before ?? "", after);
  const body = lines.length === 0 ? ["  (nothing changes)"] : lines;
  process.stderr.write(`${cleanLine(file)}\n${body.map((line) => cleanText(line)).join("\n")}\n`);
}

async function confirm(): Promise<boolean> {
  const terminal = openTerminal();
  if (terminal === null)
    throw new UsageError("There is no terminal to ask on. --yes writes it, --print only prints it.");
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

function sayMore(values: { project?: boolean; http?: boolean }): void {
  say("Sessions of Claude Code that start from now on use it. `yourcall setup claude --remove` takes it out again.");
  if (values.project === true && values.http !== true)
    say(
      "This file is usually shared, and holds paths of this machine. --local writes .claude/settings.local.json, which is yours.",
    );
  if (values.http === true)
    say(
      `Claude Code sends the token in ${tokenVariable}: set it to "agent" of ${stateDirectory()}/tokens.json where you start claude.`,
    );
}
