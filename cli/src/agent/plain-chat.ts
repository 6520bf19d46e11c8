import type { Readable } from "node:stream";
import { exitCodes } from "../exit-codes.ts";
import type { Conversation } from "./conversation.ts";
import { printRun } from "./print-run.ts";

// What is pasted comes at once; nobody types two lines in that time.
const quietMs = 50;

export interface PlainChatOptions {
  conversation: Conversation;
  /** The first message, or undefined where the run goes on, or where the person begins. */
  prompt: string | undefined;
  resumed: boolean;
  /** Whoever asks on this terminal stops this turn. */
  onTurn(stopping: AbortController): void;
}

/** The chat for screen readers and plain terminals: lines out, lines in, nothing is redrawn. Ends with the input. */
export async function plainChat({ conversation, prompt, resumed, onTurn }: PlainChatOptions): Promise<number> {
  let next = prompt;
  for (let first = true; ; first = false) {
    if (!first || (prompt === undefined && !resumed)) {
      process.stdout.write("\nYour message, Ctrl-D to end: ");
      const text = await readMessage(process.stdin);
      if (text === null) return exitCodes.answered;
      if (text === "") continue;
      next = text;
    }
    const stopping = new AbortController();
    onTurn(stopping);
    await printRun(conversation, next, stopping);
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
