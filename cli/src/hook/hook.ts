import { fstatSync, readFileSync, writeSync } from "node:fs";
import { answeredBySdk, answerHook, entryVariable, type HookEvent, toHookEvent } from "@yourcall/claude/internal";
import { type Ask, askToolName } from "@yourcall/core";
import { longestTimerMs, toPlainAsk } from "@yourcall/core/internal";
import { hook } from "../commands/hook.ts";
import { ensureHub } from "../hub/hub-process.ts";
import { readHookContext, toPane } from "./hook-context.ts";
import { createHookHub } from "./hook-hub.ts";
import type { HubFirstName } from "./hub-first.ts";
import { findEnds, watchCall } from "./transcript-file.ts";

// A hook that runs next to Claude's own dialog may wait forever; one that replaces the dialog must give up, so that it opens.
const exclusiveMs = 10_000;
const watchMs = 1000;
// Claude Code kills a hook about 0.8 s after telling it to end, and the ask has to be withdrawn by then.
const lastLookMs = 300;
const parent = process.ppid;
const hubFirstNames = ["codex", "gemini", "qwen"] as const satisfies HubFirstName[];

/**
 * `yourcall hook claude`: reads an event from Claude Code on standard input and prints what a person decided. Whatever goes
 * wrong, it prints nothing and exits with 0, and Claude continues without it.
 */
export async function run(args: string[]): Promise<number> {
  if (args[0] === "hub" && args.length === 1) return startHub();
  const name = hubFirstNames.find((one) => one === args[0]);
  if (
    (name === undefined && args[0] !== "claude") ||
    args.includes("--help") ||
    args.includes("-h") ||
    (await isTerminal())
  )
    return explain(args);
  process.removeAllListeners("uncaughtException");
  process.on("uncaughtException", (error) => leave(error));
  try {
    const output = await (name === undefined ? answer(readEvent(), args) : askFirst(name, args));
    if (output !== null) print(`${JSON.stringify(output)}\n`);
  } catch (error) {
    leave(error);
  }
  // Exit without waiting for open handles.
  process.exit(0);
}

function readEvent(): unknown {
  return JSON.parse(readFileSync(0, "utf8"));
}

async function askFirst(name: HubFirstName, [, flag]: string[]): Promise<object | null> {
  const { askFirst, confirm } = await import("./hub-first.ts");
  if (flag !== "--confirm") return askFirst(name, readEvent(), watchForGone());
  await confirm(name, readEvent());
  return null;
}

/** `yourcall hook hub`: starts the hub if none is running, for what runs inside another program. */
async function startHub(): Promise<number> {
  try {
    await ensureHub();
    return 0;
  } catch (error) {
    if (process.env.YOURCALL_DEBUG) writeSync(2, `${error instanceof Error ? error.stack : error}\n`);
    return 1;
  }
}

/** Standard input is usually a pipe, and then there is no need to load node:tty, which takes time. */
async function isTerminal(): Promise<boolean> {
  return fstatSync(0).isCharacterDevice() && (await import("node:tty")).isatty(0);
}

async function answer(value: unknown, args: string[]) {
  const event = toHookEvent(value);
  const elsewhere = process.env[answeredBySdk];
  if (event === null || elsewhere === "everything" || (elsewhere && isQuestion(event))) return null;
  // The files are read while the hub client is prepared.
  const looking =
    event.name === "PermissionRequest" || event.name === "PreToolUse" ? readHookContext(event) : undefined;
  const gone = watchForGone();
  return answerHook(event, {
    hub: createHookHub(event.name === "PreToolUse" ? exclusiveMs : undefined),
    toAsk,
    readAnswers: async (...given) => (await import("./dialog-answers.ts")).readAnswers(...given),
    answerForm: async (...given) => (await import("./dialog-answers.ts")).answerForm(...given),
    readContext: async (event) => ({ ...(await (looking ?? readHookContext(event))), pane: toPane(process.env) }),
    watchCall,
    findEnds,
    createKey: () => `hook-${process.pid}-${Date.now()}-${process.hrtime.bigint()}`,
    approvals: args.includes("--approvals"),
    unattended: args.includes("--unattended"),
    entry: process.env[entryVariable],
    exclusive: args.includes("--exclusive"),
    subagentWaitMs: toWaitMs(args),
    gone,
    lastLookMs,
  });
}

function isQuestion({ tool, name }: HookEvent): boolean {
  return tool === askToolName || name === "Elicitation";
}

/** `--subagent-wait SECONDS`. */
function toWaitMs(args: string[]): number | undefined {
  const at = args.indexOf("--subagent-wait");
  const seconds = at < 0 ? Number.NaN : Number(args[at + 1]);
  return seconds > 0 ? Math.min(seconds * 1000, longestTimerMs) : undefined;
}

/** Aborted, with the reason, when Claude Code no longer waits. */
function watchForGone(): AbortSignal {
  const gone = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const)
    process.on(signal, () => gone.abort("Claude Code no longer waits for it."));
  // Claude Code may be killed without stopping its hooks; then nobody is left to answer.
  setInterval(() => {
    if (process.ppid !== parent) gone.abort("Claude Code is gone.");
  }, watchMs).unref();
  return gone.signal;
}

async function toAsk(input: unknown): Promise<Ask | null> {
  const plain = toPlainAsk(input);
  if (plain !== null) return plain;
  const result = (await import("../ask/doors.ts")).toAskLeniently(input);
  return "ask" in result ? result.ask : null;
}

// Avoids setting up process.stdout, which costs more than all the rest.
function print(text: string): void {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
    }
  }
}

function leave(error: unknown): void {
  if (process.env.YOURCALL_DEBUG) writeSync(2, `${error instanceof Error ? error.stack : error}\n`);
  process.exit(0);
}

async function explain(args: string[]): Promise<number> {
  const { printHelp } = await import("../help-page.ts");
  const asked = args.includes("--help") || args.includes("-h");
  const isKnown = ["claude", ...hubFirstNames].includes(args[0] ?? "");
  if (asked || isKnown) printHelp(hook, asked ? process.stdout : process.stderr);
  // Never 2: to Claude Code that would be a veto.
  else
    writeSync(2, `yourcall: Unknown hook "${args[0] ?? ""}". Supported: claude, ${hubFirstNames.join(", ")}, hub.\n`);
  return asked || isKnown ? 0 : 1;
}
