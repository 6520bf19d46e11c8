import type { OwnLiveAsk } from "@yourcall/client/internal";
import { type Ask, cleanLine, cleanText, type Outcome } from "@yourcall/core";
import { toDurationWords, toFallback } from "@yourcall/core/internal";
import type { Terminal } from "@yourcall/terminal";
import { typedTexts } from "@yourcall/terminal/internal";
import { ask } from "../commands/ask.ts";
import { print, warn } from "../print.ts";
import { exitCodes, runCommand, UsageError } from "../run-command.ts";
import { leaveMs, withTimeout } from "../with-timeout.ts";
import { askHere, describeStaying, describeWithdrawal } from "./ask-here.ts";
import { toExitCode } from "./exit-code.ts";
import { type AskArguments, readAsk, toAskArguments, toAskRequest } from "./read-ask.ts";
import { openTerminal } from "./show-prompt.ts";

/** `yourcall ask`: one ask, answered on this terminal, or wherever the hub shows it. */
export function run(args: string[]): Promise<number> {
  return runCommand(ask, args, async (parsed) => {
    const given = toAskArguments(parsed);
    const ended = await askPerson(given);
    return typeof ended === "number" ? ended : toExitCode(given.format, ended);
  });
}

/** Asks and prints the outcome. If there is none, resolves with the exit code; `failure` is the code for an unreachable hub. */
export async function askPerson(
  given: AskArguments,
  failure: number = exitCodes.failure,
  kind?: "confirm",
): Promise<Outcome | number> {
  const { ask: read, repairs } = await readAsk(given);
  const ask =
    kind === undefined ? read : { ...read, questions: read.questions.map((question) => ({ ...question, kind })) };
  if (given.onTimeout === "recommended" && toFallback(ask) === undefined)
    throw new UsageError("--on-timeout recommended needs exactly one option marked (Recommended) in every question.");
  for (const repair of repairs) warn(`repaired: ${repair}`);
  const terminal = given.noInput || given.noWait ? null : (openTerminal() ?? (await openOther()));
  if (terminal !== null) return askOn(terminal, ask, given);
  const { askElsewhere } = await import("./ask-elsewhere.ts");
  return askElsewhere(ask, given, failure);
}

/** Standard error may go to a file while a person is at the terminal. */
async function openOther(): Promise<Terminal | null> {
  return process.stdin.isTTY ? (await import("./other-terminal.ts")).openOtherTerminal() : null;
}

async function askOn(terminal: Terminal, ask: Ask, given: AskArguments): Promise<Outcome | number> {
  const notices: string[] = [];
  // On the terminal itself, the line that the prompt leaves behind says it.
  const prints = given.prints || !process.stdout.isTTY;
  let stopHubHere = async () => {};
  let lost: string | undefined;
  const options = {
    onHere: (notice: string) => void notices.push(notice),
    onLost(message: string) {
      lost = message;
    },
  };
  return askHere<OwnLiveAsk, Outcome | number>({
    ask,
    terminal,
    accessible: given.accessible,
    expiresAt: given.timeoutMs === undefined ? undefined : Date.now() + given.timeoutMs,
    async join() {
      const { goLive, stopHubHere: stop } = await import("./go-live.ts");
      stopHubHere = stop;
      return goLive(ask, toAskRequest(ask, given), options);
    },
    async onEnded(prompt, { outcome, elsewhere }, live) {
      const { id } = await live.created;
      const { formatOutcome } = await import("./format-outcome.ts");
      await prompt.finish(outcome, {
        elsewhere,
        // The agent has its answer before the person sees the flash.
        report: () => (prints ? print(formatOutcome(given.format, id, ask, outcome)) : Promise.resolve()),
        after: given.timeoutMs === undefined ? undefined : toDurationWords(given.timeoutMs),
      });
      for (const notice of notices) warn(notice);
      await stopHubHere();
      return outcome;
    },
    // Ends the prompt without an outcome. A closed terminal withdraws nothing; Ctrl-C and SIGTERM do.
    async onInterrupted(prompt, signal, live) {
      const typed = typedTexts(prompt.state(), true);
      prompt.stop();
      if (signal === "SIGHUP") {
        const created = await withTimeout(leaveMs, live.created).catch(() => undefined);
        await withTimeout(leaveMs, live.flush());
        warn(describeStaying(created?.id));
      } else {
        const outcome = await live.withdraw("interrupted in the terminal");
        warn(`Interrupted. ${describeWithdrawal(outcome, lost)}`);
      }
      for (const { name, text } of typed)
        terminal.output.write(`  Not sent: ${cleanLine(name)} "${cleanText(text)}"\n`);
      await withTimeout(leaveMs, live.away());
      await stopHubHere();
      // A pending wait for a hub would keep the process alive.
      process.exit(exitCodes.interrupted);
    },
  });
}
