import { spawn, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { HubClient, WireAsk } from "@yourcall/client";
import { createHubClient } from "@yourcall/client/node";
import { expect, onTestFinished } from "vitest";
import { temporaryDirectory } from "./hub.ts";
import { openTerminal, type TerminalOptions, type TestTerminal } from "./terminal.ts";

/** `yourcall demo` on a terminal, with its own temporary and project directories. */
export interface TestDemo {
  terminal: TestTerminal;
  /** The demo's temporary directory. Its processes are ended after the test. */
  temporary: string;
  project: string;
}

export function openDemo(options: TerminalOptions & { args?: string[] } = {}): TestDemo {
  const temporary = temporaryOfDemo();
  const project = join(temporaryDirectory("project"), "notes");
  const args = options.args ?? ["demo", "--dir", project];
  const terminal = openTerminal(args, {
    ...options,
    env: { TMPDIR: temporary, YOURCALL_HOME: temporaryDirectory(), ...options.env },
  });
  return { terminal, temporary, project };
}

/** A directory for what the demo leaves behind. A hub still running in it is ended after the test. */
export function temporaryOfDemo(): string {
  const temporary = temporaryDirectory("demo");
  onTestFinished(() => {
    for (const pid of processesIn(temporary)) process.kill(pid, "SIGKILL");
  });
  return temporary;
}

/** The processes whose state directory is below this one. */
export function processesIn(temporary: string): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter(
      (pid) => pid > 0 && partsOf(pid, "environ").some((entry) => entry.startsWith(`YOURCALL_HOME=${temporary}/`)),
    );
}

/** The process of the demo itself, which npm may have started. */
export function demoIn(temporary: string): number {
  const isDemo = (pid: number) => {
    const [script = "", command] = partsOf(pid, "cmdline").slice(-3, -1);
    return script.endsWith("yourcall.cjs") && command === "demo";
  };
  const pids = readdirSync("/proc").map(Number);
  const found = pids.find((pid) => pid > 0 && isDemo(pid) && partsOf(pid, "environ").includes(`TMPDIR=${temporary}`));
  if (found === undefined) throw new Error(`No demo runs for ${temporary}`);
  return found;
}

/** A zombie has no environment. */
function partsOf(pid: number, file: "environ" | "cmdline"): string[] {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8").split("\0");
  } catch {
    return [];
  }
}

/** Resolves once no process of the demo's hub and no directory of the demo is left. (npm may leave a cache.) */
export async function nothingLeftIn(temporary: string): Promise<void> {
  await expect
    .poll(() => ({
      processes: processesIn(temporary),
      files: readdirSync(temporary).filter((name) => /^(yourcall|notes)-/.test(name)),
    }))
    .toEqual({ processes: [], files: [] });
}

/** The last link that the demo showed. */
export function latestLink(text: string): string {
  return text.match(/http:\/\/127\.0\.0\.1:\d+\/#login=[\w-]{22}\.[\w-]{22}/g)?.at(-1) ?? "";
}

/** A person who opens the demo's link, as a browser does. */
export async function followLink(text: string): Promise<HubClient> {
  const { origin, hash } = new URL(latestLink(text));
  const response = await fetch(`${origin}/v1/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code: hash.slice("#login=".length).split(".")[0] }),
  });
  const { token } = (await response.json()) as { token: string };
  const client = createHubClient({ url: origin, token });
  onTestFinished(() => client.close());
  return client;
}

/** The pending ask, once its first question has this header. */
export async function waitingAsk(client: HubClient, header: string): Promise<WireAsk> {
  const find = async () => (await client.list()).asks.find(({ questions }) => questions[0]?.header === header);
  await expect.poll(find).toBeDefined();
  return (await find()) as WireAsk;
}

/** Answers with the options of these numbers, one list per question, as clicks in the page do. */
export function answerByClick(client: HubClient, ask: WireAsk, ...numbers: number[][]): Promise<WireAsk> {
  const answers = ask.questions.map(({ question, header, options }, at) => ({
    question,
    header,
    selectedOptions: (numbers[at] ?? []).map((number) => options[number - 1]?.label ?? ""),
  }));
  return client.answer(ask.id, { answers, surface: "web", act: "click", user: "bo" });
}

/** Runs the project's own tests again and counts how many pass and fail. */
export function runTests(project: string): { passed: number; failed: number } {
  const { stdout } = spawnSync(process.execPath, ["--test", "--test-isolation=none", "--test-reporter=tap"], {
    cwd: project,
    encoding: "utf8",
    env: { PATH: process.env.PATH },
  });
  const count = (word: string) => Number(new RegExp(`^# ${word} (\\d+)$`, "m").exec(stdout)?.[1] ?? -1);
  return { passed: count("pass"), failed: count("fail") };
}

/** The project's own service, ended after the test. */
export async function startService(project: string): Promise<{ url: string }> {
  const { scripts } = JSON.parse(readFileSync(join(project, "package.json"), "utf8"));
  const [, ...args] = String(scripts.start).split(" ");
  const child = spawn(process.execPath, args, {
    cwd: project,
    env: { PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding("utf8").once("data", (text) => resolve(text.trim()));
    child.once("exit", (code) => reject(new Error(`The service ended with ${code}.`)));
  });
  return { url };
}
