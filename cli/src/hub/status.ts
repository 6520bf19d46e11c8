import { stateDirectory } from "@yourcall/client/node";
import { cleanText, YourcallError } from "@yourcall/core";
import { toShowableJson } from "@yourcall/core/internal";
import { status } from "../commands/status.ts";
import { failingDevices, readNotifyState, toFailureText } from "../notify/notify-state.ts";
import { print } from "../print.ts";
import { exitCodes, runCommand, UsageError } from "../run-command.ts";
import { withTimeout } from "../with-timeout.ts";
import { withHub } from "./connect.ts";
import { type HubState, hubElsewhere, probeLocalHub, probeUrl, readWantedHub } from "./hub-process.ts";

const lineMs = 200;

interface Status {
  isWell: boolean;
  /** For `--json`. */
  facts: object;
  words: string;
}

/** `yourcall status`: is a hub running, where, and how many asks wait in it. Exit 1 if none is running. */
export function run(args: string[]): Promise<number> {
  return runCommand(status, args, async ({ values }) => {
    if (values.line === true && values.json === true) throw new UsageError("Use either --line or --json.");
    if (values.line === true) return printLine();
    const elsewhere = hubElsewhere();
    const { isWell, facts, words } = await (elsewhere === undefined ? readLocalStatus() : readRemoteStatus(elsewhere));
    // Paths, addresses and messages may contain escape sequences.
    process.stdout.write(cleanText(`${values.json === true ? toShowableJson(facts) : words}\n`));
    return isWell ? 0 : exitCodes.failure;
  });
}

/** `2 waiting`, or nothing if none are or no hub replies in time. Shell prompts run it, so it never fails. */
async function printLine(): Promise<number> {
  const counting = withHub("human", { start: false }, (client) => client.countPending());
  const waiting = await withTimeout(lineMs, counting).catch(() => 0);
  if (waiting !== undefined && waiting > 0) await print(`${waiting} waiting\n`, { partly: true });
  // A request that is still open must not hold up the prompt.
  process.exit(0);
}

async function readLocalStatus(): Promise<Status> {
  const directory = stateDirectory();
  const { file, state } = await probeLocalHub(directory);
  if (file === null || state.is === "gone") {
    const restart = readWantedHub(directory) === null ? "" : " `yourcall list` restarts it.";
    const words = `No hub is running for ${directory}.${restart}`;
    return { isWell: false, facts: { running: false, directory }, words };
  }
  const { url, socketPath: socket, pid } = file;
  if (state.is !== "well") {
    const problem = toProblem(state);
    const words = `A hub runs on ${url}, pid ${pid}, state in ${directory}. ${problem}`;
    return { isWell: false, facts: { running: true, problem, pid, url, socket, directory }, words };
  }
  const { pending, overLimit, devices } = await withHub("human", { start: false }, async (client) => ({
    pending: await client.countPending(),
    overLimit: (await client.settings()).overLimit ?? [],
    devices: await client.listDevices(),
  }));
  const { version, warning } = state;
  const notify = readNotifyState(directory)?.channels ?? [];
  const isDevice = (name: string) => devices.some(({ id }) => id === name);
  const failing = notify.filter(({ failing, name }) => failing && !isDevice(name));
  const lines = [
    `${pending} waiting. Hub ${version} on ${url}, pid ${pid}, state in ${directory}.`,
    ...(warning === undefined ? [] : [warning]),
    ...overLimit,
    ...failing.map((channel) => `Notifications fail: ${toFailureText(channel)}.`),
    ...failingDevices(devices).map((text) => `${text}.`),
  ];
  const facts = {
    running: true,
    pending,
    version,
    pid,
    url,
    socket,
    directory,
    warning,
    ...(overLimit.length === 0 ? {} : { overLimit }),
    notify,
    ...(devices.length === 0 ? {} : { devices }),
  };
  return { isWell: true, facts, words: lines.join("\n") };
}

/** If `YOURCALL_URL` points to another hub: its public state, and the number of pending asks if the token allows it. */
async function readRemoteStatus(url: string): Promise<Status> {
  const state = await probeUrl(url);
  const { pending, problem } = state.is === "well" ? await tryCount() : { problem: toProblem(state) };
  const version = state.is === "well" ? state.version : undefined;
  const waiting = pending === undefined ? "" : `${pending} waiting. `;
  const hub = version === undefined ? "" : `, hub ${version}`;
  const words = `${waiting}YOURCALL_URL points to ${url}${hub}.${problem === undefined ? "" : ` ${problem}`}`;
  const facts = { running: state.is !== "gone", pending, problem, version, url };
  return { isWell: problem === undefined, facts, words };
}

async function tryCount(): Promise<{ pending?: number; problem?: string }> {
  try {
    return { pending: await withHub("human", { start: false }, (client) => client.countPending()) };
  } catch (error) {
    const isForbidden = YourcallError.isInstance(error) && error.code === "forbidden";
    const agents = "YOURCALL_TOKEN is an agent token; only a human token can count pending asks.";
    return { problem: isForbidden ? agents : (error as Error).message };
  }
}

function toProblem(state: Exclude<HubState, { is: "well" }>): string {
  if (state.is === "unwell") return state.why;
  return state.is === "gone" ? "Nothing answers there." : "It does not answer; it may be paused or stuck.";
}
