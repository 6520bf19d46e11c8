import { readFileSync } from "node:fs";
import { isAbsolute } from "node:path";
import { isRecord } from "@yourcall/core/internal";
import { isAllowable } from "@yourcall/hub/internal";
import { type Config, isCommand, isCount } from "../hub/read-config.ts";
import { didYouMean } from "../nearest.ts";
import { parseNotifySettings } from "../notify/notify-settings.ts";
import { readDuration } from "../parse-duration.ts";
import { type Finding, fail, ok, warn } from "./finding.ts";

const check = "config";

/** What each setting in `config.json` must be; null if the value is valid. */
const settings: { [Name in keyof Omit<Required<Config>, "notify">]: (value: unknown) => string | null } = {
  keys(value) {
    if (!isRecord(value)) return 'an object like {"letters": false}';
    const wrong = [value.letters, value.mouse].some((one) => one !== undefined && typeof one !== "boolean");
    return wrong ? "an object whose letters and mouse are true or false" : null;
  },
  port: (value) =>
    Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 65_535 ? null : "a number from 0 to 65535",
  host: (value) => (typeof value === "string" && value !== "" ? null : 'an address like "127.0.0.1"'),
  publicUrl: (value) =>
    typeof value === "string" && URL.canParse(value) && new URL(value).protocol === "https:"
      ? null
      : "an https address",
  identityFile: (value) => (typeof value === "string" && isAbsolute(value) ? null : "an absolute path"),
  keep: (value) => (value === "forever" || isDuration(value) ? null : 'a time like "90d", or "forever"'),
  timeout: (value) => (isDuration(value) ? null : 'a time like "2h"'),
  maxPendingPerSession: mustBeCount,
  maxPendingPerToken: mustBeCount,
  maxPendingBytesPerToken: mustBeCount,
  maxBytesPerTokenAndDay: mustBeCount,
  maxConnections: mustBeCount,
  callbacks: (value) =>
    Array.isArray(value) && value.every(isAllowable)
      ? null
      : 'a list of addresses without a path, like ["https://hooks.example.com"], and of ranges like "10.0.0.0/8"',
  agents(value) {
    const commands = isRecord(value) ? Object.values(value) : [0];
    return commands.every(isCommand) ? null : 'commands by name, like {"gemini": ["gemini", "--acp"]}';
  },
  codexHomes(value) {
    const homes = isRecord(value) ? Object.entries(value) : [["", 0]];
    return homes.every(([home, isOn]) => isAbsolute(String(home)) && typeof isOn === "boolean")
      ? null
      : 'absolute paths, each with true or false, like {"/home/me/.codex": true}';
  },
};

function mustBeCount(value: unknown): string | null {
  return isCount(value) ? null : "1 or more";
}

const knownSettings = [...Object.keys(settings), "notify"];

/** Checks that config.json is JSON and every setting valid. */
export function checkConfig(file: string): Finding[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT"
      ? [ok(check, "config.json: none, all settings are at their defaults")]
      : [fail(check, `${file} cannot be read: ${(error as Error).message}`, "Make it readable, or remove it.")];
  }
  return checkConfigText(text, file);
}

export function checkConfigText(text: string, file: string): Finding[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return [fail(check, `${file} is not JSON: ${(error as Error).message}`, "Fix it; until then it is ignored.")];
  }
  if (!isRecord(value)) return [fail(check, `${file} is not an object`, 'Write settings as {"keep": "90d"}.')];
  const findings = Object.entries(value).flatMap(([name, set]): Finding[] => {
    // A webhook's address may be a secret, so what is set there is not shown.
    if (name === "notify")
      return parseNotifySettings(set).faults.map(({ path, expected }) =>
        fail(check, `config.json: ${path} is not valid`, `It must be ${expected}.`),
      );
    if (!Object.hasOwn(settings, name))
      return [warn(check, `config.json: unknown setting "${name}"`, describeSettings(name))];
    const expected = settings[name as keyof typeof settings](set);
    if (expected === null) return [];
    return [fail(check, `config.json: ${name} is ${JSON.stringify(set)}`, `It must be ${expected}.`)];
  });
  return findings.length > 0 ? findings : [ok(check, "config.json: all settings are valid")];
}

export function isSetting(name: string): boolean {
  return knownSettings.includes(name);
}

/** What a person may have meant by the name of a setting that does not exist. */
export function describeSettings(name: string): string {
  return didYouMean(name, knownSettings).trimStart() || `Supported: ${knownSettings.join(", ")}.`;
}

function isDuration(value: unknown): boolean {
  return readDuration(value) !== undefined;
}
