import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { endHub } from "./end-hub.ts";
import { root, yourcall } from "./terminal.ts";

/** Runs `yourcall ARGS` without any terminal, not even a controlling one. */
export async function runCommand(
  args: string[],
  options: { stdin?: string; env?: Record<string, string> } = {},
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const home = mkdtempSync(join(tmpdir(), "yourcall-home-"));
  onTestFinished(async () => {
    await endHub(options.env?.YOURCALL_HOME ?? home);
    rmSync(home, { recursive: true, force: true });
  });
  const child = spawn(process.execPath, [yourcall, ...args], {
    cwd: root,
    // A new session has no controlling terminal.
    detached: true,
    env: { PATH: process.env.PATH, HOME: home, YOURCALL_HOME: home, LANG: "C.UTF-8", USER: "ana", ...options.env },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    stderr += text;
  });
  // A command may close its end before everything is written.
  child.stdin.on("error", () => {});
  child.stdin.end(options.stdin ?? "");
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return { code, stdout, stderr };
}
