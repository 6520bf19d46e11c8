import { resolve } from "node:path";
import { move } from "../commands/move.ts";
import { runCommand, UsageError } from "../run-command.ts";
import { say } from "../say.ts";
import { databaseUrl, withoutHub } from "./store-file.ts";

/** `yourcall move --from FILE --to postgres://…`: copies a store into PostgreSQL and compares both. */
export function run(args: string[]): Promise<number> {
  return runCommand(move, args, async ({ values }) => {
    const { from, to } = values;
    if (from === undefined || to === undefined)
      throw new UsageError("move needs --from FILE and --to postgres://USER@HOST/DATABASE.");
    if (!databaseUrl.test(to)) throw new UsageError("--to must be an address that begins with postgres://.");
    return withoutHub("move", async () => {
      const { moveStore } = await import("@yourcall/hub/postgres");
      const { pending, ended, tokens, wasThere } = await moveStore(resolve(from), to);
      const done = wasThere === true ? "Already moved, completely, and compared now" : "Moved and compared";
      say(
        `${done}: ${pending} pending and ${ended} ended asks, ${tokens} tokens. ${from} is unchanged.\n` +
          "From now on start hubs with YOURCALL_STORE set to the new address.",
      );
      return 0;
    });
  });
}
