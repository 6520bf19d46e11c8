import { spawn } from "node:child_process";
import type { SpawnedProcess, SpawnOptions } from "@anthropic-ai/claude-agent-sdk";

// Claude Code treats the end of its input as a denial and continues its turn. So a shell keeps that input open, and kills Claude
// if the pipe from this process closes before a line was written to it.
const guard = 'trap "" HUP INT TERM; read -r _ || kill -9 "$1"';

/** Starts Claude Code so that it ends whenever this process does, even by a crash. Otherwise it could run further turns unseen. */
function spawnTied({ command, args, cwd, env, signal }: SpawnOptions): SpawnedProcess {
  const claude = spawn(command, args, { cwd, env, signal, stdio: ["pipe", "pipe", "pipe"], windowsHide: true });
  if (process.platform === "win32" || claude.pid === undefined) return claude;
  const watch = spawn("/bin/sh", ["-c", guard, "sh", `${claude.pid}`], {
    cwd: "/",
    detached: true,
    stdio: ["pipe", "ignore", "ignore", claude.stdin],
  });
  watch.on("error", () => {});
  watch.stdin?.on("error", () => {});
  watch.unref();
  claude.once("exit", () => watch.stdin?.end("ended\n"));
  return claude;
}

const deathMs = 500;

/** Starts Claude Code with `spawnTied`, and notices if it ends without having been stopped. */
export function createTiedSpawn(signal: AbortSignal) {
  let hasExited = false;
  const exit = Promise.withResolvers<void>();
  return {
    spawnClaudeCodeProcess(how: SpawnOptions): SpawnedProcess {
      const claude = spawnTied(how);
      claude.once("exit", () => {
        hasExited = !signal.aborted;
        exit.resolve();
      });
      return claude;
    },
    async hasDied(): Promise<boolean> {
      // The end of its output may be noticed before the exit of the process.
      await Promise.race([exit.promise, new Promise((resolve) => setTimeout(resolve, deathMs))]);
      // If this process was blocked, the timer fires before events that were due earlier; let those run first.
      await new Promise((resolve) => setImmediate(resolve));
      return hasExited;
    },
  };
}
