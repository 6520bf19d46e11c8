import { cleanText, toShowableJson, YourcallError } from "@yourcall/core";
import { exitCodes } from "../exit-codes.ts";
import { statusHelp } from "../help-texts.ts";
import { readNotifyState, toFailureText } from "../notify/notify-state.ts";
import { runCommand, UsageError } from "../run-command.ts";
import { withHub } from "./connect.ts";
import { type HubState, hubElsewhere, lookAt, lookAtUrl, readLocalHub } from "./hub-process.ts";
import { stateDirectory } from "./state-directory.ts";
import { readWantedHub } from "./wanted-hub.ts";

const options = { json: { type: "boolean" }, line: { type: "boolean" } } as const;

/** `yourcall status`: is a hub running, where, and how many asks wait in it. Exit 1 if none is running. */
export function run(args: string[]): Promise<number> {
  return runCommand(args, { options, help: statusHelp }, async ({ values }) => {
    // Alone, `--line` has its own entry and never gets here.
    if (values.line === true) throw new UsageError("--line cannot be combined with other options.");
    const json = values.json === true;
    const elsewhere = hubElsewhere();
    if (elsewhere !== undefined) return sayStatusElsewhere(elsewhere, json, countPending);
    const directory = stateDirectory();
    const file = readLocalHub(directory);
    const state = file === null ? null : await lookAt(file);
    if (file === null || state === null || state.is === "gone") {
      write(
        json
          ? `${toShowableJson({ running: false, directory })}\n`
          : `No hub is running for ${directory}.${readWantedHub(directory) === null ? "" : " `yourcall list` restarts it."}\n`,
      );
      return exitCodes.failure;
    }
    const { url, socketPath: socket, pid } = file;
    if (state.is !== "well") {
      const problem = state.is === "unwell" ? state.why : "It does not answer; it may be paused or stuck.";
      write(
        json
          ? `${toShowableJson({ running: true, problem, pid, url, socket, directory })}\n`
          : `A hub runs on ${url}, pid ${pid}, state in ${directory}. ${problem}\n`,
      );
      return exitCodes.failure;
    }
    const pending = await countPending();
    const { version, warning } = state;
    const notify = readNotifyState(directory)?.channels ?? [];
    write(
      json
        ? `${toShowableJson({ running: true, pending, version, pid, url, socket, directory, warning, notify })}\n`
        : [
            `${pending} waiting. Hub ${version} on ${url}, pid ${pid}, state in ${directory}.\n`,
            ...(warning === undefined ? [] : [`${warning}\n`]),
            ...notify
              .filter(({ failing }) => failing)
              .map((channel) => `Notifications fail: ${toFailureText(channel)}.\n`),
          ].join(""),
    );
    return 0;
  });
}

/** Paths, addresses and messages may hold what a terminal would act on. */
function write(text: string): void {
  process.stdout.write(cleanText(text));
}

async function countPending(): Promise<number> {
  return withHub("human", { start: false }, async (client) => {
    let pending = 0;
    for await (const _ of client.listAll({ status: "pending", limit: 500 })) pending += 1;
    return pending;
  });
}

/**
 * `yourcall status` if `YOURCALL_URL` points to another hub: its public state, and the number of pending asks if the token
 * allows it.
 */
async function sayStatusElsewhere(url: string, json: boolean, countPending: () => Promise<number>): Promise<number> {
  const state = await lookAtUrl(url);
  const { pending, problem } = state.is === "well" ? await count(countPending) : { problem: toProblem(state) };
  const { version } = state as { version?: string };
  const waiting = pending === undefined ? "" : `${pending} waiting. `;
  const words = `${waiting}YOURCALL_URL points to ${url}${version === undefined ? "" : `, hub ${version}`}.`;
  write(
    json
      ? `${toShowableJson({ running: state.is !== "gone", pending, problem, version, url })}\n`
      : `${problem === undefined ? words : `${words} ${problem}`}\n`,
  );
  return problem === undefined ? exitCodes.answered : exitCodes.failure;
}

async function count(countPending: () => Promise<number>): Promise<{ pending?: number; problem?: string }> {
  try {
    return { pending: await countPending() };
  } catch (error) {
    const forbidden = YourcallError.isInstance(error) && error.code === "forbidden";
    return {
      problem: forbidden
        ? "YOURCALL_TOKEN is an agent token; only a human token can list pending asks."
        : (error as Error).message,
    };
  }
}

function toProblem(state: Exclude<HubState, { is: "well" }>): string {
  if (state.is === "unwell") return state.why;
  return state.is === "gone" ? "Nothing answers there." : "It does not answer; it may be paused or stuck.";
}
