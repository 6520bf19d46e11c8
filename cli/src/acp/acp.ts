import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { basename } from "node:path";
import type { Readable, Writable } from "node:stream";
import { createProxy } from "@yourcall/acp";
import type { HubClient } from "@yourcall/client";
import { type HubAsker, machineClock, YourcallError } from "@yourcall/core";
import { acp } from "../commands/acp.ts";
import { readGit, toPane } from "../hook/hook-context.ts";
import { connect } from "../hub/connect.ts";
import { warn } from "../print.ts";
import { exitCodes, showHelp, UsageError, warnOfConfig, withUsage } from "../run-command.ts";
import { leaveMs, withTimeout } from "../with-timeout.ts";
import { splitLines } from "./split-lines.ts";

/** `yourcall acp -- COMMAND…`: sits between an editor and its agent, and puts the agent's questions to the hub too. */
export function run(args: string[]): Promise<number> {
  return withUsage(async () => {
    if (args[0] === "--help" || args[0] === "-h") return showHelp(acp);
    const [command, ...rest] = args[0] === "--" ? args.slice(1) : args;
    if (command === undefined || command.startsWith("-"))
      throw new UsageError("Name the agent's command: yourcall acp -- gemini --acp");
    warnOfConfig();
    return proxy(command, rest);
  });
}

async function proxy(command: string, args: string[]): Promise<number> {
  // In a process group of its own, because an agent can leave children behind that still wait for a reply.
  const agent = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"], detached: true });
  try {
    await once(agent, "spawn");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    warn(code === "ENOENT" ? `There is no program "${command}". Install it, or give its path.` : message);
    return exitCodes.failure;
  }
  const hub = connectLazily();
  const toAgent = createWriter(agent.stdin);
  const toEditor = createWriter(process.stdout);
  const between = createProxy({
    hub,
    clock: machineClock,
    createKey: () => `acp-${crypto.randomUUID()}`,
    agentName: basename(command),
    readPlace: async (cwd) => ({ ...(await readGit(cwd)), pane: toPane(process.env) }),
    toAgent: toAgent.write,
    toEditor: toEditor.write,
  });
  const told = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.on(signal, () => {
        stop(agent, signal);
        resolve();
      });
  });
  const ended = once(agent, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
  const editorLeft = pass(process.stdin, between.fromEditor, toAgent.drained).then(() => void agent.stdin.end());
  const agentLeft = pass(agent.stdout, between.fromAgent, toEditor.drained);
  const [exit, signal] = await Promise.race([ended, afterEditor(Promise.race([editorLeft, told]), agent, ended)]);
  await withTimeout(leaveMs, agentLeft);
  await withTimeout(leaveMs, between.close("The agent has ended."));
  stop(agent, "SIGKILL");
  hub.close();
  await toEditor.drained();
  // The editor may keep its end of the pipe open, and so may a process that has left the agent's group.
  process.stdin.destroy();
  agent.stdout.destroy();
  // As a shell has it.
  return exit ?? (signal === null ? exitCodes.failure : 128 + constants.signals[signal]);
}

/** Gives the agent a moment to exit once its editor is gone or a signal came, then sends SIGTERM, then SIGKILL. */
async function afterEditor(
  left: Promise<void>,
  agent: ChildProcess,
  ended: Promise<[number | null, NodeJS.Signals | null]>,
): Promise<[number | null, NodeJS.Signals | null]> {
  await left;
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    const exit = await withTimeout(leaveMs, ended);
    if (exit !== undefined) return exit;
    stop(agent, signal);
  }
  return ended;
}

async function pass(from: Readable, to: (line: Buffer) => void, drained: () => Promise<void>): Promise<void> {
  try {
    for await (const line of splitLines(from)) {
      to(line);
      await drained();
    }
  } catch {
    // A stream that breaks means the same as one that ends: that side is gone.
  }
}

/** Writes lines; `drained` resolves once the reader has caught up. A reader that is gone is not an error. */
function createWriter(stream: Writable) {
  stream.on("error", () => {});
  return {
    write: (line: Uint8Array | string) => void stream.write(line),
    async drained() {
      while (stream.writableNeedDrain && !stream.destroyed)
        await Promise.race([once(stream, "drain"), once(stream, "close")]).catch(() => {});
    },
  };
}

function stop(agent: ChildProcess, signal: NodeJS.Signals): void {
  if (agent.pid === undefined) return;
  try {
    process.kill(-agent.pid, signal);
  } catch {
    // The whole group has ended.
  }
}

/** Finds or starts a hub only when there is something to ask. If that fails, the next call tries again. */
function connectLazily(): HubAsker & { close(): void } {
  let connecting: Promise<HubClient> | undefined;
  let client: HubClient | undefined;

  async function hub(): Promise<HubClient> {
    connecting ??= connect("agent", { start: true });
    try {
      client = await connecting;
      return client;
    } catch (error) {
      connecting = undefined;
      throw YourcallError.isInstance(error) ? error : new YourcallError("hub-unreachable", "No hub can be reached.");
    }
  }

  /** `report` and `delivery` make one attempt each. If the hub is gone, the next call finds or starts another. */
  function lookAgain(error: unknown): never {
    if (YourcallError.isInstance(error) && error.code === "hub-unreachable") connecting = undefined;
    throw error;
  }

  return {
    ask: async (request, options) => (await hub()).ask(request, options),
    create: async (request, options) => (await hub()).create(request, options),
    wait: async (id, options) => (await hub()).wait(id, options),
    cancel: async (id, reason, options) => (await hub()).cancel(id, reason, options),
    report: async (id, report) => (await hub()).report(id, report).catch(lookAgain),
    delivery: async (id, delivery) => (await hub()).delivery(id, delivery).catch(lookAgain),
    endSession: async (session) => client?.endSession(session),
    close: () => client?.close(),
  };
}
