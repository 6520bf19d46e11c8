import { parseArgs } from "node:util";
import { exitCodes } from "../exit-codes.ts";
import { statusHelp } from "../help-texts.ts";
import { toFailureText } from "../notify/channel-words.ts";
import { readNotifyState } from "../notify/notify-state.ts";
import { UsageError } from "../usage-error.ts";
import { withUsage } from "../with-usage.ts";
import { connect } from "./connect.ts";
import { hubElsewhere } from "./hub-elsewhere.ts";
import { lookAt, readLocalHub } from "./hub-process.ts";
import { stateDirectory } from "./state-directory.ts";
import { sayStatusElsewhere } from "./status-elsewhere.ts";
import { readWantedHub } from "./wanted-hub.ts";

/** `yourcall status`: is a hub running, where, and how much waits in it. Exit 1 where none runs. */
export function run(args: string[]): Promise<number> {
  return withUsage(async () => {
    const { values } = parseArgs({
      args,
      options: { help: { type: "boolean", short: "h" }, json: { type: "boolean" }, line: { type: "boolean" } },
    });
    if (values.help === true) {
      process.stdout.write(statusHelp);
      return 0;
    }
    // Alone it never gets here: it has an entry of its own.
    if (values.line === true) throw new UsageError("--line stands alone.");
    const json = values.json === true;
    const elsewhere = hubElsewhere();
    if (elsewhere !== undefined) return sayStatusElsewhere(elsewhere, json, countPending);
    const directory = stateDirectory();
    const file = readLocalHub(directory);
    const state = file === null ? null : await lookAt(file);
    if (file === null || state === null || state.is === "gone") {
      process.stdout.write(
        json
          ? `${JSON.stringify({ running: false, directory })}\n`
          : `No hub runs for ${directory}.${readWantedHub(directory) === null ? "" : " `yourcall list` starts it again."}\n`,
      );
      return exitCodes.failure;
    }
    const { url, socketPath: socket, pid } = file;
    if (state.is !== "well") {
      const problem = state.is === "unwell" ? state.why : "It does not answer: it may be paused or stuck.";
      process.stdout.write(
        json
          ? `${JSON.stringify({ running: true, problem, pid, url, socket, directory })}\n`
          : `A hub runs on ${url}, pid ${pid}, state in ${directory}. ${problem}\n`,
      );
      return exitCodes.failure;
    }
    const pending = await countPending();
    const { version } = state;
    const notify = readNotifyState(directory)?.channels ?? [];
    process.stdout.write(
      json
        ? `${JSON.stringify({ running: true, pending, version, pid, url, socket, directory, notify })}\n`
        : [
            `${pending} waiting. Hub ${version} on ${url}, pid ${pid}, state in ${directory}.\n`,
            ...notify
              .filter(({ failing }) => failing)
              .map((channel) => `Nobody is told by ${toFailureText(channel)}.\n`),
          ].join(""),
    );
    return 0;
  });
}

async function countPending(): Promise<number> {
  const client = await connect("human", { start: false });
  try {
    let pending = 0;
    for await (const _ of client.listAll({ status: "pending", limit: 500 })) pending += 1;
    return pending;
  } finally {
    client.close();
  }
}
