import { toShowableJson } from "@yourcall/core/internal";
import { type Agent, agentTable, type Conversation, createConversation, findRun } from "@yourcall/sessions/agents";
import { warn } from "../../print.ts";
import { exitCodes } from "../../run-command.ts";
import type { AgentArguments } from "../agent-arguments.ts";
import { createHostAsker, type HostAsker } from "./host-asker.ts";
import type { LineIn, LineOut } from "./line-schemas.ts";
import { readHostLines, toFault } from "./read-lines.ts";

/**
 * `yourcall agent --json`: the agent's events as JSON lines on standard output, the host's messages and answers as JSON lines
 * on standard input. When standard input ends the host is gone: the turn stops and its asks are withdrawn. If the host sent
 * `leave`, or its terminal was closed, the asks stay if the agent can still receive the answer.
 */
export async function runJsonMode(given: AgentArguments, open: (asker: HostAsker) => Promise<Agent>): Promise<number> {
  const { stdin, stdout } = process;
  let gone = false;
  const emit = (line: LineOut) => {
    if (!gone) stdout.write(`${toShowableJson(line)}\n`);
  };
  const asker = createHostAsker(emit, warn);
  let conversation: Conversation;
  let resumed: { id: string } | undefined;
  try {
    const agent = await open(asker);
    resumed = await findRun(agent, given.resume);
    conversation = createConversation(agent, resumed?.id);
  } catch (error) {
    emit(toErrorLine(error as Error, undefined));
    return exitCodes.failure;
  }

  let started = false;
  async function play(prompt: string | undefined, signal: AbortSignal): Promise<void> {
    try {
      const run = conversation.turn(prompt, signal);
      // First of all, so that a host that is killed in the first turn knows what to resume.
      if (!started) emit({ type: "started", runId: run.id });
      started = true;
      for await (const event of run) {
        if (event.type === "error") emit(toErrorLine(event.error, run.id));
        if (event.type === "done") emit({ ...event, runId: run.id });
        // Not `ask_user`: the asker has already sent the ask, with its sheet.
        if (event.type === "text" || event.type === "tool_start" || event.type === "tool_result") emit(event);
      }
    } catch (error) {
      emit(toErrorLine(error as Error, conversation.runId));
    }
  }

  let turn: { stop: AbortController; over: Promise<void> } | null = null;
  function take(prompt: string | undefined): void {
    const stop = new AbortController();
    const over = play(prompt, stop.signal).finally(() => {
      turn = null;
    });
    turn = { stop, over };
  }

  async function onLine(line: LineIn): Promise<void> {
    if (line.type === "interrupt") turn?.stop.abort("the host interrupted the turn");
    else if (line.type === "ask_user_question_response") await asker.respond(line);
    else if (line.type === "check_sheet") asker.check(line);
    else if (line.type === "leave") leave();
    else if (line.type === "here" || line.type === "filter") emit(toFault(`Only the inbox takes ${line.type}.`).fault);
    else if (turn !== null) emit(busy);
    else take(line.text);
  }

  let left: Promise<void> | undefined;
  function leave(): void {
    gone = true;
    left ??= asker.leave(agentTable[given.kind].forgetsAsks ? "the agent was ended" : undefined);
    stdin.destroy();
  }
  function onGone(): void {
    gone = true;
    stdin.destroy();
  }
  const onSignal = () => stdin.destroy();
  for (const signal of signals) process.on(signal, onSignal);
  let code: number = exitCodes.answered;
  const onHangUp = () => {
    code = exitCodes.interrupted;
    leave();
  };
  process.on("SIGHUP", onHangUp);
  // A host that no longer reads is gone, too.
  stdout.on("error", onGone);
  if (given.prompt !== undefined || resumed !== undefined) take(given.prompt);
  for await (const read of readHostLines(stdin)) {
    if ("fault" in read) emit(read.fault);
    else void onLine(read.line);
  }
  // If the host died with its terminal, SIGHUP was sent before the input ended, but may be handled after it.
  await new Promise((resolve) => setImmediate(resolve));
  if (given.keep) leave();
  // `turn` becomes null as soon as the turn ends, even while it is being stopped.
  const last = turn as { stop: AbortController; over: Promise<void> } | null;
  if (left !== undefined) {
    await left;
    // The run is saved and its asks stay. Anything else that the turn has open must not keep the process alive.
    setTimeout(() => process.exit(code), 1000).unref();
    return code;
  }
  last?.stop.abort("the host went away");
  await last?.over;
  for (const signal of signals) process.off(signal, onSignal);
  process.off("SIGHUP", onHangUp);
  return last === null ? exitCodes.answered : exitCodes.interrupted;
}

const signals = ["SIGINT", "SIGTERM"] as const;

const busy: LineOut = {
  type: "error",
  code: "busy",
  message: "A turn is running. Send the message after its done or error line, or interrupt it.",
  ended: false,
};

function toErrorLine(error: Error & { code?: unknown }, runId: string | undefined): LineOut {
  return {
    type: "error",
    code: typeof error.code === "string" ? error.code : "failed",
    message: error.message,
    ended: true,
    runId,
  };
}
