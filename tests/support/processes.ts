import { existsSync, readdirSync, readFileSync } from "node:fs";
import { vi } from "vitest";

/**
 * Processes with this state directory in their environment, including a hub that has not announced itself yet. None on a system
 * without /proc.
 */
export function processesOf(directory: string): number[] {
  if (!existsSync("/proc")) return [];
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && readOf(pid, "environ").split("\0").includes(`YOURCALL_HOME=${directory}`));
}

/** Ends them all, also a hub that another one of them starts meanwhile. */
export async function endProcessesOf(directory: string): Promise<void> {
  await vi.waitFor(
    () => {
      const pids = processesOf(directory);
      for (const pid of pids) process.kill(pid, "SIGKILL");
      if (pids.length > 0) throw new Error(`These do not end: ${pids}`);
    },
    { timeout: 30_000 },
  );
}

/** Empty for a process that has ended. */
export function readOf(pid: number, file: "environ" | "stat" | "cmdline"): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}

/** Whether the process runs; a zombie does not. */
export function isAlive(pid: number): boolean {
  return /\) [^Z] /.test(readOf(pid, "stat"));
}
