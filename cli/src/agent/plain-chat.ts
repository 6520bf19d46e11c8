import type { Readable } from "node:stream";
import { cleanText } from "@yourcall/core";
import type { Conversation } from "@yourcall/sessions/agents";
import { detectGlyphs, lineText, unicodeGlyphs } from "@yourcall/terminal/internal";
import { warn } from "../print.ts";
import { exitCodes } from "../run-command.ts";
import { toToolLine } from "./transcript.ts";

// A paste arrives all at once; nobody types two lines in that time.
const quietMs = 50;

/**
 * The chat for screen readers and plain terminals: lines in and out, nothing is redrawn. It begins with the prompt or the resumed
 * run, if there is one, and ends with the input. `take` prints a turn.
 */
export async function plainChat(
  take: (prompt: string | undefined) => Promise<unknown>,
  { prompt, resumed }: { prompt: string | undefined; resumed: boolean },
): Promise<number> {
  if (prompt !== undefined || resumed) await take(prompt);
  for (;;) {
    process.stdout.write("\nYour message, Ctrl-D to end: ");
    const text = await readMessage(process.stdin);
    if (text === null) return exitCodes.answered;
    if (text !== "") await take(text);
  }
}

/** A line, or all lines of a paste. Null at the end of the input. */
function readMessage(input: Readable): Promise<string | null> {
  return new Promise((resolve) => {
    let text = "";
    let timer: NodeJS.Timeout | undefined;
    function settle(value: string | null): void {
      clearTimeout(timer);
      input.off("data", onData).off("end", onEnd);
      input.pause();
      resolve(value);
    }
    function onData(chunk: Buffer | string): void {
      text += chunk.toString();
      clearTimeout(timer);
      if (text.includes("\n")) timer = setTimeout(() => settle(text.trim()), quietMs);
    }
    const onEnd = () => settle(null);
    input.on("data", onData).on("end", onEnd);
    input.resume();
  });
}

const widestLine = 160;

/**
 * One turn without a chat: the agent's text on standard output, its calls and questions on standard error. `stopping` is
 * aborted to end it. `isKept`: whether the run can be resumed later.
 */
export async function printRun(
  conversation: Conversation,
  prompt: string | undefined,
  stopping: AbortController,
  { isKept = true } = {},
): Promise<number> {
  const glyphs = process.stderr.isTTY ? detectGlyphs(process.env) : unicodeGlyphs;
  const calls = new Map<string, { name: string; input: unknown }>();
  const onSignal = (signal: NodeJS.Signals) => stopping.abort(`interrupted by ${signal}`);
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  // Questions and other lines may come between two pieces of text on the same terminal.
  let open = false;
  const endLine = () => {
    if (open) process.stdout.write("\n");
    open = false;
  };
  try {
    for await (const event of conversation.turn(prompt, stopping.signal)) {
      if (event.type === "text") {
        process.stdout.write(toSafeOutput(event.text));
        if (event.text !== "") open = !event.text.endsWith("\n");
        continue;
      }
      endLine();
      if (event.type === "tool_start") calls.set(event.id, event);
      if (event.type === "tool_result") {
        const line = toToolLine(calls.get(event.id) ?? { ...event, input: undefined }, event.result, {
          width: widestLine,
          glyphs,
        });
        if (event.result.outcome === undefined || event.result.isError) process.stderr.write(`${lineText(line)}\n`);
      }
      if (event.type === "ask_user" && event.askId !== undefined)
        warn(`waiting for an answer: \`yourcall answer ${event.askId}\`, or \`yourcall\` for all pending asks`);
      if (event.type === "error") {
        // A stopped run says that it can be resumed.
        if (isKept || !stopping.signal.aborted) warn(event.error.message);
        if (isKept && conversation.runId !== undefined)
          warn(`to continue: yourcall agent --resume ${conversation.runId}`);
        return stopping.signal.aborted ? exitCodes.interrupted : exitCodes.failure;
      }
    }
    return exitCodes.answered;
  } finally {
    process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
  }
}

/** A pipe may end at a terminal, so it is cleaned too, or in a file, where tabs matter. */
function toSafeOutput(text: string): string {
  return process.stdout.isTTY ? cleanText(text) : text.split("\t").map(cleanText).join("\t");
}
