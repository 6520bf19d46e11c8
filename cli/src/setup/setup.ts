import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Ask, maxOptions, parseAsk, type Question } from "@yourcall/core";
import { hosts, isHostName } from "@yourcall/hosts";
import { openTerminal, showOwnList } from "../ask/show-prompt.ts";
import { setup } from "../commands/setup.ts";
import { findProgram } from "../find-program.ts";
import { didYouMean } from "../nearest.ts";
import { warn } from "../print.ts";
import { runCommand, UsageError } from "../run-command.ts";
import { isChange, planChanges } from "./change-files.ts";
import { claudeDirectory } from "./claude-hooks.ts";
import { ownGroups } from "./edit-hooks.ts";
import { findMcpClients, type McpClient, mcpClients, type Places } from "./mcp-clients.ts";
import { readText } from "./replace-file.ts";
import { setupAutostart } from "./setup-autostart.ts";
import { setupClaude } from "./setup-claude.ts";
import { asksThroughYourcall, setupHost } from "./setup-host.ts";
import { hereCommand, herePlaces, setupMcp, toChange, toEdits } from "./setup-mcp.ts";

const clients: Record<string, (args: string[]) => Promise<number>> = {
  claude: setupClaude,
  ...Object.fromEntries(Object.entries(mcpClients).map(([name, client]) => [name, setupMcp(name, client)])),
  ...Object.fromEntries(Object.keys(hosts).flatMap((name) => (isHostName(name) ? [[name, setupHost(name)]] : []))),
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
    const found = findClients(herePlaces());
    const code = await connectClients(found);
    if (code === null) throw new UsageError(`Name a client. ${supported}`);
    return code;
  });
}

/** A client on this machine. */
interface Found {
  /** The name for `yourcall setup NAME`. */
  name: string;
  label: string;
  description: string;
  connected: boolean;
}

/** Asks which of these clients to set up, and does. The exit code, or null if there is no terminal to ask on. */
export async function connectClients(found: readonly Found[]): Promise<number | null> {
  const chosen = await chooseClients(found);
  let code = 0;
  for (const one of chosen ?? []) code = (await clients[one]?.([])) || code;
  return chosen === null ? null : code;
}

async function chooseClients(found: readonly Found[]): Promise<string[] | null> {
  if (found.length === 0) {
    warn("No client was found on this machine.");
    return null;
  }
  const terminal = openTerminal();
  if (terminal === null) {
    for (const { name, description } of found) warn(`Found ${name}: ${description}.`);
    return null;
  }
  const prompt = await showOwnList(toAsk(found), terminal);
  const end = await prompt.ended;
  prompt.stop();
  if (end.type !== "submitted") return [];
  const labels = end.answers.flatMap(({ selectedOptions }) => selectedOptions);
  return found.filter(({ label }) => labels.includes(label)).map(({ name }) => name);
}

/** The clients on this machine, those with hooks first. */
export function findClients(places: Places): Found[] {
  const directory = claudeDirectory(places.env);
  const claude = existsSync(directory) || findProgram("claude", places.env) !== null;
  const first = {
    name: "claude",
    label: "Claude Code",
    description: "Its own questions, on any screen, by hooks",
    connected: hasHooks(join(directory, "settings.json")),
  };
  return [
    ...(claude ? [first] : []),
    ...findMcpClients(places).map(([name, client]) => ({
      name,
      label: client.title,
      ...toState(name, client, places),
    })),
  ];
}

function hasHooks(file: string): boolean {
  try {
    return ownGroups(readText(file) ?? "").length > 0;
  } catch {
    // `setup claude` says what is wrong with the file.
    return false;
  }
}

function toState(name: string, client: McpClient, places: Places): Pick<Found, "description" | "connected"> {
  const tool = "tool for its model";
  const asksItself = isHostName(name) && hosts[name].isOnRequest !== "flag";
  const offer = asksItself ? `Its own questions, and a ${tool}` : `A ${tool}`;
  // What a run of `setup` would say about the environment, it says itself.
  const edits = toEdits(client, places, true, { command: hereCommand(), env: {} });
  const [{ file }] = edits;
  try {
    const connected = !planChanges(edits.map((edit) => toChange(edit, false))).some(isChange);
    if (connected && asksItself && !asksThroughYourcall(name, places))
      return { description: `Its own questions; the ${tool} is already set up`, connected };
    return { description: connected ? `already set up in ${file}` : offer, connected };
  } catch {
    return { description: `${file}, which cannot be edited as it is`, connected: false };
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
      required: true,
    };
  });
  return parseAsk({ kind: "question", questions });
}
