import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { toHookGroups } from "../setup/claude-hooks.ts";
import { putHooks } from "../setup/edit-hooks.ts";
import { checkClaude } from "./check-claude.ts";

function place(): { home: string; project: string } {
  const directory = mkdtempSync(join(tmpdir(), "yourcall-doctor-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return { home: join(directory, "home"), project: join(directory, "project") };
}

test("hooks in Claude Code's settings are found, and a missing command is reported", () => {
  const { home, project } = place();
  const look = () => checkClaude({ CLAUDE_CONFIG_DIR: home }, project).map(({ status, what }) => `${status} ${what}`);
  const write = (directory: string, name: string, entry: string) => {
    mkdirSync(directory, { recursive: true });
    const program = { node: process.execPath, entry };
    writeFileSync(join(directory, name), putHooks("", toHookGroups({ exclusive: false, approvals: false, program })));
  };

  expect(look()).toEqual([]);
  mkdirSync(home);
  expect(look()).toEqual([expect.stringContaining("ok Claude Code: no hooks")]);
  write(home, "settings.json", "/no such place/yourcall.cjs");
  expect(look()).toEqual([
    `fail The hooks in ${home}/settings.json start /no such place/yourcall.cjs, which does not exist`,
  ]);
  writeFileSync(join(home, "yourcall.cjs"), "");
  write(home, "settings.json", join(home, "yourcall.cjs"));
  write(join(project, ".claude"), "settings.local.json", join(home, "yourcall.cjs"));
  expect(look()).toEqual(
    [`${home}/settings.json`, `${project}/.claude/settings.local.json`].map(
      (file) =>
        `ok Claude Code: hooks in ${file} for PermissionRequest, PostToolUse, Stop, UserPromptSubmit, SessionEnd`,
    ),
  );
  const program = { command: "yourcall" } as const;
  writeFileSync(
    join(home, "settings.json"),
    putHooks("", toHookGroups({ exclusive: false, approvals: false, program })),
  );
  expect(look()[0]).toBe(`fail The hooks in ${home}/settings.json start yourcall, which does not exist`);
  writeFileSync(join(home, "yourcall"), "", { mode: 0o755 });
  const [found] = checkClaude({ CLAUDE_CONFIG_DIR: home, PATH: home }, project);
  expect(found).toMatchObject({ status: "ok" });
  writeFileSync(join(home, "settings.json"), "{ //");
  expect(look()[0]).toMatch(/^warn .*settings\.json: it is not valid JSON/);
});

test("hooks of an earlier version, without the events that follow an Esc, are reported", () => {
  const { home, project } = place();
  mkdirSync(home);
  const program = { node: process.execPath, entry: join(home, "yourcall.cjs") };
  writeFileSync(program.entry, "");
  const groups = toHookGroups({ exclusive: false, approvals: false, program });
  const look = () => checkClaude({ CLAUDE_CONFIG_DIR: home }, project);
  writeFileSync(join(home, "settings.json"), putHooks("", groups));
  expect(look()).toMatchObject([{ status: "ok" }]);
  const older = groups.filter(([event]) => event !== "UserPromptSubmit" && event !== "SessionEnd");
  writeFileSync(join(home, "settings.json"), putHooks("", older));
  expect(look()).toMatchObject([
    { status: "warn", what: expect.stringContaining("earlier version"), todo: expect.stringContaining("setup claude") },
  ]);
});

test("HTTP hooks in Claude Code's settings are reported: any program at the hub's port could decide", () => {
  const { home, project } = place();
  mkdirSync(home);
  const hook = { type: "http", url: "http://127.0.0.1:2255/hooks/claude?approvals=1", timeout: 86_400 };
  const hooks = { PermissionRequest: [{ matcher: "*", hooks: [hook] }] };
  writeFileSync(join(home, "settings.json"), JSON.stringify({ hooks }));
  expect(checkClaude({ CLAUDE_CONFIG_DIR: home }, project)).toEqual([
    expect.objectContaining({
      status: "fail",
      what: expect.stringContaining(`${home}/settings.json has HTTP hooks`),
      todo: expect.stringContaining("yourcall setup claude"),
    }),
  ]);
});
