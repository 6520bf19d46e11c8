import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { YourcallError } from "@yourcall/core";
import { isRecord } from "@yourcall/core/internal";
import { findTarget, readText, replaceFile } from "../setup/replace-file.ts";
import { configFile } from "./read-config.ts";

/**
 * Changes one setting in `config.json` and leaves everything else as it is, even unknown settings; `undefined` removes it. `path`
 * leads to it, as `["keys", "letters"]`. A file that cannot be read as settings is not touched: `store-unavailable` says what is
 * wrong with it. `check` may throw to refuse the new text.
 */
export function writeConfig(path: readonly string[], value: unknown, check: (text: string) => void = () => {}): void {
  const file = configFile();
  const text = orRefuse(`${file} cannot be read and was not changed`, () => readText(file));
  const settings = orRefuse(`${file} is not JSON and was not changed`, () => JSON.parse(text ?? "{}"), fix);
  if (!isRecord(settings))
    throw new YourcallError("store-unavailable", `${file} is not an object and was not changed${fix}`);
  const indent = /^[{]\s*\n([ \t]+)/.exec(text ?? "")?.[1] ?? 2;
  const changed = `${JSON.stringify(withValue(settings, path, value), null, indent)}\n`;
  check(changed);
  orRefuse(`${file} cannot be written`, () => {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    replaceFile(findTarget(file), changed, 0o600);
  });
}

const fix = ". Fix it, then save again.";

function withValue(settings: Record<string, unknown>, [name = "", ...rest]: readonly string[], value: unknown): object {
  const inner = settings[name];
  return { ...settings, [name]: rest.length === 0 ? value : withValue(isRecord(inner) ? inner : {}, rest, value) };
}

function orRefuse<Result>(what: string, act: () => Result, todo = ""): Result {
  try {
    return act();
  } catch (error) {
    throw new YourcallError("store-unavailable", `${what}: ${(error as Error).message}${todo}`);
  }
}
