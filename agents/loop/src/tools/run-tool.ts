import { spawn } from "node:child_process";
import * as z from "zod/mini";
import { defineTool, type Tool } from "../tool.ts";

const longestOutput = 30_000;
const defaultSeconds = 120;
const graceMs = 2000;

/** What a command must not inherit: the agent's keys, and access to the hub. */
const secrets = new Set(["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "OPENAI_API_KEY", "YOURCALL_TOKEN"]);

/**
 * Runs a command in a shell, in the working directory. Only the person's approval limits what it does: a shell
 * can do whatever this user can.
 */
export function createRunTool(needsApproval: boolean, env?: NodeJS.ProcessEnv): Tool {
  return defineTool({
    name: "Run",
    description: `Runs a shell command in the working directory and returns its output and exit code. It gets no input, and is stopped after ${defaultSeconds} seconds together with everything it started.`,
    input: z.object({
      command: z.string().check(z.minLength(1)),
      seconds: z.optional(z.int().check(z.minimum(1), z.maximum(600), z.describe("Another limit, at most 600."))),
    }),
    needsApproval,
    repeatable: false,
    approval: ({ command }) => ({
      question: "May the agent run this command?",
      scope: `run ${command}`,
      always: "This same command, whenever it comes in this session",
    }),
    execute: ({ command, seconds = defaultSeconds }, { cwd, signal, session }) =>
      runCommand(command, { cwd, signal, session, limitMs: seconds * 1000, env: env ?? withoutSecrets(process.env) }),
  });
}

interface Running {
  cwd: string;
  signal: AbortSignal;
  session: string;
  limitMs: number;
  env: NodeJS.ProcessEnv;
}

function runCommand(command: string, { cwd, signal, session, limitMs, env }: Running): Promise<string> {
  return new Promise((resolve, reject) => {
    const windows = process.platform === "win32";
    const child = spawn(command, {
      shell: true,
      cwd,
      stdio: ["ignore", "pipe", "pipe"],
      // Its own process group, so that everything it starts ends with it.
      detached: !windows,
      env: { ...env, YOURCALL_SESSION: session },
    });
    const output = createOutputKeeper();
    let stopped: string | undefined;

    function kill(name: NodeJS.Signals) {
      try {
        if (windows || child.pid === undefined) child.kill(name);
        else process.kill(-child.pid, name);
      } catch {
        // The process has already ended.
      }
    }
    let insist: NodeJS.Timeout | undefined;
    function stop(why: string) {
      stopped ??= why;
      kill("SIGTERM");
      insist ??= setTimeout(() => kill("SIGKILL"), graceMs);
    }
    const onAbort = () => stop("because the run was stopped");
    const limit = setTimeout(() => stop(`after ${limitMs / 1000} seconds`), limitMs);
    signal.addEventListener("abort", onAbort, { once: true });

    child.stdout.on("data", output.add);
    child.stderr.on("data", output.add);
    child.once("error", reject);
    // A background process would keep the output open forever.
    child.once("exit", () => kill("SIGKILL"));
    child.once("close", (code, by) => {
      clearTimeout(limit);
      clearTimeout(insist);
      signal.removeEventListener("abort", onAbort);
      const end =
        stopped !== undefined ? `Stopped ${stopped}.` : by !== null ? `Ended by ${by}.` : `Exit code ${code}.`;
      const text = output.text().trimEnd();
      const whole = text === "" ? `${end} No output.` : `${text}\n${end}`;
      if (code === 0 && stopped === undefined) resolve(whole);
      else reject(new Error(whole));
    });
  });
}

function withoutSecrets(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !secrets.has(name)));
}

/** Keeps the beginning and the end of an output, in bounded memory. */
interface OutputKeeper {
  add(bytes: Buffer): void;
  text(): string;
}

function createOutputKeeper(): OutputKeeper {
  const headLimit = longestOutput * 0.7;
  const tailLimit = longestOutput - headLimit;
  const head: Buffer[] = [];
  let headLength = 0;
  let tail = Buffer.alloc(0);
  let dropped = 0;
  return {
    add(bytes) {
      const room = headLimit - headLength;
      const first = bytes.subarray(0, room);
      if (first.length > 0) {
        head.push(first);
        headLength += first.length;
      }
      const rest = Buffer.concat([tail, bytes.subarray(first.length)]);
      const excess = Math.max(0, rest.length - tailLimit);
      dropped += excess;
      // A copy, so that the dropped part can be freed.
      tail = Buffer.from(rest.subarray(excess));
    },
    text() {
      const between = dropped === 0 ? [] : [Buffer.from(`\n[${dropped} bytes left out]\n`)];
      return Buffer.concat([...head, ...between, tail]).toString("utf8");
    },
  };
}
