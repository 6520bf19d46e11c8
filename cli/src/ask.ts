import { createAskId } from "@yourcall/client";
import { type Ask, cleanText, type Outcome, toFallback } from "@yourcall/core";
import {
  type Prompt,
  type PromptEnd,
  type PromptOptions,
  startPrompt,
  type Terminal,
  typedTexts,
} from "@yourcall/terminal";
import { type AskArguments, parseAskArguments } from "./ask-arguments.ts";
import { exitCodes, toExitCode } from "./exit-codes.ts";
import { formatOutcome } from "./format-outcome.ts";
import { openTerminal } from "./open-terminal.ts";
import { toDurationWords } from "./parse-duration.ts";
import { readAsk } from "./read-ask.ts";
import { readConfig } from "./read-config.ts";
import { UsageError } from "./usage-error.ts";

/** `yourcall ask`: one ask, answered on this terminal. */
export async function run(args: string[]): Promise<number> {
  try {
    const given = parseAskArguments(args);
    if (given.help) {
      const { askHelp } = await import("./help-texts.ts");
      process.stdout.write(askHelp);
      return exitCodes.answered;
    }
    const { ask, repairs } = await readAsk(given);
    if (given.onTimeout === "recommended" && toFallback(ask) === undefined)
      throw new UsageError("--on-timeout recommended needs exactly one option marked (Recommended) in every question.");
    for (const repair of repairs) say(`repaired: ${repair}`);
    return await askHere(ask, given);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    say(error.message);
    return exitCodes.usage;
  }
}

async function askHere(ask: Ask, given: AskArguments): Promise<number> {
  const terminal = given.noInput || given.noWait ? null : openTerminal();
  if (terminal === null) {
    say(noTerminal(given));
    return exitCodes.failure;
  }
  const expiresAt = given.timeoutMs === undefined ? undefined : Date.now() + given.timeoutMs;
  const prompt = await show(ask, terminal, given, expiresAt);
  const end = await prompt.ended;
  const outcome = toOutcome(ask, end, given);
  if (outcome === null) {
    const typed = typedTexts(prompt.state(), true);
    prompt.stop();
    say("Interrupted. The ask was withdrawn and nothing was answered.");
    for (const { name, text } of typed) process.stderr.write(`  You had typed: ${name} "${text}"\n`);
    return exitCodes.interrupted;
  }
  await prompt.finish(outcome, {
    // The agent has its answer before the person sees the flash.
    report: () => print(formatOutcome(given.format, createAskId(), ask, outcome)),
    ...(given.timeoutMs === undefined ? {} : { after: toDurationWords(given.timeoutMs) }),
  });
  return toExitCode(outcome);
}

/** Writes to standard output, or says that nobody takes it: a closed pipe must not pass for a delivered answer. */
function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(new Error(`The outcome could not be handed over: ${error.message}`));
    process.stdout.once("error", fail);
    process.stdout.write(text, (error) => (error == null ? resolve() : fail(error)));
  });
}

async function show(ask: Ask, terminal: Terminal, given: AskArguments, expiresAt?: number): Promise<Prompt> {
  const letters = readConfig(say).keys?.letters;
  const options: PromptOptions = {
    ask,
    terminal,
    editor: async () => (await import("@yourcall/terminal/editor")).editInEditor,
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(letters === undefined ? {} : { settings: { letters } }),
  };
  if (!given.accessible && !isPlainTerminal(terminal)) return startPrompt(options);
  const { startLinearPrompt } = await import("@yourcall/terminal/linear");
  return startLinearPrompt(options);
}

function isPlainTerminal(terminal: Terminal): boolean {
  const { ACCESSIBLE, TERM } = process.env;
  const accessible = ACCESSIBLE !== undefined && ACCESSIBLE !== "" && ACCESSIBLE !== "0";
  return accessible || TERM === "dumb" || typeof terminal.input.setRawMode !== "function";
}

function toOutcome(ask: Ask, end: PromptEnd, given: AskArguments): Outcome | null {
  const at = new Date().toISOString();
  const user = process.env.USER ?? process.env.LOGNAME;
  const by = { surface: "terminal", act: "submit" as const, ...(user === undefined || user === "" ? {} : { user }) };
  switch (end.type) {
    case "submitted":
      return {
        status: "answered",
        answers: end.answers,
        ...(end.comment === undefined ? {} : { comment: end.comment }),
        by,
        at,
      };
    case "declined":
      return { status: "declined", ...(end.reason === undefined ? {} : { reason: end.reason }), by, at };
    case "expired": {
      const fallback = given.onTimeout === "recommended" ? toFallback(ask) : undefined;
      return { status: "expired", at, ...(fallback === undefined ? {} : { fallback }) };
    }
    default:
      return null;
  }
}

function noTerminal(given: AskArguments): string {
  const why = given.noWait
    ? "--no-wait needs a hub"
    : given.noInput
      ? "--no-input keeps the prompt away"
      : "there is no terminal here";
  return `Nobody can be asked: ${why}, and this version has no hub to leave the question with.\nRun the same command where standard error is a terminal.`;
}

function say(message: string): void {
  process.stderr.write(`yourcall: ${cleanText(message)}\n`);
}
