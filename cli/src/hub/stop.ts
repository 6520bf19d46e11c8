import { rmSync } from "node:fs";
import { join } from "node:path";
import { stateDirectory } from "@yourcall/client/node";
import { stop } from "../commands/stop.ts";
import { info, print, warn } from "../print.ts";
import { exitCodes, runCommand, UsageError } from "../run-command.ts";
import {
  hubElsewhere,
  type LocalHub,
  probeLocalHub,
  readLocalHub,
  readWantedHub,
  removeWantedHub,
  stopHub,
  writeWantedHub,
} from "./hub-process.ts";

/** `yourcall stop`: stops the hub. Pending asks are kept. */
export function run(args: string[]): Promise<number> {
  return runCommand(stop, args, async ({ values }) => {
    const report = async (said: { stopped: boolean; pid?: number }) => {
      if (values.json === true) await print(`${JSON.stringify(said)}\n`);
    };
    const elsewhere = hubElsewhere();
    if (elsewhere !== undefined)
      throw new UsageError(
        `YOURCALL_URL points to ${elsewhere}; stop that hub on its own machine. Unset YOURCALL_URL to stop the hub of this machine.`,
      );
    const directory = stateDirectory();
    const { file, state } = await probeLocalHub(directory);
    // The pid in an old file may belong to another process by now; only one that holds our socket is ours.
    if (file === null || state.is === "gone") {
      forget(directory, file);
      await report({ stopped: false });
      info(`No hub is running for ${directory}.`);
      return 0;
    }
    // Before the hub stops, or an open inbox would take it for a crash and start it again.
    const wanted = readWantedHub(directory);
    removeWantedHub(directory);
    if (await stopHub(file)) {
      forget(directory, file);
      await report({ stopped: true, pid: file.pid });
      info("The hub has stopped. Pending asks are kept.");
      return 0;
    }
    if (wanted !== null) writeWantedHub(directory, wanted);
    await report({ stopped: false, pid: file.pid });
    warn(
      `The hub (pid ${file.pid}) does not stop. \`kill -9 ${file.pid}\` ends it; accepted asks and answers are kept.`,
    );
    return exitCodes.failure;
  });
}

/** Removes what would look like a crash, so that a hub that a person stopped stays stopped. */
function forget(directory: string, file: LocalHub | null): void {
  removeWantedHub(directory);
  if (file !== null && readLocalHub(directory)?.pid === file.pid) rmSync(join(directory, "hub.json"), { force: true });
}
