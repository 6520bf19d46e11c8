import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startCommand, temporaryDirectory } from "../support/hub.ts";
import { openTerminal } from "../support/terminal.ts";

const env = (home: string) => ({
  HOME: home,
  XDG_CONFIG_HOME: "",
  CLAUDE_CONFIG_DIR: join(home, "none"),
  YOURCALL_HOME: join(home, "yourcall"),
});
const setUp = (home: string, ...args: string[]) => startCommand(["setup", ...args], { env: env(home) }).ended;

function homeWith(files: Record<string, string>): { home: string; read(file: string): string } {
  const home = temporaryDirectory("home");
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(home, file, ".."), { recursive: true });
    writeFileSync(join(home, file), text);
  }
  return { home, read: (file) => readFileSync(join(home, file), "utf8") };
}

describe("yourcall setup", () => {
  test("lists the clients of this machine, asks which with our own prompt, and writes after a yes", async () => {
    const { home, read } = homeWith({
      ".codex/config.toml": "# mine\n",
      ".gemini/settings.json": '{\n  "ui": {} // dark\n}\n',
      ".qwen/settings.json": "{}\n",
    });
    const terminal = openTerminal(["setup"], {
      env: { ...env(home), YOURCALL_KEY_GUARD_MS: "0" },
      rows: 60,
      columns: 160,
    });
    const screen = await terminal.see("Which of these should ask through yourcall?");
    expect(screen).toContain("Codex");
    expect(screen).toContain("A tool for its model");
    expect(screen).not.toContain("Zed");
    await terminal.ready();
    terminal.press("space");
    terminal.press("down");
    terminal.press("space");
    terminal.press("enter");
    // Two offers, each with its own yes: Codex's own questions, then the tool.
    expect(await terminal.see("Write this change?")).toContain(`+     "${join(home, ".codex")}": true`);
    await terminal.ready();
    terminal.press("1");
    await terminal.see("+ [mcp_servers.yourcall]");
    await terminal.see("Write this change?");
    await terminal.ready();
    terminal.press("1");
    await terminal.see('+   "mcpServers": {');
    await terminal.see("Write this change?");
    await terminal.ready();
    terminal.press("1");
    expect((await terminal.exited).code).toBe(0);
    expect(read(".codex/config.toml")).toMatch(/^# mine\n\n\[mcp_servers\.yourcall\]\n/);
    expect(read(".codex/AGENTS.md")).toContain("AskUserQuestion");
    expect(read(".gemini/settings.json")).toContain("// dark");
    expect(read(".qwen/settings.json")).toBe("{}\n");

    expect((await setUp(home, "codex", "--mcp")).stderr).toContain("codex is already set up.");
    expect((await setUp(home, "codex", "--mcp", "--remove", "--yes")).code).toBe(0);
    expect(read(".codex/config.toml")).toBe("# mine\n");
    expect(existsSync(join(home, ".codex/AGENTS.md"))).toBe(false);
    expect((await setUp(home, "codex", "--mcp", "--remove")).stderr).toContain("There is nothing from yourcall in");
  });

  test("without a terminal it says what it found, and changes nothing it cannot show or read", async () => {
    const { home, read } = homeWith({ ".cursor/mcp.json": '{ "mcpServers": [' });
    const listed = await setUp(home);
    expect(listed).toMatchObject({ code: 2, stderr: expect.stringContaining("Found cursor:") });
    expect(listed.stderr).toContain("Name a client. Supported: claude, codex, cursor,");
    const broken = await setUp(home, "cursor", "--yes");
    expect(broken).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("mcp.json was not changed: it is not valid JSON"),
    });
    expect(read(".cursor/mcp.json")).toBe('{ "mcpServers": [');
    const printed = await setUp(home, "zed", "--print");
    expect(printed.stdout).toContain('"context_servers": {');
    expect(printed.stderr).toContain("settings.json");
    expect(existsSync(join(home, ".config"))).toBe(false);
    expect((await setUp(home, "zed", "--yes")).stderr).toContain("they were not tested with the program");
    // A write that fails, as on a full disk.
    const through = ["bash", "-c", 'ulimit -f 0; exec "$@"', "bash"];
    const full = await startCommand(["setup", "vscode", "--yes"], { env: env(home), through }).ended;
    expect(full).toMatchObject({ code: 2, stderr: expect.stringContaining("mcp.json was not changed") });
    expect(readdirSync(join(home, ".config/Code/User"))).toEqual([]);
  });

  test("writes the hub that the environment names, and refuses a secret that others could read", async () => {
    const { home, read } = homeWith({ ".codex/config.toml": "# mine\n" });
    const named = { ...env(home), YOURCALL_URL: "https://calls.example.com", YOURCALL_TOKEN: "yc_agent_x" };
    const run = (more: object, ...args: string[]) =>
      startCommand(["setup", "codex", "--mcp", ...args], { env: { ...named, ...more } }).ended;
    const file = join(home, ".codex/config.toml");
    chmodSync(file, 0o644);
    expect(await run({}, "--yes")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`it would contain YOURCALL_TOKEN, and other users can read it. Run: chmod 600`),
    });
    expect(await run({ YOURCALL_TOKEN: "yc_human_x" }, "--yes")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("YOURCALL_TOKEN is a human token"),
    });
    expect(read(".codex/config.toml")).toBe("# mine\n");
    chmodSync(file, 0o600);
    expect((await run({}, "--yes")).code).toBe(0);
    expect(read(".codex/config.toml")).toContain('YOURCALL_URL = "https://calls.example.com"');
    // Removed by a person whose environment does not name that hub.
    expect((await setUp(home, "codex", "--mcp", "--remove", "--yes")).code).toBe(0);
    expect(read(".codex/config.toml")).toBe("# mine\n");
  });

  test("claude --mcp keeps its calls in the foreground, and names the better way", async () => {
    const { home } = homeWith({});
    const place = temporaryDirectory("project");
    const through = ["sh", "-c", 'cd "$0" && exec "$@"', place];
    const run = (...args: string[]) =>
      startCommand(["setup", "claude", "--mcp", ...args], { env: env(home), through }).ended;
    expect(await run("--yes")).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("The hook is the better way"),
    });
    expect(JSON.parse(readFileSync(join(place, ".mcp.json"), "utf8"))).toMatchObject({
      mcpServers: { yourcall: { type: "stdio", alwaysLoad: true, timeout: 86_400_000 } },
    });
    expect(JSON.parse(readFileSync(join(place, ".claude/settings.local.json"), "utf8"))).toEqual({
      env: { CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS: "0", YOURCALL_HOME: join(home, "yourcall") },
    });
    expect((await run("--remove", "--yes")).code).toBe(0);
    expect(existsSync(join(place, ".mcp.json"))).toBe(false);
  });
});
