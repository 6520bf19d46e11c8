import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startCommand, temporaryDirectory } from "../support/hub.ts";
import { openTerminal } from "../support/terminal.ts";

const mine = '{\n    // mine\n    "theme": "dark",\n}\n';

function place(name: "opencode" | "kilo" = "opencode") {
  const home = temporaryDirectory("home");
  const config = join(home, `.config/${name}`);
  mkdirSync(config, { recursive: true });
  writeFileSync(join(config, `${name}.jsonc`), mine);
  const env = { HOME: home, XDG_CONFIG_HOME: "", YOURCALL_HOME: join(home, "state") };
  const run = (...args: string[]) => startCommand(args, { env }).ended;
  return { config, plugin: join(config, "plugins/yourcall.js"), run };
}

test.each(["opencode", "kilo"] as const)(
  "setup connects %s in both ways, and removal leaves its files as they were",
  async (name) => {
    const { config, plugin, run } = place(name);
    expect(await run("setup", name, "--yes")).toMatchObject({ code: 0 });
    expect(readFileSync(plugin, "utf8")).toContain(`"host":"${name}"`);
    expect(statSync(plugin).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(config, `${name}.jsonc`), "utf8")).toContain('"yourcall"');
    const again = await run("setup", name, "--yes");
    expect(again.stderr).toContain("already set up");
    expect(await run("setup", name, "--remove", "--yes")).toMatchObject({ code: 0 });
    expect(readFileSync(join(config, `${name}.jsonc`), "utf8")).toBe(mine);
    expect(readdirSync(config, { recursive: true }).sort()).toEqual([`${name}.jsonc`, "plugins"]);
  },
);

test("--questions connects only its own questions, and doctor says so", async () => {
  const { config, run } = place();
  expect((await run("doctor")).stdout).toContain("OpenCode: asks only in its own window");
  await run("setup", "opencode", "--questions", "--yes");
  expect(readFileSync(join(config, "opencode.jsonc"), "utf8")).toBe(mine);
  expect((await run("doctor")).stdout).toMatch(/OpenCode: its own questions are in yourcall,\s+not\s+connected\s+yet/);
});

test("a plugin of that name that yourcall did not write is left alone", async () => {
  const { plugin, run } = place();
  mkdirSync(join(plugin, ".."));
  writeFileSync(plugin, "export const Mine = async () => ({});\n");
  const { code, stderr } = await run("setup", "opencode", "--questions", "--yes");
  expect(code).toBe(2);
  expect(stderr).toContain("yourcall did not write it");
  expect(existsSync(plugin)).toBe(true);
  expect(readFileSync(plugin, "utf8")).toContain("Mine");
});

test("setup connects Copilot, its approvals only on request, and removal leaves its files as they were", async () => {
  const home = temporaryDirectory("home");
  const copilot = join(home, ".copilot");
  mkdirSync(copilot);
  const settings = '{\n  // mine\n  "banner": "never"\n}\n';
  writeFileSync(join(copilot, "settings.json"), settings);
  const env = { HOME: home, COPILOT_HOME: "", YOURCALL_HOME: join(home, "state") };
  const run = (...args: string[]) => startCommand(args, { env }).ended;
  const list = () => readdirSync(copilot, { recursive: true }).map(String).sort();
  expect(await run("setup", "copilot", "--questions", "--yes")).toMatchObject({ code: 0 });
  expect(list()).not.toContain("extensions/yourcall-approvals/extension.mjs");
  expect(readFileSync(join(copilot, "settings.json"), "utf8")).toContain('"EXTENSIONS": true');
  expect((await run("doctor")).stdout).toMatch(/Copilot: its own questions are in yourcall/);
  expect(await run("setup", "copilot", "--questions", "--approvals", "--yes")).toMatchObject({ code: 0 });
  expect(list()).toContain("extensions/yourcall-approvals/extension.mjs");
  expect(await run("setup", "copilot", "--remove", "--questions", "--yes")).toMatchObject({ code: 0 });
  expect(readFileSync(join(copilot, "settings.json"), "utf8")).toBe(settings);
  expect(list()).toEqual(["extensions", "settings.json"]);
});

test("extensions that a person had turned on before stay on", async () => {
  const home = temporaryDirectory("home");
  const file = join(home, ".copilot/settings.json");
  mkdirSync(join(home, ".copilot"));
  const settings = '{"enabledFeatureFlags":{"EXTENSIONS":true}}';
  writeFileSync(file, settings);
  const env = { HOME: home, COPILOT_HOME: "", YOURCALL_HOME: join(home, "state") };
  for (const flag of [[], ["--remove"]])
    await startCommand(["setup", "copilot", "--questions", "--yes", ...flag], { env }).ended;
  expect(readFileSync(file, "utf8")).toBe(settings);
});

test.each([
  ["gemini", "Gemini CLI", "BeforeTool"],
  ["qwen", "Qwen Code", "PermissionRequest"],
])(
  "setup %s connects its own questions only if asked, beside hooks of others, and removal restores the file",
  async (name, title, event) => {
    const home = temporaryDirectory("home");
    const file = join(home, `.${name}/settings.json`);
    mkdirSync(join(home, `.${name}`));
    const settings = `{\n  "hooks": { "${event}": [{ "hooks": [{ "type": "command", "command": "mine" }] }] }\n}\n`;
    writeFileSync(file, settings);
    const env = { HOME: home, YOURCALL_HOME: join(home, "state"), YOURCALL_URL: "" };
    const run = (...args: string[]) => startCommand(args, { env }).ended;
    await run("setup", name, "--no-instructions", "--yes");
    expect(readFileSync(file, "utf8")).not.toContain(`hook ${name}`);
    await run("setup", name, "--remove", "--yes");
    expect(readFileSync(file, "utf8")).toBe(settings);
    expect(await run("setup", name, "--questions", "--yes")).toMatchObject({ code: 0 });
    expect(JSON.parse(readFileSync(file, "utf8")).hooks[event]).toMatchObject([
      { hooks: [{ command: "mine" }] },
      { hooks: [{ name: "yourcall", command: expect.stringContaining(`hook ${name}`) }] },
    ]);
    expect((await run("doctor")).stdout).toContain(`${title}: its own questions are in yourcall`);
    await run("setup", name, "--questions", "--remove", "--yes");
    expect(readFileSync(file, "utf8")).toBe(settings);
  },
);

test.each([
  ["gemini", '{"security":{"auth":{"selectedType":"gemini-api-key"}}}'],
  ["gemini", null],
  [
    "qwen",
    '{\n  // mine\n  "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "mine"}]}]},\n  "mcp": { "a": 1 } /* too */\n}\n',
  ],
  ["qwen", null],
])(
  "setup %s puts its hook and the tool into one file, keeps the one from before, and removes both: %s",
  async (name, settings) => {
    const home = temporaryDirectory("home");
    const directory = join(home, `.${name}`);
    const file = join(directory, "settings.json");
    mkdirSync(directory);
    if (settings !== null) writeFileSync(file, settings);
    const env = { HOME: home, YOURCALL_HOME: join(home, "state"), YOURCALL_URL: "" };
    for (const parts of [
      [["--mcp"], ["--questions"]],
      [["--questions"], ["--mcp"]],
    ]) {
      for (const part of parts)
        expect(await startCommand(["setup", name, "--yes", ...part], { env }).ended).toMatchObject({ code: 0 });
      if (settings !== null) expect(readFileSync(`${file}.before-yourcall`, "utf8")).toBe(settings);
      expect((await startCommand(["doctor"], { env }).ended).stdout).toMatch(/: its own questions are in yourcall/);
      expect(await startCommand(["setup", name, "--remove", "--yes"], { env }).ended).toMatchObject({ code: 0 });
      expect(readdirSync(directory)).toEqual(settings === null ? [] : ["settings.json"]);
      if (settings !== null) expect(readFileSync(file, "utf8")).toBe(settings);
    }
  },
);

test("setup qwen offers its own questions, says that its window waits for five minutes, and takes --yes for the tool alone", async () => {
  const home = temporaryDirectory("home");
  const file = join(home, ".qwen/settings.json");
  mkdirSync(join(home, ".qwen"));
  const env = { HOME: home, YOURCALL_HOME: join(home, "state"), YOURCALL_URL: "", YOURCALL_KEY_GUARD_MS: "0" };
  await startCommand(["setup", "qwen", "--yes"], { env }).ended;
  expect(readFileSync(file, "utf8")).toContain("mcpServers");
  expect(readFileSync(file, "utf8")).not.toContain("hook qwen");
  for (const { row, isHeld } of [
    { row: "1", isHeld: false },
    { row: "2", isHeld: true },
  ]) {
    const terminal = openTerminal(["setup", "qwen"], { env, rows: 60, columns: 160 });
    const screen = await terminal.see("Write this change?");
    expect(screen).toContain(
      "Qwen Code's own questions, in yourcall first, and in its own window only after five minutes:",
    );
    expect(screen).toMatch(/Change nothing[\s\S]*Write it/);
    await terminal.ready();
    terminal.press(row);
    expect((await terminal.exited).code).toBe(0);
    expect(readFileSync(file, "utf8").includes("hook qwen")).toBe(isHeld);
  }
});

test("setup qwen holds its approvals only if asked, with one hook for them and its questions, and doctor knows it", async () => {
  const home = temporaryDirectory("home");
  mkdirSync(join(home, ".qwen"));
  const env = { HOME: home, YOURCALL_HOME: join(home, "state"), YOURCALL_URL: "" };
  const run = (...args: string[]) => startCommand(args, { env }).ended;
  const matchers = () =>
    JSON.parse(readFileSync(join(home, ".qwen/settings.json"), "utf8")).hooks.PermissionRequest.map(
      ({ matcher = "every tool" }: { matcher?: string }) => matcher,
    );
  await run("setup", "qwen", "--questions", "--yes");
  expect(matchers()).toEqual(["ask_user_question"]);
  await run("setup", "qwen", "--questions", "--approvals", "--yes");
  expect(matchers()).toEqual(["every tool"]);
  expect((await run("doctor")).stdout).toContain("Qwen Code: its own questions are in yourcall");
});
