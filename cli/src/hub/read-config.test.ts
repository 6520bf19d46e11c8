import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";
import { parseDuration, toDuration } from "../parse-duration.ts";
import { configFile, readConfig } from "./read-config.ts";
import { writeConfig } from "./write-config.ts";

test("a duration that was written reads back the same", () => {
  expect([86_400_000, 129_600_000, 1500].map(toDuration)).toEqual(["1d", "36h", "1500ms"]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 366 * 86_400_000 }), (ms) => {
      expect(parseDuration(toDuration(ms), "keep")).toBe(ms);
    }),
  );
});

let directory = "";
let file = "";
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "yourcall-config-"));
  file = join(directory, "config.json");
  vi.stubEnv("YOURCALL_HOME", directory);
  return () => {
    vi.unstubAllEnvs();
    rmSync(directory, { recursive: true });
  };
});
const text = () => readFileSync(file, "utf8");

test("one setting changes and the rest of the file stays, even unknown settings", () => {
  writeFileSync(file, '{\n\t"keep": "90d",\n\t"later": [1, {"__proto__": 2}],\n\t"port": 1\n}', { mode: 0o640 });
  writeConfig(["keep"], "forever");
  expect(text()).toBe(
    '{\n\t"keep": "forever",\n\t"later": [\n\t\t1,\n\t\t{\n\t\t\t"__proto__": 2\n\t\t}\n\t],\n\t"port": 1\n}\n',
  );
  expect(statSync(file).mode & 0o777).toBe(0o640);
});

test("a missing file is created, private to its owner", () => {
  writeConfig(["keep"], "7d");
  expect(JSON.parse(text())).toEqual({ keep: "7d" });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(directory)).toEqual(["config.json"]);
});

test.each(['{"keep": "90d",', "[]", "null", ""])("a file with %j is refused and not changed", (held) => {
  writeFileSync(file, held);
  expect(() => writeConfig(["keep"], "7d")).toThrow(/not changed.*Fix it/);
  expect(text()).toBe(held);
  expect(readdirSync(directory)).toEqual(["config.json"]);
});

test("a symbolic link stays a link", () => {
  const elsewhere = join(directory, "dotfiles.json");
  writeFileSync(elsewhere, '{"port": 1}');
  symlinkSync(elsewhere, file);
  writeConfig(["keep"], "7d");
  expect(JSON.parse(readFileSync(elsewhere, "utf8"))).toEqual({ port: 1, keep: "7d" });
  expect(readdirSync(directory).toSorted()).toEqual(["config.json", "dotfiles.json"]);
});

test("settings are in the configuration directory, or in YOURCALL_HOME if that is set", () => {
  const home = join(directory, "home");
  expect(configFile({ HOME: home })).toBe(join(home, ".config/yourcall/config.json"));
  expect(configFile({ HOME: home, XDG_CONFIG_HOME: join(home, "etc") })).toBe(join(home, "etc/yourcall/config.json"));
  expect(configFile({ HOME: home, XDG_CONFIG_HOME: "relative" })).toBe(join(home, ".config/yourcall/config.json"));
  expect(configFile({ HOME: home, YOURCALL_HOME: directory })).toBe(file);
});

test("a nested setting changes alone, and without a value it goes", () => {
  writeFileSync(file, '{"keys":{"letters":true,"later":1},"port":1}');
  writeConfig(["keys", "letters"], false);
  expect(readConfig()).toEqual({ keys: { letters: false, later: 1 }, port: 1 });
  writeConfig(["port"], undefined);
  expect(readConfig()).toEqual({ keys: { letters: false, later: 1 } });
});
