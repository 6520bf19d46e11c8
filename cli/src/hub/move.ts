import { resolve } from "node:path";
import { importEarlierStore, knowStore } from "@yourcall/hub/internal";
import { move } from "../commands/move.ts";
import { warn } from "../print.ts";
import { runCommand, UsageError } from "../run-command.ts";
import { databaseUrl, storeFile, withoutHub } from "./store-file.ts";

/**
 * `yourcall move --from FILE --to postgres://…` copies a store into PostgreSQL and compares both. Without --to it reads a store of an
 * earlier version into the hub's store.
 */
export function run(args: string[]): Promise<number> {
  return runCommand(move, args, async ({ values }) => {
    const { from, to } = values;
    if (from === undefined)
      throw new UsageError(
        "move needs --from FILE, and --to postgres://USER@HOST/DATABASE unless FILE is of an earlier version.",
      );
    if (to === undefined) return withoutHub("move", async (directory) => importInto(directory, resolve(from)));
    if (!databaseUrl.test(to)) throw new UsageError("--to must be an address that begins with postgres://.");
    return withoutHub("move", async () => {
      const { moveStore } = await import("@yourcall/hub/postgres");
      const { pending, ended, tokens, wasThere } = await moveStore(resolve(from), to);
      const done = wasThere === true ? "Already moved, completely, and compared now" : "Moved and compared";
      warn(
        `${done}: ${pending} pending and ${ended} ended asks, ${tokens} tokens. ${from} is unchanged.\n` +
          "From now on start hubs with YOURCALL_STORE set to the new address.",
      );
      return 0;
    });
  });
}

function importInto(directory: string, from: string): number {
  const store = storeFile(directory);
  const { id, pending, ended, before } = importEarlierStore(from, store);
  knowStore(directory, store, id);
  const kept = before === undefined ? `${from} is unchanged.` : `The earlier file is kept as ${before}.`;
  warn(`Read ${pending} pending and ${ended} ended asks into ${store}. ${kept}`);
  return 0;
}
