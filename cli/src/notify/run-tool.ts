import { spawn } from "node:child_process";
import { basename } from "node:path";
import { cleanLine } from "@yourcall/core";

const limitMs = 5000;
const longestOutput = 4096;

/**
 * Runs a program and resolves with its output. No shell is involved: texts are passed as arguments or variables. Rejects if it
 * fails or takes longer than 5 s.
 */
export function runTool(
  file: string,
  args: readonly string[],
  options: { signal: AbortSignal; env?: NodeJS.ProcessEnv },
): Promise<string> {
  const name = basename(file);
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      stdio: ["ignore", "pipe", "pipe"],
      env: options.env ?? process.env,
      signal: options.signal,
      killSignal: "SIGKILL",
      windowsHide: true,
    });
    const read = { stdout: "", stderr: "" };
    for (const stream of ["stdout", "stderr"] as const)
      child[stream].setEncoding("utf8").on("data", (text: string) => {
        read[stream] = (read[stream] + text).slice(0, longestOutput);
      });
    let late = false;
    const limit = setTimeout(() => {
      late = true;
      child.kill("SIGKILL");
    }, limitMs);
    const done = (fault: string | null) => {
      clearTimeout(limit);
      // Its child processes may keep the pipes open after it ends.
      child.stdout.destroy();
      child.stderr.destroy();
      if (fault === null) resolve(read.stdout);
      else reject(new Error(`${name} ${fault}`));
    };
    child.once("error", (error: NodeJS.ErrnoException) =>
      done(error.code === "ENOENT" ? "was not found" : `could not be run: ${error.code ?? error.message}`),
    );
    // The last output may come after the process has ended, and a child may keep the pipes open forever.
    child.once("exit", (code, signal) => {
      if (late) return done(`took longer than ${limitMs / 1000} s`);
      if (signal !== null) return done(`was ended by ${signal}`);
      const finish = () => done(code === 0 ? null : `failed (exit code ${code})${toWhy(read.stderr)}`);
      child.once("close", finish);
      setTimeout(finish, 200).unref();
    });
  });
}

function toWhy(stderr: string): string {
  const why = cleanLine(stderr).slice(0, 200).toWellFormed();
  return why === "" ? "" : `: ${why}`;
}
