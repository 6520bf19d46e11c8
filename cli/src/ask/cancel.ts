import { AlreadyEndedError } from "@yourcall/client";
import { toHeaderName } from "@yourcall/core";
import { toShowableJson } from "@yourcall/core/internal";
import { cancel } from "../commands/cancel.ts";
import { withHub } from "../hub/connect.ts";
import { findAsk } from "../inbox/find-ask.ts";
import { printEnding } from "../inbox/print-ending.ts";
import { info, print, warn } from "../print.ts";
import { exitCodes, runCommand, UsageError } from "../run-command.ts";

/** `yourcall cancel ID`: withdraws an ask. Nothing is answered. */
export function run(args: string[]): Promise<number> {
  return runCommand(cancel, args, async ({ values, positionals }) => {
    const [given, ...rest] = positionals;
    if (given === undefined || rest.length > 0) throw new UsageError("Name one ask: yourcall cancel ID.");
    return withHub("human", { start: true }, async (client) => {
      const ask = await findAsk(client, given);
      try {
        const ended = await client.cancel(ask.id, values.reason);
        if (values.json === true) await print(`${toShowableJson(ended)}\n`);
        info(
          `Withdrawn: ${ask.questions.map((_, index) => toHeaderName(ask, index)).join(", ")}. Nothing was answered.`,
        );
        return 0;
      } catch (error) {
        if (!AlreadyEndedError.isInstance(error)) throw error;
        if (values.json === true) await print(`${toShowableJson(await client.get(ask.id))}\n`);
        warn(`${ask.id} had already ended.`);
        printEnding(ask, error.outcome, { elsewhere: true });
        return exitCodes.failure;
      }
    });
  });
}
