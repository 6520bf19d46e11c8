import { exitCodes } from "../exit-codes.ts";
import { setupHelp } from "../help-texts.ts";
import { say } from "../say.ts";
import { withUsage } from "../with-usage.ts";
import { setupClaude } from "./setup-claude.ts";

/** What can be set up, by the name of the client. */
const clients: Record<string, (args: string[]) => Promise<number>> = { claude: setupClaude };

/** `yourcall setup NAME`: the configuration of a client, shown before it is written. */
export function run([name = "", ...args]: string[]): Promise<number> {
  return withUsage(async () => {
    if (name === "--help" || name === "-h") {
      process.stdout.write(setupHelp);
      return 0;
    }
    const setUp = Object.hasOwn(clients, name) ? clients[name] : undefined;
    if (setUp !== undefined) return setUp(args);
    const known = Object.keys(clients).join(", ");
    say(
      name === "" ? `Name what to set up: ${known}.` : `There is nothing to set up for "${name}". Known is: ${known}.`,
    );
    return exitCodes.usage;
  });
}
