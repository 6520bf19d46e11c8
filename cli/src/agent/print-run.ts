import { cleanText } from "@yourcall/core";
import { asciiGlyphs, detectUnicode, lineText, unicodeGlyphs } from "@yourcall/terminal";
import { exitCodes } from "../exit-codes.ts";
import { say } from "../say.ts";
import type { Conversation } from "./conversation.ts";
import { toToolLine } from "./tool-line.ts";

const widestLine = 160;

/**
 * One turn without a chat: what the agent says on standard output, what it does and asks on standard error. `stopping` is
 * aborted by whoever wants out.
 */
export async function printRun(
  conversation: Conversation,
  prompt: string | undefined,
  stopping: AbortController,
): Promise<number> {
  const glyphs = detectUnicode(process.env) || !process.stderr.isTTY ? unicodeGlyphs : asciiGlyphs;
  const calls = new Map<string, { name: string; input: unknown }>();
  const onSignal = (signal: NodeJS.Signals) => stopping.abort(`interrupted by ${signal}`);
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  // Between two pieces of text there may be a question or a line on the same terminal.
  let open = false;
  const endLine = () => {
    if (open) process.stdout.write("\n");
    open = false;
  };
  try {
    for await (const event of conversation.turn(prompt, stopping.signal)) {
      if (event.type === "text") {
        process.stdout.write(process.stdout.isTTY ? cleanText(event.text) : event.text);
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
        say(`waiting for an answer: \`yourcall answer ${event.askId}\`, or \`yourcall\` for everything that waits`);
      if (event.type === "error") {
        say(event.error.message);
        if (conversation.runId !== undefined) say(`to go on: yourcall agent --resume ${conversation.runId}`);
        return stopping.signal.aborted ? exitCodes.interrupted : exitCodes.failure;
      }
    }
    return exitCodes.answered;
  } finally {
    process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
  }
}
