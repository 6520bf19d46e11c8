import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { HubClient, WireAsk } from "@yourcall/client";
import { createHubClient } from "@yourcall/client/node";
import type { AskRequest, Question } from "@yourcall/core";
import { afterAll, onTestFinished } from "vitest";
import { temporaryDirectory } from "../../hub/src/testing/temporary-directory.ts";
import { endProcessesOf } from "./processes.ts";
import { compileCache, root, yourcall } from "./terminal.ts";

export interface HubOptions {
  /** The state directory; by default a new one, removed after the test. */
  directory?: string;
  env?: Record<string, string>;
  /** Further arguments for `yourcall serve`. */
  args?: string[];
  through?: CommandOptions["through"];
  command?: CommandOptions["command"];
  until?: Until;
}

/** Registers what to do at the end of the test, or of what else it was made for. */
type Until = (act: () => void | Promise<void>) => void;

/** A hub process with its own state directory. It is ended after the test. */
export interface TestHub {
  readonly directory: string;
  readonly url: string;
  readonly socket: string;
  readonly pid: number;
  readonly tokens: { agent: string; human: string };
  /** Its standard error so far. */
  log(): string;
  client(scope: "agent" | "human"): HubClient;
  /** Asks as an agent does, without waiting. */
  ask(questions: TestQuestion[], request?: Omit<AskRequest, "questions">): Promise<WireAsk>;
  /** Runs `yourcall ARGS` against this hub, without a terminal, until it exits. */
  run(args: string[], options?: CommandOptions): Promise<Ended>;
  /** Starts `yourcall ARGS` against this hub, without a terminal. */
  start(args: string[], options?: CommandOptions): RunningCommand;
  /** Sends the signal and resolves when the process is gone. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** Another hub on the same state directory. */
  restart(options?: Omit<HubOptions, "directory">): Promise<TestHub>;
}

export type TestQuestion = Omit<Question, "kind"> & Partial<Pick<Question, "kind">>;

export interface CommandOptions {
  stdin?: string;
  env?: Record<string, string | undefined>;
  /** The command, if not the built one of this repository. */
  command?: string[];
  /** A program to start instead, which gets the command as its last arguments and becomes it (`exec`). */
  through?: string[];
  until?: Until;
}

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A running command. It is ended after the test. */
export interface RunningCommand {
  readonly pid: number;
  stdout(): string;
  stderr(): string;
  /** Resolves once standard error contains the text or matches; rejects if the command ends without it. */
  says(wanted: string | RegExp): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  readonly ended: Promise<Ended>;
}

export { temporaryDirectory };

/** Takes what has to be done after all tests of this group or file; the last is done first. */
export function afterTests(): (act: () => void | Promise<void>) => void {
  const acts: (() => void | Promise<void>)[] = [];
  afterAll(async () => {
    for (const act of acts.reverse()) await act();
  });
  return (act) => void acts.push(act);
}

/** One hub for all tests of a file that look only at asks of their own, started with the first of them. */
export function useHub(): () => Promise<TestHub> {
  const until = afterTests();
  let running: Promise<TestHub> | undefined;
  return () => (running ??= startHub({ until }));
}

/** Runs `yourcall serve --port 0` and resolves when it listens; rejects with its output if it does not. */
export async function startHub(options: HubOptions = {}): Promise<TestHub> {
  const { args = [], through, command, until } = options;
  const directory = options.directory ?? temporaryDirectory("hub", until);
  // A prompt that still waits may have started the hub again, after the test has ended it.
  if (options.directory === undefined) (until ?? onTestFinished)(() => endProcessesOf(directory));
  // Whatever agents this machine has, the inbox offers to connect none.
  if (options.directory === undefined) writeFileSync(join(directory, "clients-offered"), "", { mode: 0o600 });
  const env = { YOURCALL_HOME: directory, ...options.env };
  const process = startCommand(["serve", "--port", "0", ...args], { env, through, command, until });
  await process.says(" listens on ");
  const file = readHubFile(directory);
  if (file === null || file.pid !== process.pid) throw new Error(`No hub.json of this hub:\n${process.stderr()}`);
  const tokens = JSON.parse(readFileSync(join(directory, "tokens.json"), "utf8"));

  function client(scope: "agent" | "human"): HubClient {
    const opened = createHubClient({ socketPath: (file as HubFile).socket, token: tokens[scope] });
    onTestFinished(() => opened.close());
    return opened;
  }

  const withHub = (given: CommandOptions = {}) => ({ command, ...given, env: { ...env, ...given.env } });
  return {
    directory,
    url: file.url,
    socket: file.socket,
    pid: file.pid,
    tokens,
    log: process.stderr,
    client,
    ask: (questions, request = {}) =>
      client("agent").create({
        ...request,
        questions: questions.map((question) => ({ kind: "choice", ...question })),
      }),
    run: (args, given) => startCommand(args, withHub(given)).ended,
    start: (args, given) => startCommand(args, withHub(given)),
    async stop(signal = "SIGTERM") {
      process.kill(signal);
      return (await process.ended).code;
    },
    restart: (again) => startHub({ ...options, ...again, directory }),
  };
}

export interface HubFile {
  pid: number;
  url: string;
  socket: string;
  version: string;
}

export function readHubFile(directory: string): HubFile | null {
  try {
    return JSON.parse(readFileSync(join(directory, "hub.json"), "utf8"));
  } catch {
    return null;
  }
}

/** Starts `yourcall ARGS` without any terminal, not even a controlling one. */
export function startCommand(args: string[], options: CommandOptions = {}): RunningCommand {
  const [program = "", ...rest] = [
    ...(options.through ?? []),
    ...(options.command ?? [process.execPath, yourcall]),
    ...args,
  ];
  const child = spawn(program, rest, {
    cwd: root,
    // A new session has no controlling terminal.
    detached: true,
    env: {
      PATH: process.env.PATH,
      LANG: "C.UTF-8",
      USER: "ana",
      ...(options.env?.HOME === undefined ? { XDG_CACHE_HOME: compileCache } : {}),
      ...(options.env?.YOURCALL_HOME === undefined ? { YOURCALL_HOME: temporaryDirectory() } : {}),
      ...options.env,
    },
  });
  const watchers = new Set<() => void>();
  let stdout = "";
  let stderr = "";
  let gone = false;
  child.stdout.setEncoding("utf8").on("data", (text) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    stderr += text;
    for (const watcher of watchers) watcher();
  });
  // A command may close its end before everything is written.
  child.stdin.on("error", () => {});
  child.stdin.end(options.stdin ?? "");
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      gone = true;
      resolve({ code, stdout, stderr });
      for (const watcher of watchers) watcher();
    });
  });
  (options.until ?? onTestFinished)(() => end(child, ended));
  return {
    pid: child.pid ?? 0,
    stdout: () => stdout,
    stderr: () => stderr,
    says: (wanted) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = typeof wanted === "string" ? stderr.includes(wanted) : wanted.test(stderr);
          if (!found && !gone) return;
          watchers.delete(look);
          if (found) resolve();
          else reject(new Error(`yourcall ${args.join(" ")} ended without saying ${wanted}:\n${stderr}${stdout}`));
        };
        watchers.add(look);
        look();
      }),
    kill: (signal) => void child.kill(signal),
    ended,
  };
}

async function end(child: ChildProcess, ended: Promise<Ended>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    // A stopped process would never notice.
    child.kill("SIGCONT");
    child.kill("SIGKILL");
  }
  await ended.catch(() => {});
}
