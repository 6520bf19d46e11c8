import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commands } from "../../cli/src/commands/index.ts";
import { pack } from "../../scripts/pack.mjs";
import { askFile, database } from "../support/asks.ts";
import { runCommand } from "../support/background-hub.ts";
import { question } from "../support/claude-hooks.ts";
import { openDemo } from "../support/demo.ts";
import { askOf } from "../support/find-ask.ts";
import { startCommand, startHub, temporaryDirectory } from "../support/hub.ts";
import { answersOf } from "../support/prompt.ts";
import { openTerminal } from "../support/terminal.ts";

const place = mkdtempSync(join(tmpdir(), "yourcall-installed-"));
const installed = join(place, "lib/node_modules/yourcall");
const env = { PATH: `${join(place, "bin")}:${dirname(process.execPath)}:${process.env.PATH}` };
const command = ["yourcall"];

beforeAll(() => {
  const tarball = pack(place, ["cli"]).get("yourcall") ?? "";
  // Offline, with an empty cache: the package contains all it needs.
  const args = ["install", "--global", "--offline", "--prefix", place, "--cache", join(place, "cache"), tarball];
  execFileSync("npm", args, { stdio: "pipe" });
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

test("the package contains the command, its web page, the licences and nothing else", () => {
  expect(readdirSync(join(place, "lib/node_modules"))).toEqual(["yourcall"]);
  expect(readdirSync(installed).sort()).toEqual(["LICENSE", "README.md", "bin", "dist", "package.json"]);
  const { dependencies, devDependencies, scripts, bin, man } = JSON.parse(
    readFileSync(join(installed, "package.json"), "utf8"),
  );
  expect({ dependencies, devDependencies, scripts, bin, man }).toEqual({
    bin: { yourcall: "./bin/yourcall.cjs" },
    man: ["./dist/yourcall.1"],
  });
  expect(existsSync(join(place, "share/man/man1/yourcall.1"))).toBe(true);
  expect(existsSync(join(installed, "dist/web/index.html"))).toBe(true);
  const licenses = readFileSync(join(installed, "dist/third-party-licenses.txt"), "utf8");
  for (const name of ["zod", "react", "react-dom", "ai", "marked"])
    expect(licenses).toMatch(new RegExp(`^${name} \\d`, "m"));
  expect(licenses).toContain("Apache License");
});

test("every command has its help", () => {
  // In one process: a start for each takes seconds, and others of these tests start the command itself.
  const script = `(async () => {
    for (const name of ${JSON.stringify(commands.map(({ name }) => name))}) {
      console.log("# " + name + " " + (await require("./dist/" + name + ".cjs").run(["--help"])));
    }
  })()`;
  const { stdout, stderr } = spawnSync(process.execPath, ["-e", script], { cwd: installed, encoding: "utf8" });
  expect(stderr).toBe("");
  const helps = stdout.split(/^(?=# \S+ \d+$)/m);
  for (const [at, { name }] of commands.entries()) {
    expect(helps[at]).toContain(`yourcall ${name}`);
    expect(helps[at + 1]).toMatch(new RegExp(`^# ${name} 0\n`));
  }
  expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
});

test("ask is answered on the terminal", async () => {
  const terminal = openTerminal(["ask", askFile(database)], { command, env });
  await terminal.ready();
  terminal.press("3");
  expect(await answersOf(terminal)).toEqual([{ selectedOptions: ["SQLite"] }]);
});

test("a question goes through the hub: serve, ask, list, inbox, answer, wait, log, cancel, notify, status, stop", async () => {
  const hub = await startHub({ command, env });
  const asking = hub.start(["ask", askFile(database)]);
  await asking.says("waiting for an answer");
  const { id } = await askOf(hub.client("human"), database.question);
  expect(await hub.run(["list", "--json"])).toMatchObject({ code: 0, stdout: expect.stringContaining(id) });
  const inbox = openTerminal(["inbox"], {
    command,
    stdoutOnTerminal: true,
    env: { ...env, YOURCALL_HOME: hub.directory },
  });
  await inbox.see(database.question);
  inbox.press("ctrl+c");
  await inbox.exited;
  expect((await hub.run(["answer", id, "--select", "SQLite"])).code).toBe(0);
  expect(await asking.ended).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('"selectedOptions":["SQLite"]'),
  });
  expect((await hub.run(["wait", id])).stdout).toContain(id);
  expect((await hub.run(["log", "--json"])).stdout).toContain(id);
  const next = JSON.parse((await hub.run(["ask", "--no-wait", askFile(database)])).stdout);
  expect((await hub.run(["cancel", next.id])).code).toBe(0);
  expect((await hub.run(["notify"])).code).toBe(0);
  expect((await hub.run(["status"])).stdout).toContain(hub.url);
  expect((await hub.run(["stop"])).code).toBe(0);
});

test("the link of open leads to the web inbox", async () => {
  const hub = await startHub({ command, env });
  const { stdout } = await hub.run(["open", "--print"]);
  const page = await fetch(stdout.trim());
  expect(page.headers.get("content-type")).toMatch("text/html");
  const [, script = ""] = /<script[^>]* src="([^"]+)"/.exec(await page.text()) ?? [];
  expect((await fetch(new URL(script, hub.url))).status).toBe(200);
});

test("the demo starts and asks", async () => {
  const { terminal } = openDemo({ command, env });
  await terminal.see("1 > ○ SQLite (Recommended)");
  await terminal.ready();
  terminal.press("ctrl+c");
  await terminal.exited;
});

test("setup claude writes the command's name, and the hook passes the answer to Claude", async () => {
  const hub = await startHub({ command, env });
  const home = temporaryDirectory("claude");
  const { stdout } = await hub.run(["setup", "claude", "--print"], { env: { CLAUDE_CONFIG_DIR: home } });
  expect(JSON.parse(stdout).hooks.PermissionRequest[0].hooks[0].command).toMatch(/\byourcall hook claude$/);
  const event = {
    hook_event_name: "PermissionRequest",
    session_id: "session",
    prompt_id: "prompt",
    cwd: place,
    tool_name: "AskUserQuestion",
    tool_input: question("Which number?"),
  };
  const hook = hub.start(["hook", "claude"], { stdin: JSON.stringify(event) });
  const { id } = await askOf(hub.client("human"), "Which number?");
  expect((await hub.run(["answer", id, "--select", "Two"])).code).toBe(0);
  expect(JSON.parse((await hook.ended).stdout).hookSpecificOutput.decision.updatedInput.answers).toEqual({
    "Which number?": "Two",
  });
});

test("doctor, sheet and agent run without a hub, a key or the Claude Agent SDK", async () => {
  expect((await startCommand(["doctor"], { command, env }).ended).stdout).toMatch(/^ok +Node /m);
  const file = askFile(database);
  const sheet = await startCommand(["sheet", "render", file], { command, env }).ended;
  expect(sheet.stdout).toContain("SQLite");
  const edited = join(temporaryDirectory("sheet"), "sheet.md");
  writeFileSync(edited, sheet.stdout);
  const parsed = await startCommand(["sheet", "parse", file, edited], { command, env }).ended;
  expect(JSON.parse(parsed.stdout)).toHaveProperty("errors");
  const agent = await runCommand(["agent", "hello"], { command, env });
  expect(agent).toMatchObject({ code: 1, stderr: expect.stringContaining("ANTHROPIC_API_KEY") });
  const claude = await runCommand(["agent", "--with", "claude", "hello"], { command, env });
  expect(claude).toMatchObject({ code: 1, stderr: expect.stringContaining("@anthropic-ai/claude-agent-sdk") });
});

const oldNode = ["/usr/bin/node", "/usr/local/bin/node"].find((file) => {
  const [major = 0, minor = 0] = (spawnSync(file, ["-p", "process.versions.node"], { encoding: "utf8" }).stdout ?? "99")
    .split(".")
    .map(Number);
  return major < 22 || (major === 22 && minor < 13);
});
if (oldNode === undefined)
  console.log("skipped: no Node older than 22.13 on this machine to see the command refuse it");

test.skipIf(oldNode === undefined)("an older Node gets one sentence", () => {
  const { status, stdout, stderr } = spawnSync(oldNode ?? "", [join(place, "bin/yourcall"), "ask"], {
    encoding: "utf8",
  });
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(
    /^yourcall needs Node 22\.13 or newer and this is Node [\d.]+\. Install a newer Node and try again\.\n$/,
  );
});
