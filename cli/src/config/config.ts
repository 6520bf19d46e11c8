import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { cleanLine } from "@yourcall/core";
import { isRecord, toShowableJson } from "@yourcall/core/internal";
import { config } from "../commands/config.ts";
import { checkConfigText, describeSettings, isSetting } from "../doctor/check-config.ts";
import { configFile, readSettings } from "../hub/read-config.ts";
import { writeConfig } from "../hub/write-config.ts";
import { info, print, warn } from "../print.ts";
import { exitCodes, runCommand, UsageError } from "../run-command.ts";

/** `yourcall config get|set|edit`: a person's settings. */
export function run(args: string[]): Promise<number> {
  return runCommand(config, args, async ({ values, positionals }) => {
    const [verb, name, value, ...rest] = positionals;
    if (verb === "get" && value === undefined) return get(name, values.json === true);
    if (values.json === true) throw new UsageError("--json belongs to config get.");
    if (verb === "set" && name !== undefined && rest.length === 0) return set(name, value);
    if (verb === "edit" && name === undefined) return edit();
    throw new UsageError("Use: yourcall config get [NAME], config set NAME [VALUE], or config edit.");
  });
}

async function get(name: string | undefined, json: boolean): Promise<number> {
  const { settings, fault } = readSettings();
  if (fault !== undefined) {
    warn(fault);
    return exitCodes.failure;
  }
  const found = name === undefined ? settings : toPath(name).reduce<unknown>(valueIn, settings);
  if (found === undefined) {
    const [root = ""] = toPath(name ?? "");
    if (!isSetting(root)) throw new UsageError(`Unknown setting "${root}". ${describeSettings(root)}`);
    warn(`${name} is not set in ${configFile()}.`);
    return exitCodes.failure;
  }
  await print(`${typeof found === "string" && !json ? cleanLine(found) : toShowableJson(found)}\n`);
  return 0;
}

function set(name: string, value: string | undefined): number {
  const file = configFile();
  const path = toPath(name);
  writeConfig(path, value === undefined ? undefined : toValue(value), (text) => {
    const fault = checkConfigText(text, file).find(
      ({ status, what }) => status !== "ok" && what.includes(path[0] ?? ""),
    );
    if (fault !== undefined) throw new UsageError(`Nothing was changed. ${fault.what}. ${fault.todo ?? ""}`.trimEnd());
  });
  info(`Wrote ${file}.`);
  return 0;
}

/** Opens the file itself, so that what a person wrote is kept even if it is wrong. */
function edit(): number {
  const file = configFile();
  if (!existsSync(file)) writeConfig([], undefined);
  const editor = process.env.VISUAL || process.env.EDITOR || "vi";
  // The variable may contain flags, as in "code --wait".
  const { status } = spawnSync("/bin/sh", ["-c", `${editor} "$1"`, "sh", file], { stdio: "inherit" });
  if (status !== 0) {
    warn(`The editor "${editor}" ended with an error. Set VISUAL or EDITOR to another one.`);
    return exitCodes.failure;
  }
  const faults = checkConfigText(readFileSync(file, "utf8"), file).filter(({ status }) => status !== "ok");
  for (const { what, todo } of faults) warn(`${what}. ${todo ?? ""}`.trimEnd());
  return faults.length === 0 ? 0 : exitCodes.failure;
}

function toPath(name: string): string[] {
  return name.split(".");
}

function valueIn(settings: unknown, name: string): unknown {
  return isRecord(settings) && Object.hasOwn(settings, name) ? settings[name] : undefined;
}

/** `5` and `{"letters": false}` are JSON; `90d` is text. */
function toValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
