import { existsSync } from "node:fs";
import { type Ask, maxOptions, parseAsk, type Question } from "@yourcall/core";
import { openTerminal, showPrompt } from "../ask/show-prompt.ts";
import { setup } from "../commands/setup.ts";
import { findProgram } from "../find-program.ts";
import { didYouMean } from "../nearest.ts";
import { runCommand, UsageError } from "../run-command.ts";
import { say } from "../say.ts";
import { isChange, planChanges } from "./change-files.ts";
import { claudeDirectory } from "./claude-hooks.ts";
import { findMcpClients, type McpClient, mcpClients, type Places } from "./mcp-clients.ts";
import { setupAutostart } from "./setup-autostart.ts";
import { setupClaude } from "./setup-claude.ts";
import { herePlaces, setupMcp, toChange, toEdits } from "./setup-mcp.ts";

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
  return runCommand(setup, args, async () => {
    const supported = `Supported: ${Object.keys(clients).join(", ")}. \`yourcall setup autostart\` starts the hub at login.`;
    if (name.startsWith("-")) throw new UsageError(`Name a client before ${name}. ${supported}`);
    if (name !== "")
      throw new UsageError(`Unknown client "${name}".${didYouMean(name, Object.keys(all))} ${supported}`);
    const chosen = await chooseClients();
    if (chosen === null) throw new UsageError(`Name a client. ${supported}`);
    let code = 0;
    for (const one of chosen) code = (await clients[one]?.([])) || code;
    return code;
  });
}

interface Found {
  name: string;
  label: string;
  description: string;
}

/** Asks which of the clients on this machine to set up. Null if there is no terminal to ask on. */
async function chooseClients(): Promise<string[] | null> {
  const found = findClients(herePlaces());
  if (found.length === 0) {
    say("No client was found on this machine.");
    return null;
  }
  const terminal = openTerminal();
  if (terminal === null) {
    for (const { name, description } of found) say(`Found ${name}: ${description}.`);
    return null;
  }
  const prompt = await showPrompt({ ask: toAsk(found), terminal });
  const end = await prompt.ended;
  prompt.stop();
  if (end.type !== "submitted") return [];
  const labels = end.answers.flatMap(({ selectedOptions }) => selectedOptions);
  return found.filter(({ label }) => labels.includes(label)).map(({ name }) => name);
}

function findClients(places: Places): Found[] {
  const claude = existsSync(claudeDirectory(places.env)) || findProgram("claude", places.env) !== null;
  const first = { name: "claude", label: "Claude Code", description: "Hooks: its own questions, on any screen" };
  return [
    ...(claude ? [first] : []),
    ...findMcpClients(places).map(([name, client]) => ({
      name,
      label: client.title,
      description: toState(client, places),
    })),
  ];
}

function toState(client: McpClient, places: Places): string {
  const edits = toEdits(client, places, true);
  const [{ file }] = edits;
  try {
    return planChanges(edits.map((edit) => toChange(edit, false))).some(isChange) ? file : `already set up in ${file}`;
  } catch {
    return `${file}, which cannot be edited as it is`;
  }
}

/** One question, or several if there are more clients than options. */
export function toAsk(found: readonly Pick<Found, "label" | "description">[]): Ask {
  const count = Math.ceil(found.length / maxOptions);
  const questions = Array.from({ length: count }, (_, at): Question => {
    const part = count === 1 ? "" : ` (${at + 1} of ${count})`;
    const options = found.slice(at * maxOptions, (at + 1) * maxOptions);
    return {
      question: `Which of these should ask through yourcall?${part}`,
      header: `Clients${count === 1 ? "" : ` ${at + 1}`}`,
      kind: "choice",
      options: options.map(({ label, description }) => ({ label, description })),
      multiSelect: true,
    };
  });
  return parseAsk({ kind: "question", questions });
}
