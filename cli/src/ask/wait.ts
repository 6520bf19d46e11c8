import { type HubClient, isRetryable, type WireAsk } from "@yourcall/client";
import { toHeaderName } from "@yourcall/core";
import { toSpan } from "@yourcall/core/internal";
import { cutText, detectGlyphs } from "@yourcall/terminal/internal";
import { wait } from "../commands/wait.ts";
import { connect, withHub } from "../hub/connect.ts";
import { findAsk, isWholeId } from "../inbox/find-ask.ts";
import { parseDuration } from "../parse-duration.ts";
import { columnsOf, isQuiet, print, warn } from "../print.ts";
import { exitCodes, runCommand, UsageError } from "../run-command.ts";
import { toExitCode, warnOfNoAnswer } from "./exit-code.ts";
import { formatOutcome } from "./format-outcome.ts";
import { checkFormat } from "./read-ask.ts";

/** Shows a line on the terminal while waiting. Returns the function that removes it. */
function showWaiting(ask: WireAsk): () => void {
  const { stderr } = process;
  if (!stderr.isTTY || isQuiet()) return () => {};
  const since = Date.now();
  const names = ask.questions.map((_, index) => toHeaderName(ask, index)).join(", ");
  const draw = () => {
    const text = `Waiting for an answer to ${names}, ${toSpan(Date.now() - since)}. Ctrl-C leaves it pending.`;
    // The terminal echoes ^C behind it.
    stderr.write(`\r\x1b[K${cutText(text, columnsOf(stderr) - 3, detectGlyphs(process.env).ellipsis)}`);
  };
  draw();
  const timer = setInterval(draw, 1000);
  return () => {
    clearInterval(timer);
    stderr.write("\r\x1b[K");
  };
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
}

/** `yourcall wait ID`: prints how an ask ended, as soon as it has. It never withdraws the ask. */
export function run(args: string[]): Promise<number> {
  return runCommand(wait, args, async ({ values, positionals }) => {
    const [given, ...rest] = positionals;
    if (given === undefined || rest.length > 0) throw new UsageError("Name one ask: yourcall wait ID.");
    const { format = "json" } = values;
    checkFormat(values);
    const until = values.timeout === undefined ? undefined : Date.now() + parseDuration(values.timeout, "--timeout");
    // A short id from `list` is looked up with the person's token, as `list` does.
    const search = (client: HubClient) => findAsk(client, given);
    const id = isWholeId(given) ? given : (await withHub("human", { start: true, until }, search)).id;
    // A hub that went away is restarted, since the ask is in its store.
    let found = false;
    const client = await connect("agent", { start: true, revive: () => found, warn, until });
    let stopShowing = () => {};
    const interrupted = new AbortController();
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => interrupted.abort());
    try {
      // A silent hub must not keep a person from leaving.
      const ask = await Promise.race([client.get(id), whenAborted(interrupted.signal)]);
      found = true;
      const timeoutMs = until === undefined ? undefined : Math.max(0, until - Date.now());
      let away = false;
      if (ask.outcome === undefined) stopShowing = showWaiting(ask);
      // Also for an ask that has ended: only a wait tells the hub that the outcome was taken.
      const word = await client.wait(ask.id, { signal: interrupted.signal, timeoutMs }).catch((error) => {
        if (ask.outcome !== undefined) return null;
        if (until === undefined || interrupted.signal.aborted || !isRetryable(error)) throw error;
        away = true;
        return null;
      });
      const outcome = word ?? ask.outcome ?? null;
      stopShowing();
      if (outcome === null) {
        if (away) warn("The time is up and the hub does not respond. The ask was pending when it last did.");
        if (format !== "value") await print(`${JSON.stringify({ id: ask.id, status: "pending", url: ask.url })}\n`);
        // A pending search for a hub would keep the process alive.
        if (away) process.exit(exitCodes.pending);
        return exitCodes.pending;
      }
      await print(formatOutcome(format, ask.id, ask, outcome));
      warnOfNoAnswer(format, outcome);
      return toExitCode(format, outcome);
    } catch (error) {
      stopShowing();
      if (!interrupted.signal.aborted) throw error;
      warn(`Interrupted. The ask is still pending: yourcall wait ${id}`);
      // A pending search for a hub would keep the process alive.
      process.exit(exitCodes.interrupted);
    } finally {
      client.close();
    }
  });
}
