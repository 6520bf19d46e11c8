import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterTests, temporaryDirectory } from "./hub.ts";
import { root } from "./terminal.ts";

/** The server of examples/chat. It is ended with the file's tests. */
export interface ChatServer {
  readonly url: string;
  /** Where its conversations are. */
  readonly directory: string;
  /** What it said on standard error. */
  log(): string;
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Another server with the same conversations, at the same address. */
  restart(): Promise<ChatServer>;
}

export interface ChatOptions {
  env?: Record<string, string>;
}

let built = false;

/** One chat for all tests of a file, started with the first of them. Its conversations are the tests' own. */
export function useChat(options: () => ChatOptions | Promise<ChatOptions> = () => ({})): () => Promise<ChatServer> {
  const until = afterTests();
  let running: Promise<ChatServer> | undefined;
  async function start(): Promise<ChatServer> {
    const { env = {} } = await options();
    return startChat({ CHAT_DATA: temporaryDirectory("chat", until), PORT: "0", ...env }, until);
  }
  return () => (running ??= start());
}

async function startChat(env: Record<string, string>, until: (act: () => Promise<void>) => void): Promise<ChatServer> {
  const folder = join(root, "examples/chat");
  // What `npm start` runs.
  const { scripts } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const [, ...args] = scripts.start.split(" ");
  const child = spawn(process.execPath, args, {
    cwd: folder,
    // Vite builds the page once for all servers of this run.
    env: {
      PATH: process.env.PATH,
      // No hub of the person who runs the tests.
      HOME: env.CHAT_DATA,
      CHAT_SCRIPT: join(root, "tests/chat/script.ts"),
      CHAT_BUILT: built ? "yes" : "no",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    said += text;
  });
  until(() => stop(child, "SIGKILL"));
  const { value: url } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  if (url === undefined) throw new Error(`The chat did not start:\n${said}`);
  built = true;
  return {
    url,
    directory: env.CHAT_DATA ?? "",
    log: () => said,
    stop: (signal = "SIGTERM") => stop(child, signal),
    restart: () => startChat({ ...env, PORT: new URL(url).port }, until),
  };
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
}
