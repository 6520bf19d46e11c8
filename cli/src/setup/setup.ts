import { exitCodes } from "../exit-codes.ts";
import { setupHelp } from "../help-texts.ts";
import { say } from "../say.ts";
import { withUsage } from "../with-usage.ts";
import { setupClaude } from "./setup-claude.ts";

const clients: Record<string, (args: string[]) => Promise<number>> = { claude: setupClaude };

/** `yourcall setup NAME`: configures a client after showing the change. */
export function run([name = "", ...args]: string[]): Promise<number> {
  return withUsage(async () => {
    if (name === "--help" || name === "-h") {
      process.stdout.write(setupHelp);
      return 0;
    }
    const setUp = Object.hasOwn(clients, name) ? clients[name] : undefined;
    if (setUp !== undefined) return setUp(args);
    const supported = `Supported: ${Object.keys(clients).join(", ")}.`;
    say(name === "" ? `Name a client. ${supported}` : `Unknown client "${name}". ${supported}`);
    return exitCodes.usage;
  });
}
