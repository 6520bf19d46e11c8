import { homedir } from "node:os";
import { text } from "node:stream/consumers";
import { stateDirectory } from "@yourcall/client/node";
import { type Asker, YourcallError } from "@yourcall/core";
import { type Agent, agentTable, createConversation, findRun, runsOf } from "@yourcall/sessions/agents";
import { lineText } from "@yourcall/terminal/internal";
import { stopHubHere } from "../ask/go-live.ts";
import { isPlainTerminal, openTerminal } from "../ask/show-prompt.ts";
import { agent } from "../commands/agent.ts";
import { connect } from "../hub/connect.ts";
import { isCommand, readConfig } from "../hub/read-config.ts";
import { print, warn } from "../print.ts";
import { exitCodes, showHelp, UsageError, warnOfConfig, withUsage } from "../run-command.ts";
import { type AgentArguments, parseAgentArguments } from "./agent-arguments.ts";
import { chat } from "./chat.ts";
import { runJsonMode } from "./json/json-mode.ts";
import { openHistory } from "./message-field.ts";
import { plainChat, printRun } from "./plain-chat.ts";
import { createTerminalAsker } from "./terminal-asker.ts";

/** `yourcall agent`: a chat with an agent that asks, one turn of it, or its events as JSON lines for a host. */
export function run(args: string[]): Promise<number> {
  return withUsage(async () => {
    // First, because `--with` may name an agent of these settings.
    warnOfConfig();
    const given = parseAgentArguments(args, readAgents());
    if (given.help) return showHelp(agent);
    if (given.schema) {
      const { toLineJsonSchemas } = await import("./json/line-schemas.ts");
      await print(`${JSON.stringify(toLineJsonSchemas(), null, 2)}\n`);
      return exitCodes.answered;
    }
    startHubEarly();
    if (given.json) {
      return runJsonMode(given, (asker) => openAgent(given, asker));
    }
    const { stdin, stdout } = process;
    const terminal = { input: stdin, output: stdout };
    if (!stdin.isTTY || !stdout.isTTY) return printOnce(given);
    if (isPlainTerminal(terminal))
      return converse(given, (take, resumed) => plainChat(take, { prompt: given.prompt, resumed }));
    return chat({
      terminal,
      history: openHistory(`${stateDirectory()}/agent-history`),
      open: (asker, model = given.model) => openAgent({ ...given, model }, asker),
      forgetsAsks: agentTable[given.kind].forgetsAsks === true,
      resume: given.resume,
      prompt: given.prompt,
      place: `${process.cwd().replace(homedir(), "~")}${given.planMode ? " • plan mode" : ""}`,
    });
  }, agent.options).finally(() => Promise.all([...opened.map((source) => source.close?.()), stopHubHere()]));
}

/** Starts a hub, if none is running, while the agent loads: its first question is then shown at once. */
function startHubEarly(): void {
  // If this fails, the first question finds out why.
  connect("agent", { start: true }).then(
    (hub) => hub.close(),
    () => {},
  );
}

/** Closed when the command ends, since an agent may keep a program running between turns. */
const opened: Agent[] = [];

async function printOnce(given: AgentArguments): Promise<number> {
  const prompt = given.prompt ?? (await readPrompt());
  if (prompt === undefined && given.resume === undefined)
    throw new UsageError('Without a terminal to chat on, say what to do: yourcall agent "..."');
  return converse(given, (take) => take(prompt));
}

/**
 * A conversation in lines, new or resumed, with an agent that can ask the person at this terminal, or anyone at the hub. `take`
 * prints a turn.
 */
async function converse(
  given: AgentArguments,
  use: (take: (prompt: string | undefined) => Promise<number>, resumed: boolean) => Promise<number>,
): Promise<number> {
  let stopping = new AbortController();
  const { asker, close } = await findAsker(given, (reason) => stopping.abort(reason));
  try {
    const agent = await openAgent(given, asker);
    const resumed = await findRun(agent, given.resume);
    const conversation = createConversation(agent, resumed?.id);
    const take = (prompt: string | undefined) => {
      stopping = new AbortController();
      return printRun(conversation, prompt, stopping);
    };
    return await use(take, resumed !== undefined);
  } finally {
    close();
  }
}

/** The asker for the person at this terminal, else for the hub. */
async function findAsker(
  { kind }: AgentArguments,
  stop: (reason: string) => void,
): Promise<{ asker: Asker; close(): void }> {
  const terminal = openTerminal();
  if (terminal !== null) {
    // All prompts share this terminal, so it is closed at the end and not by the first prompt.
    const { ownsInput, ...lent } = terminal;
    const asker = createTerminalAsker({
      lend: (use) => use(lent),
      onInterrupt: () => stop("interrupted in the terminal"),
      async onLost() {
        if (agentTable[kind].forgetsAsks) await asker.withdraw();
        process.exit(129);
      },
      write: (lines) => void process.stderr.write(lines.map((line) => `${lineText(line)}\n`).join("")),
      warn,
    });
    return { asker, close: () => ownsInput && terminal.input.destroy() };
  }
  const hub = await connect("agent", { start: true, warn });
  return { asker: hub, close: hub.close };
}

async function readPrompt(): Promise<string | undefined> {
  if (process.stdin.isTTY) return undefined;
  return (await text(process.stdin)).trim() || undefined;
}

/** The chosen agent, with this asker. */
async function openAgent(given: AgentArguments, asker: Asker): Promise<Agent> {
  const { kind, command, model, maxSteps, planMode } = given;
  if (command !== undefined && (model !== undefined || maxSteps !== undefined))
    throw new YourcallError(
      "invalid-ask",
      "--model and --max-steps do not apply to an ACP agent. Set them in its own command.",
    );
  const cwd = process.cwd();
  const settings = { asker, cwd, runs: runsOf(stateDirectory(), cwd), model: () => model, maxSteps, command };
  const agent = await agentTable[kind]
    .open({ ...settings, mode: () => (planMode ? "plan" : "default") })
    .catch((error: Error) => {
      if (error.message.startsWith("No model is set up")) error.message = withoutModel;
      throw error;
    });
  opened.push(agent);
  return agent;
}

const withoutModel = `No model is set up. Choose one:
  export ANTHROPIC_API_KEY=...    or OPENAI_API_KEY=...
  export OPENAI_BASE_URL=http://127.0.0.1:11434/v1 OPENAI_MODEL=...    for a model on this machine, here with Ollama
Or look around first: \`yourcall demo\` needs no key and no network.`;

/** The agents that config.json names. */
function readAgents(): Record<string, string[]> {
  const { agents } = readConfig();
  return Object.fromEntries(Object.entries(agents ?? {}).filter(([, command]) => isCommand(command)));
}
