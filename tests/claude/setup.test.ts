import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startCommand, temporaryDirectory } from "../support/hub.ts";
import { openTerminal, root } from "../support/terminal.ts";

const setUp = (config: string, ...args: string[]) =>
  startCommand(["setup", "claude", ...args], { env: { CLAUDE_CONFIG_DIR: config } }).ended;

function settings(text?: string): { config: string; file: string; read(): string } {
  const config = temporaryDirectory("claude");
  const file = join(config, "settings.json");
  if (text !== undefined) writeFileSync(file, text);
  return { config, file, read: () => readFileSync(file, "utf8") };
}

const mine = '{\n    "model":   "opus",\n    "permissions": { "allow": ["Bash(ls)"] }\n}';

describe("yourcall setup claude", () => {
  test("shows what changes, asks, writes on a yes only, and can be undone", async () => {
    const { config, file, read } = settings(mine);
    const terminal = (answer: string, ...args: string[]) => {
      const opened = openTerminal(["setup", "claude", ...args], {
        env: { CLAUDE_CONFIG_DIR: config },
        rows: 100,
        columns: 200,
      });
      return opened.see("Write this change?").then(async (screen) => {
        await opened.ready();
        opened.press(answer);
        return opened.exited.then(({ code }) => ({ code, screen }));
      });
    };

    expect((await terminal("2")).code).toBe(1);
    expect(read()).toBe(mine);
    const { code, screen } = await terminal("1");
    expect(code).toBe(0);
    expect(screen).toMatch(/\+ {5}"hooks": \{/);
    expect(screen).toContain('-     "permissions"');
    expect(JSON.parse(read()).hooks.PermissionRequest[0]).toMatchObject({
      matcher: "AskUserQuestion",
      hooks: [
        {
          type: "command",
          command: `NODE_OPTIONS= exec ${process.execPath} ${join(root, "cli/bin/yourcall.cjs")} hook claude`,
          timeout: 86_400,
        },
      ],
    });
    expect(readFileSync(`${file}.before-yourcall`, "utf8")).toBe(mine);

    const written = read();
    expect(await setUp(config)).toMatchObject({ code: 0, stderr: expect.stringContaining("already has these hooks") });
    expect(read()).toBe(written);
    expect((await terminal("1", "--remove")).code).toBe(0);
    expect(read()).toBe(mine);
    expect((await setUp(config, "--remove")).stderr).toContain("has no yourcall hooks");
  });

  test("changes nothing if it cannot ask, cannot read the file, or should only print", async () => {
    const { config, read } = settings(mine);
    expect(await setUp(config)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Use --yes to write the change"),
    });
    const printed = await setUp(config, "--print", "--exclusive", "--approvals");
    expect(Object.keys(JSON.parse(printed.stdout).hooks)).toEqual([
      "PreToolUse",
      "PermissionRequest",
      "PostToolUse",
      "PostToolUseFailure",
      "Stop",
      "UserPromptSubmit",
      "SessionEnd",
    ]);
    const patient = await setUp(config, "--print", "--approvals", "--subagent-wait", "2m");
    expect(patient.stdout).toContain('hook claude --approvals --subagent-wait 120"');
    for (const args of [
      ["--approvals", "--subagent-wait", "soon"],
      ["--subagent-wait", "5s"],
      ["--unattended"],
      ["--http"],
    ])
      expect(await setUp(config, "--print", ...args)).toMatchObject({ code: 2, stdout: "" });
    expect(read()).toBe(mine);
    expect(readdirSync(config)).toEqual(["settings.json"]);

    const odd = settings('{ // mine\n  "model": "opus"\n}\n');
    for (const args of [["--yes"], ["--yes", "--remove"]])
      expect(await setUp(odd.config, ...args)).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/settings\.json was not changed: it is not valid JSON/),
      });
    expect(await setUp(odd.config, "--print")).toMatchObject({
      code: 2,
      stdout: (await setUp(config, "--print")).stdout,
    });
    expect(odd.read()).toBe('{ // mine\n  "model": "opus"\n}\n');
    expect(readdirSync(odd.config)).toEqual(["settings.json"]);

    const latin = settings();
    const bytes = Buffer.from('{"name":"caf\xe9"}', "latin1");
    writeFileSync(latin.file, bytes);
    const lost = settings();
    symlinkSync(join(lost.config, "nowhere"), lost.file);
    const directory = settings();
    mkdirSync(directory.file);
    for (const { config, file } of [latin, lost, directory])
      expect(await setUp(config, "--yes")).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(`${file} was not changed: `),
      });
    expect(readFileSync(latin.file)).toEqual(bytes);

    expect(await startCommand(["setup", "emacs"]).ended).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        'Unknown client "emacs". Supported: claude, codex, cursor, gemini, opencode, kilo, copilot, cline, continue, vscode, claude-desktop, qwen, zed.',
      ),
    });
    expect((await setUp(config, "--user", "--project")).code).toBe(2);
  });

  test("restores every byte, even after a second run with other options, and for nearly empty files", async () => {
    const texts = [
      "",
      '{ "hooks": { } }',
      '{\n  "hooks": {\n    "Stop": [\n    ]\n  }\n}\n',
      '{\n  "hooks": {\n    "Stop": []\n  },\n  "model": "opus"\n}\n',
    ];
    await Promise.all(
      texts.map(async (text) => {
        const { config, read } = settings(text);
        for (const options of [[], ["--exclusive", "--approvals"]]) await setUp(config, "--yes", ...options);
        expect(Object.keys(JSON.parse(read()).hooks)).toContain("PreToolUse");
        expect(readdirSync(config).sort()).toEqual(["settings.json", "settings.json.before-yourcall"]);
        expect((await setUp(config, "--yes", "--remove")).code).toBe(0);
        expect(read()).toBe(text);
        expect(readdirSync(config)).toEqual(["settings.json"]);
      }),
    );
  });

  test("warns if the hooks of two settings files would ask twice", async () => {
    const { config } = settings();
    const project = temporaryDirectory("project");
    const through = ["/bin/sh", "-c", `cd '${project}' && exec "$@"`, "sh"];
    const run = (...args: string[]) =>
      startCommand(["setup", "claude", "--yes", ...args], { env: { CLAUDE_CONFIG_DIR: config }, through }).ended;
    const warning = "asks every question twice";
    expect((await run()).stderr).not.toContain(warning);
    // Claude Code runs the same command once.
    expect((await run("--local")).stderr).not.toContain(warning);
    // The same command for another event: a question withdrawn before the dialog would be asked again while the dialog is open.
    expect((await run("--local", "--exclusive")).stderr).toContain(warning);
    const { stderr } = await run("--local", "--approvals");
    expect(stderr).toContain(`Warning: ${join(config, "settings.json")} has other yourcall hooks.`);
    expect(stderr).toContain("Remove one: yourcall setup claude --user --remove");
  });

  test("replaces HTTP hooks of an earlier version, removes them, and warns of those in another file", async () => {
    const http = (path: string) => ({
      type: "http",
      url: `http://127.0.0.1:2255/hooks/claude${path}`,
      headers: { Authorization: "Bearer $YOURCALL_AGENT_TOKEN" },
      allowedEnvVars: ["YOURCALL_AGENT_TOKEN"],
      timeout: 10,
    });
    const hooks = {
      PermissionRequest: [{ matcher: "*", hooks: [http("?approvals=1")] }],
      Stop: [{ hooks: [http("?approvals=1"), { type: "http", url: "http://127.0.0.1:9000/mine" }] }],
    };
    const written = JSON.stringify({ model: "opus", hooks }, null, 2);
    const { config, read } = settings(written);
    expect((await setUp(config, "--yes")).code).toBe(0);
    expect(read()).not.toContain("/hooks/claude");
    expect(read()).toContain("http://127.0.0.1:9000/mine");
    expect(JSON.parse(read()).hooks.PermissionRequest[0].hooks[0]).toMatchObject({ type: "command" });

    const removed = settings(written);
    expect((await setUp(removed.config, "--yes", "--remove")).code).toBe(0);
    expect(JSON.parse(removed.read())).toEqual({
      model: "opus",
      hooks: { Stop: [{ hooks: [hooks.Stop[0]?.hooks[1]] }] },
    });

    const project = temporaryDirectory("project");
    mkdirSync(join(project, ".claude"));
    writeFileSync(join(project, ".claude/settings.local.json"), written);
    const through = ["/bin/sh", "-c", `cd '${project}' && exec "$@"`, "sh"];
    const { stderr } = await startCommand(["setup", "claude", "--yes"], { env: { CLAUDE_CONFIG_DIR: config }, through })
      .ended;
    expect(stderr).toContain("settings.local.json has HTTP hooks");
    expect(stderr).toContain("yourcall setup claude --local --remove");
  });

  test("writes through a link, keeps the file mode, and creates a missing file", async () => {
    const { config, file, read } = settings();
    const real = join(temporaryDirectory("dotfiles"), "claude.json");
    writeFileSync(real, "{}\n");
    chmodSync(real, 0o600);
    symlinkSync(real, file);
    expect((await setUp(config, "--yes")).code).toBe(0);
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(statSync(real).mode & 0o777).toBe(0o600);
    expect(JSON.parse(read()).hooks.Stop).toHaveLength(1);

    const empty = join(temporaryDirectory("claude"), "not", "there");
    expect((await setUp(empty, "--yes")).code).toBe(0);
    expect(JSON.parse(readFileSync(join(empty, "settings.json"), "utf8")).hooks.Stop[0].hooks[0]).toMatchObject({
      type: "command",
      timeout: 10,
    });
    expect(existsSync(join(empty, "settings.json.before-yourcall"))).toBe(false);
    const undone = await setUp(empty, "--yes", "--remove");
    expect(undone).toMatchObject({ code: 0, stderr: expect.stringContaining(": it contained nothing else") });
    expect(readdirSync(empty)).toEqual([]);
  });

  test("writes `yourcall` if that is this install on the PATH, otherwise the paths of node and the entry", async () => {
    const entry = join(root, "cli/bin/yourcall.cjs");
    const byPath = `NODE_OPTIONS= exec ${process.execPath} ${entry} hook claude`;
    const commandWith = async (place: string) => {
      const env = { CLAUDE_CONFIG_DIR: temporaryDirectory("claude"), PATH: `${place}:${process.env.PATH}` };
      const { stdout } = await startCommand(["setup", "claude", "--print"], { env }).ended;
      return JSON.parse(stdout).hooks.Stop[0].hooks[0].command;
    };
    const installed = temporaryDirectory("bin");
    symlinkSync(entry, join(installed, "yourcall"));
    expect(await commandWith(installed)).toBe("NODE_OPTIONS= exec yourcall hook claude");

    const another = temporaryDirectory("bin");
    writeFileSync(join(another, "yourcall"), "#!/bin/sh\n", { mode: 0o755 });
    expect(await commandWith(another)).toBe(byPath);
    const whileNpmRuns = join(temporaryDirectory("npx"), "node_modules/.bin");
    mkdirSync(whileNpmRuns, { recursive: true });
    symlinkSync(entry, join(whileNpmRuns, "yourcall"));
    expect(await commandWith(whileNpmRuns)).toBe(byPath);
  });

  test("writes a command that works from a directory with an odd name and with NODE_OPTIONS for other programs", () => {
    const place = join(temporaryDirectory("odd"), "it's a $HOME");
    mkdirSync(place);
    cpSync(join(root, "cli/bin"), join(place, "bin"), { recursive: true });
    cpSync(join(root, "cli/dist"), join(place, "dist"), { recursive: true });
    const own = { PATH: "/nowhere", HOME: place, YOURCALL_HOME: join(place, "state") };
    execFileSync(process.execPath, [join(place, "bin/yourcall.cjs"), "setup", "claude", "--yes"], {
      env: own,
      stdio: "ignore",
    });
    const { hooks } = JSON.parse(readFileSync(join(place, ".claude/settings.json"), "utf8"));
    const { command } = hooks.Stop[0].hooks[0];
    // Claude Code may have been started with flags for something else.
    const env = { ...own, NODE_OPTIONS: "--require /nowhere.cjs" };
    expect(command).toContain("it'\\''s a $HOME/bin/yourcall.cjs' hook claude");
    expect(execFileSync("/bin/sh", ["-c", `${command} --help`], { env, encoding: "utf8" })).toContain(
      "Claude Code runs this",
    );
  });
});
