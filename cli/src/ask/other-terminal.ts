import { spawnSync } from "node:child_process";
import { openSync, readFileSync } from "node:fs";
import { WriteStream } from "node:tty";
import type { Terminal } from "@yourcall/terminal";
import { findAgentVariable } from "../who-acts.ts";

/**
 * The terminal of standard input, for when standard error goes to a file. Only a command in the foreground may draw on it, and
 * never one that an agent runs; otherwise null.
 */
export function openOtherTerminal(): Terminal | null {
  if (findAgentVariable() !== null || !isInForeground()) return null;
  try {
    const open = () => new WriteStream(openSync("/dev/tty", "w"));
    const output = open();
    process.on("SIGWINCH", () => {
      // Node updates the size of the standard streams only.
      const fresh = open();
      Object.assign(output, { columns: fresh.columns, rows: fresh.rows });
      fresh.destroy();
      output.emit("resize");
    });
    return { input: process.stdin, output };
  } catch {
    return null;
  }
}

/** Whether the terminal's keys go to this process group. */
function isInForeground(): boolean {
  try {
    if (process.platform === "linux") {
      // The name in parentheses may contain anything.
      const [, , group, , , foreground] = readFileSync("/proc/self/stat", "utf8")
        .replace(/^.*\) /s, "")
        .split(" ");
      return group === foreground;
    }
    const { stdout } = spawnSync("ps", ["-o", "pgid=,tpgid=", "-p", `${process.pid}`], { encoding: "utf8" });
    const [group, foreground] = stdout.trim().split(/\s+/);
    return group !== undefined && group === foreground;
  } catch {
    return false;
  }
}
