import { spawn } from "node:child_process";

export interface Command {
  file: string;
  args: string[];
  env: Record<string, string>;
}

/** One measured program: what it gets on standard input, and what it must have printed. */
export interface Subject {
  name: string;
  command: Command;
  input: string;
  prints: string;
}

/** Milliseconds from spawn until everything was printed, and until the process has gone. */
export interface Sample {
  printed: number | undefined;
  ended: number;
}

const limitMs = 15_000;

export function measure({ name, command, input, prints }: Subject): Promise<Sample> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const child = spawn(command.file, command.args, { env: command.env });
    const limit = setTimeout(() => child.kill("SIGKILL"), limitMs);
    let out = "";
    let printed: number | undefined;
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      out += text;
      if (out.endsWith("\n")) printed ??= performance.now() - startedAt;
    });
    child.stdin.on("error", () => {});
    child.stdin.end(input);
    child.once("error", reject);
    child.once("close", (code) => {
      clearTimeout(limit);
      if (code === 0 && out.includes(prints)) resolve({ printed, ended: performance.now() - startedAt });
      else reject(new Error(`${name} ended with ${code} and printed ${JSON.stringify(out.slice(0, 200))}`));
    });
  });
}
