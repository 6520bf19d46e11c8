import { resolve } from "node:path";
import { YourcallError } from "@yourcall/core";
import { takeLock } from "@yourcall/hub";
import { moveHelp } from "../help-texts.ts";
import { runCommand } from "../run-command.ts";
import { say } from "../say.ts";
import { UsageError } from "../usage-error.ts";
import { makeStateDirectory } from "./make-state-directory.ts";
import { stateDirectory } from "./state-directory.ts";
import { isDatabaseUrl } from "./store-file.ts";

const options = { from: { type: "string" }, to: { type: "string" } } as const;

/** `yourcall move --from FILE --to postgres://…`: copies a store into PostgreSQL and compares both. */
export function run(args: string[]): Promise<number> {
  return runCommand(args, { options, help: moveHelp }, async ({ values }) => {
    const { from, to } = values;
    if (from === undefined || to === undefined) throw new UsageError("move needs --from FILE and --to postgres://….");
    if (!isDatabaseUrl(to)) throw new UsageError(`--to must be the address of a PostgreSQL database, got "${to}".`);
    const directory = stateDirectory();
    makeStateDirectory(directory);
    // No hub can start as long as this is held: what it accepted meanwhile would stay behind.
    const lock = takeLock(directory);
    if (lock === null)
      throw new YourcallError(
        "store-unavailable",
        `A hub is running for ${directory}. Run \`yourcall stop\`, then move again.`,
      );
    try {
      const { moveStore } = await import("@yourcall/hub/postgres");
      const { pending, ended, tokens } = await moveStore(resolve(from), to);
      say(
        `Moved and compared: ${pending} pending and ${ended} ended asks, ${tokens} tokens. ${from} is unchanged.\n` +
          "From now on start hubs with YOURCALL_STORE set to the new address.",
      );
      return 0;
    } finally {
      lock.release();
    }
  });
}
