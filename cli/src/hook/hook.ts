import { readFileSync, writeSync } from "node:fs";
import { isatty } from "node:tty";
import { answeredBySdk, answerHook, questionTool, toHookEvent } from "@yourcall/claude";
import { clientClock } from "@yourcall/client";
import { type Ask, followAsk, panePattern, toPlainAsk } from "@yourcall/core";
import { leaveMs } from "../within.ts";
import { lookAround } from "./look-around.ts";
import { createQuickHub, quickCancel, quickList } from "./quick-hub.ts";

// Next to Claude's own dialog a hook may wait forever; instead of it, it must give up so that the dialog opens.
const exclusiveMs = 10_000;
const watchMs = 1000;
const parent = process.ppid;

/**
 * `yourcall hook claude`: reads an event from Claude Code on standard input and prints what a person decided. Whatever goes
 * wrong, it prints nothing and exits with 0, and Claude continues without it.
 */
export async function run(args: string[]): Promise<number> {
  if (args[0] !== "claude" || args.includes("--help") || args.includes("-h") || isatty(0)) return explain(args);
  process.removeAllListeners("uncaughtException");
  process.on("uncaughtException", (error) => leave(error));
  try {
    const output = await answer(JSON.parse(readFileSync(0, "utf8")), args.includes("--approvals"));
    if (output !== null) print(`${JSON.stringify(output)}\n`);
  } catch (error) {
    leave(error);
  }
  // Nothing that is still open matters now.
  process.exit(0);
}

async function answer(value: unknown, approvals: boolean) {
  const event = toHookEvent(value);
  const elsewhere = process.env[answeredBySdk];
  if (event === null || elsewhere === "everything" || (elsewhere && event.tool === questionTool)) return null;
  const gone = watchForGone();
  const hub = createQuickHub(event.name === "PreToolUse" ? exclusiveMs : undefined);
  return answerHook(event, {
    hub: {
      ask: (request) =>
        followAsk(hub, request, { clock: clientClock, signal: gone, withdrawWithinMs: leaveMs, onLost() {} }),
      list: async (query) => (await quickList(query)) ?? (await import("./hook-hub.ts")).listAsks(query),
      cancel: async (id, reason) =>
        (await quickCancel(id, reason)) ?? (await import("./hook-hub.ts")).cancelAsk(id, reason),
    },
    toAsk,
    look: async (event) => ({ ...(await lookAround(event)), pane: toPane(process.env) }),
    createKey: () => `hook-${process.pid}-${Date.now()}-${process.hrtime.bigint()}`,
    approvals,
    isGone: () => gone.aborted,
  });
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

/** The tmux pane in which Claude Code runs. */
function toPane({ TMUX, TMUX_PANE = "" }: NodeJS.ProcessEnv): string | undefined {
  return TMUX !== undefined && panePattern.test(TMUX_PANE) ? TMUX_PANE : undefined;
}

async function toAsk(input: unknown): Promise<Ask | null> {
  const plain = toPlainAsk(input);
  if (plain !== null) return plain;
  const result = (await import("../ask/doors.ts")).toAskLeniently(input);
  return "ask" in result ? result.ask : null;
}

// Without setting up process.stdout, which costs more than all the rest.
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
  const { hookHelp } = await import("../help-texts.ts");
  const asked = args.includes("--help") || args.includes("-h");
  if (asked || args[0] === "claude") writeSync(asked ? 1 : 2, hookHelp);
  // Never 2: to Claude Code that would be a veto.
  else writeSync(2, `yourcall: Unknown hook "${args[0] ?? ""}". Supported: claude.\n`);
  return asked || args[0] === "claude" ? 0 : 1;
}
