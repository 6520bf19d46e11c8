import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { stateDirectory } from "@yourcall/client/node";
import { backupStore } from "@yourcall/hub/internal";
import { backup } from "../commands/backup.ts";
import { info, print } from "../print.ts";
import { runCommand, UsageError } from "../run-command.ts";
import { storeFile } from "./store-file.ts";

/** `yourcall backup FILE`: copies the store, whether a hub is running or not. */
export function run(args: string[]): Promise<number> {
  return runCommand(backup, args, async ({ values, positionals }) => {
    const [target, ...more] = positionals;
    if (target === undefined || more.length > 0) throw new UsageError("backup needs one FILE to write to.");
    const file = toRealPlace(resolve(target));
    const { pending, ended } = backupStore(storeFile(stateDirectory()), file);
    if (values.json === true) await print(`${JSON.stringify({ file, pending, ended })}\n`);
    info(`Copied ${pending} pending and ${ended} ended asks to ${file}.`);
    return 0;
  });
}

/** The file in the real path of its directory, so that the message says where it is even if the directory is a link. */
function toRealPlace(file: string): string {
  const directory = dirname(file);
  return existsSync(directory) ? join(realpathSync(directory), basename(file)) : file;
}
