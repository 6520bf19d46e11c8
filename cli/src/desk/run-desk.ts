import { realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { stateDirectory } from "@yourcall/client/node";
import { YourcallError } from "@yourcall/core";
import { agentKinds } from "@yourcall/core/internal";
import { socketPath, takeLock } from "@yourcall/hub/internal";
import { type OfferedAgent, type SessionPlace, startDesk } from "@yourcall/sessions";
import { agentTable } from "@yourcall/sessions/agents";
import { readDeskFile } from "@yourcall/sessions/file";
import { findProgram } from "../find-program.ts";
import { readGit } from "../hook/hook-context.ts";
import { connect } from "../hub/connect.ts";
import { hubElsewhere } from "../hub/hub-process.ts";
import { type Config, isCommand, readConfig, toKeepMs } from "../hub/read-config.ts";
import { warn } from "../print.ts";
import { exitCodes, UsageError } from "../run-command.ts";
import { toDeskWords } from "./desk-words.ts";

interface RunDeskOptions {
  directories: string[];
  /** Run even if the hub can be reached from other machines. */
  remote: boolean;
  /** Names of further environment variables for the agents. */
  env: string[];
}

/** Runs the desk until it is stopped. */
export async function runDesk({ directories: given, remote, env }: RunDeskOptions): Promise<number> {
  const elsewhere = hubElsewhere();
  if (elsewhere !== undefined)
    throw new UsageError(`YOURCALL_URL points to ${elsewhere}. A desk works with the hub of its own machine.`);
  const config = readConfig();
  if (typeof config.publicUrl === "string" && !remote)
    throw new UsageError(
      `The hub can be reached at ${config.publicUrl}, and anyone who signs in there could start agents on this machine. If you want that: yourcall desk --remote`,
    );
  const directories = given.map(toDirectory);
  const directory = stateDirectory();
  const lock = takeLock(directory, "desk");
  if (lock === null) {
    const { pid } = readDeskFile(directory) ?? {};
    throw new YourcallError(
      "store-unavailable",
      `A desk is already running for ${directory}${pid === undefined ? "" : `, pid ${pid}`}.`,
    );
  }
  const revive = { start: true, revive: () => true, warn } as const;
  const [person, asker] = [await connect("human", revive), await connect("agent", revive)];
  toKeepMs(config);
  const desk = await startDesk({
    ...{ directory, directories, asker, person, log: warn, placeOf, variables: env },
    socket: socketPath(directory, "desk"),
    agents: () => findAgents(readConfig(), process.env),
    // Read every time, since the page can change it while the desk runs.
    keepMs() {
      try {
        return toKeepMs(readConfig());
      } catch {
        // While the setting cannot be read, nothing is forgotten.
        return undefined;
      }
    },
  });
  const stopped = untilStopped();
  // Only to a terminal: anybody who reads a log could sign in with it.
  const link = process.stderr.isTTY ? await person.createLoginLink().catch(() => undefined) : undefined;
  const agents = findAgents(readConfig(), process.env).map(({ name }) => name);
  const words = toDeskWords({
    directories: directories.map(toProject),
    agents,
    link: link && toSessionsLink(link.url),
  });
  for (const line of words) warn(line);
  await stopped;
  await desk.stop();
  lock.release();
  for (const client of [person, asker]) client.close();
  // An agent's turn in this process would keep it alive.
  process.exit(exitCodes.answered);
}

/** The code in the link works on every path of the page. */
function toSessionsLink(url: string): string {
  const link = new URL(url);
  link.pathname = `${link.pathname.replace(/\/$/, "")}/sessions`;
  return link.href;
}

function toDirectory(given: string): string {
  try {
    const real = realpathSync(given);
    if (statSync(real).isDirectory()) return real;
  } catch {
    // Reported below.
  }
  throw new UsageError(`"${given}" is not a directory. The desk's commands are list, start, send and stop.`);
}

async function placeOf(cwd: string): Promise<SessionPlace> {
  const { branch } = await readGit(cwd);
  return { project: toProject(cwd), branch };
}

function toProject(path: string): string {
  const home = homedir();
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const)
      process.once(signal, () => {
        // A second signal exits immediately: everything is on disk.
        process.once(signal, () => process.exit(exitCodes.failure));
        resolve();
      });
  });
}

/** Programs that speak ACP, and the arguments that make them do it. */
const programs: Record<string, string[]> = {
  gemini: ["gemini", "--acp"],
  opencode: ["opencode", "acp"],
  qwen: ["qwen", "--acp"],
  codex: ["codex-acp"],
  goose: ["goose", "acp"],
};

/** The agents that a session can be started with: those of config.json, and those that are installed. */
function findAgents({ agents = {} }: Config, env: NodeJS.ProcessEnv): OfferedAgent[] {
  const own = Object.entries(agents).filter(([, command]) => isCommand(command));
  const installed = Object.entries(programs).filter(
    ([name, [program = ""]]) => !Object.hasOwn(agents, name) && findProgram(program, env) !== null,
  );
  const programsOf = [...own, ...installed].map(([name, command]): OfferedAgent => ({ name, kind: "acp", command }));
  const builtIn = agentKinds.filter((kind) => !Object.hasOwn(agents, kind) && agentTable[kind].isReady?.(env));
  return [...builtIn.map((kind) => ({ name: kind, kind })), ...programsOf];
}
