import { parseArgs } from "node:util";
import { UsageError } from "../usage-error.ts";

export const kinds = ["loop", "claude"] as const;
export type AgentKind = (typeof kinds)[number];

/** The arguments of `yourcall agent`. */
export interface AgentArguments {
  help: boolean;
  prompt: string | undefined;
  kind: AgentKind;
  /** Continue the run of this name, or the last one. */
  resume: { run?: string } | undefined;
  model: string | undefined;
  maxSteps: number | undefined;
  planMode: boolean;
  json: boolean;
  schema: boolean;
  /** Start a hub if none is running. */
  hub: boolean;
}

const runId = /^(?:run_[\w-]{1,120}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export function parseAgentArguments(args: string[]): AgentArguments {
  const { rest, resume } = takeResume(args);
  const { values, positionals } = parseArgs({
    args: rest,
    allowPositionals: true,
    options: {
      help: { type: "boolean", short: "h" },
      with: { type: "string" },
      model: { type: "string" },
      "max-steps": { type: "string" },
      plan: { type: "boolean" },
      json: { type: "boolean" },
      schema: { type: "boolean" },
      hub: { type: "boolean" },
    },
  });
  const kind = kinds.find((name) => name === (values.with ?? "loop"));
  if (kind === undefined) throw new UsageError(`--with must be ${kinds.join(" or ")}, got "${values.with}".`);
  return {
    help: values.help === true,
    prompt: positionals.length === 0 ? undefined : positionals.join(" "),
    kind,
    resume,
    model: values.model,
    maxSteps: toSteps(values["max-steps"]),
    planMode: values.plan === true,
    json: values.json === true,
    schema: values.schema === true,
    hub: values.hub === true,
  };
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
    throw new UsageError(`--resume needs the name of a run (run_…), got "${named}".`);
  const rest = [...args.slice(0, at), ...args.slice(at + (behind === undefined ? 1 : 2))];
  return { rest, resume: run === undefined ? {} : { run } };
}

function toSteps(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,4}$/.test(text))
    throw new UsageError(`--max-steps must be a number from 1 to 99999, got "${text}".`);
  return Number(text);
}
