import { exitCodes } from "../exit-codes.ts";
import { setupHelp } from "../help-texts.ts";
import { didYouMean } from "../nearest.ts";
import { runCommand } from "../run-command.ts";
import { say } from "../say.ts";
import { chooseClients } from "./choose-clients.ts";
import { mcpClients } from "./mcp-clients.ts";
import { setupAutostart } from "./setup-autostart.ts";
import { setupClaude } from "./setup-claude.ts";
import { setupMcp } from "./setup-mcp.ts";

const clients: Record<string, (args: string[]) => Promise<number>> = {
  claude: setupClaude,
  ...Object.fromEntries(Object.entries(mcpClients).map(([name, client]) => [name, setupMcp(name, client)])),
};
const all = { ...clients, autostart: setupAutostart };

/** `yourcall setup NAME`: configures a client after showing the change. Without a name it asks which. */
export async function run(args: string[]): Promise<number> {
  const [name = "", ...rest] = args;
  const setUp = Object.hasOwn(all, name) ? all[name as keyof typeof all] : undefined;
  if (setUp !== undefined) return setUp(rest);
  return runCommand(args, { options: {}, help: setupHelp, allowPositionals: true }, async () => {
    const supported = `Supported: ${Object.keys(clients).join(", ")}. \`yourcall setup autostart\` starts the hub at login.`;
    if (name !== "") {
      say(`Unknown client "${name}".${didYouMean(name, Object.keys(all))} ${supported}`);
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
