import { createAskId } from "@yourcall/client";
import { type Ask, toFallback, type YourcallError } from "@yourcall/core";
import { type Prompt, type PromptEnd, type Terminal, typedTexts } from "@yourcall/terminal";
import { exitCodes, toExitCode } from "../exit-codes.ts";
import { isHubKnown } from "../hub/is-hub-known.ts";
import { toDurationWords } from "../parse-duration.ts";
import { print } from "../print.ts";
import { say } from "../say.ts";
import { UsageError } from "../usage-error.ts";
import { withUsage } from "../with-usage.ts";
import { leaveMs, within } from "../within.ts";
import { type AskArguments, parseAskArguments } from "./ask-arguments.ts";
import type { LiveAsk } from "./live-ask.ts";
import { openTerminal } from "./open-terminal.ts";
import { readAsk } from "./read-ask.ts";
import { showPrompt } from "./show-prompt.ts";
import { toOutcome } from "./to-outcome.ts";

/** `yourcall ask`: one ask, answered on this terminal, or wherever the hub shows it. */
export function run(args: string[]): Promise<number> {
  return withUsage(async () => {
    const given = parseAskArguments(args);
    if (given.help) {
      const { askHelp } = await import("../help-texts.ts");
      process.stdout.write(askHelp);
      return exitCodes.answered;
    }
    const { ask, repairs } = await readAsk(given);
    if (given.onTimeout === "recommended" && toFallback(ask) === undefined)
      throw new UsageError("--on-timeout recommended needs exactly one option marked (Recommended) in every question.");
    for (const repair of repairs) say(`repaired: ${repair}`);
    const terminal = given.noInput || given.noWait ? null : openTerminal();
    if (terminal !== null) return askHere(ask, given, terminal);
    const { askElsewhere } = await import("./ask-elsewhere.ts");
    return askElsewhere(ask, given);
  });
}

async function askHere(ask: Ask, given: AskArguments, terminal: Terminal): Promise<number> {
  let live: Promise<LiveAsk | null> = Promise.resolve(null);
  // Where the hub refuses the ask, `fromHub` ends the command; what the person does meanwhile comes to nothing.
  const whenLive = () => live.catch(() => new Promise<never>(() => {}));
  const withHub = isHubKnown();
  const prompt = await showPrompt({
    ask,
    terminal,
    accessible: given.accessible,
    ...(given.timeoutMs === undefined ? {} : { expiresAt: Date.now() + given.timeoutMs }),
    ...(withHub
      ? {
          submit: async (end) => (await whenLive())?.submit(end) ?? null,
          onActed: (state) => void whenLive().then((there) => there?.acted(state)),
        }
      : {}),
  });
  // The first frame is on the screen; only now is there time for anybody else.
  let without: YourcallError | undefined;
  if (withHub)
    live = import("./live-ask.ts").then(({ goLive }) =>
      goLive(ask, given, (error) => {
        without = error;
      }),
    );
  const fromHub = live.then((there) => {
    if (there !== null) prompt.setExpiresElsewhere();
    return there?.ended ?? new Promise<never>(() => {});
  });
  try {
    const first = await Promise.race([prompt.ended.then((end) => ({ end })), fromHub]);
    if ("end" in first && first.end.type === "interrupted") return await interrupted(prompt, first.end, live);
    const there = await live;
    // What the person decided here counts once the hub has said so.
    const decided = "end" in first && there !== null ? await there.ended : first;
    const { outcome, elsewhere } =
      "end" in decided ? { outcome: toOutcome(ask, decided.end, given.onTimeout), elsewhere: false } : decided;
    const id = there?.ask.id ?? createAskId();
    const { formatOutcome } = await import("./format-outcome.ts");
    await prompt.finish(outcome, {
      elsewhere,
      // The agent has its answer before the person sees the flash.
      report: () => print(formatOutcome(given.format, id, ask, outcome)),
      ...(given.timeoutMs === undefined ? {} : { after: toDurationWords(given.timeoutMs) }),
    });
    there?.close();
    // One that has died needs no word here. One that was named, or is there and refuses, was meant to have it.
    if (without !== undefined && (process.env.YOURCALL_URL || without.code !== "hub-unreachable"))
      say(`The hub does not have this. ${without.message}`);
    return toExitCode(outcome);
  } catch (error) {
    prompt.stop();
    live.then((there) => there?.close()).catch(() => {});
    throw error;
  }
}

async function interrupted(
  prompt: Prompt,
  end: Extract<PromptEnd, { type: "interrupted" }>,
  live: Promise<LiveAsk | null>,
): Promise<number> {
  const typed = typedTexts(prompt.state(), true);
  prompt.stop();
  // Null where there is no hub, undefined where one does not say whether it has the ask.
  const there = await within(
    leaveMs,
    live.catch(() => null),
  );
  say(await toGoodbye(there, end.signal));
  for (const { name, text } of typed) process.stderr.write(`  You had typed: ${name} "${text}"\n`);
  // What still waits for a hub would hold the process.
  if (there !== null) process.exit(exitCodes.interrupted);
  return exitCodes.interrupted;
}

async function toGoodbye(there: LiveAsk | null | undefined, signal: string): Promise<string> {
  if (there === undefined)
    return "Interrupted. The hub does not answer: if the ask reached it, `yourcall list` shows it.";
  if (there === null) return "Interrupted. The ask was withdrawn and nothing was answered.";
  // A closed terminal takes no question away: it waits on in the hub.
  if (signal === "SIGHUP") return `The ask waits on: yourcall answer ${there.ask.id}`;
  return `Interrupted. ${await there.withdraw()}`;
}
