import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { type ClaudePlace, claudeBinary, testWithClaude } from "../../support/claude.ts";
import { setUpClaude } from "../../support/claude-hooks.ts";
import { startCommand, startHub } from "../../support/hub.ts";
import { takePort } from "../../support/port-thief.ts";

testWithClaude("after setup, Claude Code no longer asks whoever holds the port, as HTTP hooks made it do", async () => {
  const hub = await startHub();
  const touch = (file: string) => ({ tool: "Bash", input: { command: `touch ${file}`, description: "Make it" } });
  const { place } = await setUpClaude(
    { before: [[touch("before")], ["Done."]], after: [[touch("after")], ["Done."]] },
    { home: hub.directory, env: { YOURCALL_AGENT_TOKEN: hub.tokens.agent } },
  );
  await hub.stop("SIGKILL");
  const thief = await takePort(hub.url);
  const file = join(place.config, "settings.json");
  // As an earlier version wrote them.
  const hook = {
    type: "http",
    url: `${hub.url}/hooks/claude?approvals=1&unattended=1`,
    headers: { Authorization: "Bearer $YOURCALL_AGENT_TOKEN" },
    allowedEnvVars: ["YOURCALL_AGENT_TOKEN"],
    timeout: 86_400,
  };
  writeFileSync(file, JSON.stringify({ hooks: { PermissionRequest: [{ matcher: "*", hooks: [hook] }] } }));
  await print(place, "Go on [before]");
  expect(thief.seen).toEqual([`Bearer ${hub.tokens.agent}`]);
  expect(existsSync(join(place.cwd, "before"))).toBe(true);

  const env = { YOURCALL_HOME: hub.directory, CLAUDE_CONFIG_DIR: place.config };
  expect((await startCommand(["setup", "claude", "--yes", "--approvals"], { env }).ended).code).toBe(0);
  expect(readFileSync(file, "utf8")).not.toContain("/hooks/claude");
  await print(place, "Go on [after]");
  expect(thief.seen).toHaveLength(1);
  expect(existsSync(join(place.cwd, "after"))).toBe(false);
});

/** `claude -p`, to its end. */
async function print(place: ClaudePlace, prompt: string): Promise<void> {
  const child = spawn(claudeBinary, ["-p", prompt], { cwd: place.cwd, env: place.env, stdio: "ignore" });
  const closed = once(child, "close");
  onTestFinished(() => void child.kill("SIGKILL"));
  await closed;
}
