import { parseArgs } from "node:util";
import { connect } from "./connect.ts";
import { exitCodes } from "./exit-codes.ts";
import { statusHelp } from "./help-texts.ts";
import { askHealth, readLocalHub } from "./hub-process.ts";
import { stateDirectory } from "./state-directory.ts";
import { withUsage } from "./with-usage.ts";

/** `yourcall status`: is a hub running, where, and how much waits in it. Exit 1 where none runs. */
export function run(args: string[]): Promise<number> {
  return withUsage(async () => {
    const { values } = parseArgs({
      args,
      options: { help: { type: "boolean", short: "h" }, json: { type: "boolean" } },
    });
    if (values.help === true) {
      process.stdout.write(statusHelp);
      return 0;
    }
    const directory = stateDirectory();
    const file = readLocalHub(directory);
    const health = file === null ? null : await askHealth(file);
    if (file === null || health === null) {
      process.stdout.write(
        values.json === true ? `${JSON.stringify({ running: false, directory })}\n` : `No hub runs for ${directory}.\n`,
      );
      return exitCodes.failure;
    }
    const client = await connect("human", { start: false });
    let pending = 0;
    for await (const _ of client.listAll({ status: "pending", limit: 500 })) pending += 1;
    client.close();
    const { url, socketPath: socket } = file;
    process.stdout.write(
      values.json === true
        ? `${JSON.stringify({ running: true, pending, ...health, url, socket, directory })}\n`
        : `${pending} waiting. Hub ${health.version} on ${url}, pid ${health.pid}, state in ${directory}.\n`,
    );
    return 0;
  });
}
