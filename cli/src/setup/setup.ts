import { exitCodes } from "../exit-codes.ts";
import { setupHelp } from "../help-texts.ts";
import { say } from "../say.ts";
import { withUsage } from "../with-usage.ts";
import { chooseClients } from "./choose-clients.ts";
import { mcpClients } from "./mcp-clients.ts";
import { setupClaude } from "./setup-claude.ts";
import { setupMcp } from "./setup-mcp.ts";

const clients: Record<string, (args: string[]) => Promise<number>> = {
  claude: setupClaude,
  ...Object.fromEntries(Object.entries(mcpClients).map(([name, client]) => [name, setupMcp(name, client)])),
};

/** `yourcall setup NAME`: configures a client after showing the change. Without a name it asks which. */
export function run([name = "", ...args]: string[]): Promise<number> {
  return withUsage(async () => {
    if (name === "--help" || name === "-h") {
      process.stdout.write(setupHelp);
      return 0;
    }
    const setUp = Object.hasOwn(clients, name) ? clients[name] : undefined;
    if (setUp !== undefined) return setUp(args);
    const supported = `Supported: ${Object.keys(clients).join(", ")}.`;
    if (name !== "") {
      say(`Unknown client "${name}". ${supported}`);
      return exitCodes.usage;
    }
    const chosen = await chooseClients();
    if (chosen === null) {
      say(`Name a client. ${supported}`);
      return exitCodes.usage;
    }
    let code = 0;
    for (const one of chosen) code = (await clients[one]?.([])) || code;
    return code;
  });
}
