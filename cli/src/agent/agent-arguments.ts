import { agentKinds } from "@yourcall/core/internal";
import { agent } from "../commands/agent.ts";
import { parseCommand, UsageError } from "../run-command.ts";

const usual = "loop";

/** The arguments of `yourcall agent`. */
export type AgentArguments = ReturnType<typeof parseAgentArguments>;

const runId = /^(?:run_[\w-]{1,120}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** `agents` are those that config.json names, each with its command. */
export function parseAgentArguments(all: string[], agents: Readonly<Record<string, string[]>> = {}) {
  const { args, command } = takeCommand(all);
  const { rest, resume } = takeResume(args);
  const { help, values, positionals } = parseCommand(agent, rest);
  const wanted = values.with ?? usual;
  const named = Object.hasOwn(agents, wanted) ? agents[wanted] : undefined;
  const kind = named === undefined ? agentKinds.find((name) => name === wanted) : "acp";
  if (kind === undefined) {
    const known = [...new Set([usual, ...agentKinds, ...Object.keys(agents)])];
    throw new UsageError(
      `--with must be ${known.slice(0, -1).join(", ")} or ${known.at(-1)}, got "${wanted}". Add your own agents under "agents" in config.json.`,
    );
  }
  if (kind === "acp" && named === undefined && command === undefined)
    throw new UsageError("Name the agent's command after --: yourcall agent --with acp -- gemini --acp");
  return {
    help,
    prompt: positionals.length === 0 ? undefined : positionals.join(" "),
    kind,
    /** The command of an ACP agent. */
    command: kind === "acp" ? (named ?? command) : undefined,
    /** The run to continue; without a name, the last one. */
    resume,
    model: values.model,
    maxSteps: toSteps(values["max-steps"]),
    planMode: values.plan === true,
    json: values.json === true,
    /** Questions stay open when the host goes away. */
    keep: values.keep === true,
    schema: values.schema === true,
  };
}

/** With `--with acp`, everything after `--` is the agent's command; otherwise it is the prompt. */
function takeCommand(args: string[]): { args: string[]; command: string[] | undefined } {
  const end = args.indexOf("--");
  const before = end === -1 ? args : args.slice(0, end);
  const isAcp = before.includes("--with=acp") || before[before.indexOf("--with") + 1] === "acp";
  if (end === -1 || !isAcp) return { args, command: undefined };
  const command = args.slice(end + 1);
  return { args: before, command: command.length === 0 ? undefined : command };
}

/** `--resume` may be followed by the name of a run; anything else there is the prompt. */
function takeResume(args: string[]): { rest: string[]; resume: { run?: string } | undefined } {
  const end = args.indexOf("--");
  const at = args.findIndex((arg, index) => /^--resume(=|$)/.test(arg) && (end === -1 || index < end));
  const [, named] = /^--resume=(.*)$/s.exec(args[at] ?? "") ?? [];
  if (at === -1) return { rest: args, resume: undefined };
  const next = args[at + 1];
  const behind = named === undefined && next !== undefined && runId.test(next) ? next : undefined;
  const run = named ?? behind;
  if (named !== undefined && !runId.test(named))
    throw new UsageError(`--resume needs the name of a run (run_...), got "${named}".`);
  const rest = [...args.slice(0, at), ...args.slice(at + (behind === undefined ? 1 : 2))];
  return { rest, resume: run === undefined ? {} : { run } };
}

function toSteps(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,4}$/.test(text))
    throw new UsageError(`--max-steps must be a number from 1 to 99999, got "${text}".`);
  return Number(text);
}
