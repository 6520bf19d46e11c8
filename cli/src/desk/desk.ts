import { resolve } from "node:path";
import type { Session } from "@yourcall/client";
import { findNeighbour } from "@yourcall/client/internal";
import { cleanLine } from "@yourcall/core";
import { toAge, toShowableJson } from "@yourcall/core/internal";
import type { Values as ValuesOf } from "../command.ts";
import { desk } from "../commands/desk.ts";
import { withHub } from "../hub/connect.ts";
import { toOutput } from "../inbox/table-text.ts";
import { print, warn } from "../print.ts";
import { exitCodes, runCommand, UsageError } from "../run-command.ts";
import { refuseAgent } from "../who-acts.ts";

type Values = ValuesOf<(typeof desk)["options"]>;

/** `yourcall desk`: runs agents for a person; `list`, `start`, `send` and `stop` talk to the running desk. */
export function run(args: string[]): Promise<number> {
  return runCommand(desk, args, async ({ values, positionals }) => {
    if (refuseAgent("Only a person may start agents and write to them", "Nothing was done.")) return exitCodes.failure;
    const [verb = "", ...rest] = positionals;
    const command = Object.hasOwn(commands, verb) ? commands[verb] : undefined;
    if (command !== undefined) return await command(rest, values);
    const { runDesk } = await import("./run-desk.ts");
    return runDesk({
      directories: positionals.length === 0 ? [process.cwd()] : positionals,
      remote: values.remote === true,
      env: values.env ?? [],
    });
  });
}

type Command = (words: string[], values: Values) => Promise<number>;

const commands: Record<string, Command> = {
  async list(words, { json }) {
    if (words.length > 0)
      throw new UsageError("yourcall desk list takes no arguments. For a directory of that name, write ./list.");
    const { sessions } = await withDesk((desk) => desk.list());
    const sorted = sessions.sort((one, other) => (one.since < other.since ? 1 : -1));
    if (json === true) await print(`${toShowableJson(sorted)}\n`);
    else if (sorted.length === 0) warn("No sessions. Start one: yourcall desk start --agent NAME PROMPT");
    else await print(toOutput(sorted.map(toLine)));
    return exitCodes.answered;
  },

  async start(words, { agent, directory = ".", mode, model, worktree, json }) {
    if (words.length === 0) throw new UsageError('Say what to do: yourcall desk start --agent NAME "..."');
    const session = await withDesk(async (desk) => {
      const { agents, sessions } = await desk.list();
      const name = agent ?? (agents.length === 1 ? agents[0]?.name : undefined);
      if (name === undefined)
        throw new UsageError(`Name the agent with --agent: ${agents.map((one) => one.name).join(", ")}.`);
      const cwd = resolve(directory);
      const neighbour = worktree === true ? undefined : findNeighbour(cwd, sessions);
      if (neighbour !== undefined)
        warn(
          `"${cleanLine(neighbour.title)}" works in this directory now, and two agents overwrite each other's changes. --worktree avoids that.`,
        );
      return desk.start({ agent: name, directory: cwd, prompt: words.join(" "), mode, model, worktree });
    });
    return printSession(session, json);
  },

  async send([id, ...words], { json }) {
    if (id === undefined || words.length === 0)
      throw new UsageError('Name the session and what to say: yourcall desk send ID "..."');
    return printSession(await withDesk(async (desk) => desk.send(await findId(desk, id), words.join(" "))), json);
  },

  async stop([id, ...words], { json }) {
    if (id === undefined || words.length > 0) throw new UsageError("Name one session: yourcall desk stop ID");
    return printSession(await withDesk(async (desk) => desk.stop(await findId(desk, id))), json);
  },
};

type DeskCalls = Parameters<Parameters<typeof withHub>[2]>[0]["sessions"];

function withDesk<Result>(use: (desk: DeskCalls) => Promise<Result>): Promise<Result> {
  return withHub("human", { start: true }, (client) => use(client.sessions));
}

/** The session whose id begins like this. */
async function findId(desk: DeskCalls, given: string): Promise<string> {
  const { sessions } = await desk.list();
  const found = sessions.filter(({ id }) => id.startsWith(given));
  if (found.length === 1 && found[0] !== undefined) return found[0].id;
  throw new UsageError(
    found.length === 0
      ? `There is no session "${given}". \`yourcall desk list\` shows them.`
      : `"${given}" is the beginning of ${found.length} ids. Type more of it.`,
  );
}

async function printSession(session: Session, json: boolean | undefined): Promise<number> {
  await print(json === true ? `${toShowableJson(session)}\n` : toOutput([toLine(session)]));
  return exitCodes.answered;
}

const words: Record<Session["state"], string> = {
  working: "working",
  waiting: "waiting for you",
  idle: "idle",
  failed: "failed",
};

function toLine(session: Session): string {
  const { id, title, agent, project, branch, state, stoppedAt, question, failure, lastLine } = session;
  const where = [agent, project, ...(branch === undefined ? [] : [branch])].join(" · ");
  const how = state === "idle" && stoppedAt !== undefined ? "stopped" : words[state];
  const since = state === "waiting" ? (session.waitingSince ?? session.since) : session.since;
  const says = question ?? failure ?? lastLine ?? "";
  const first = `${id.slice(0, 8)}  ${cleanLine(title)}  ${how} ${toAge(Date.now() - Date.parse(since))}`;
  return [first, cleanLine(where), cleanLine(says)].filter((line) => line !== "").join("\n          ");
}
