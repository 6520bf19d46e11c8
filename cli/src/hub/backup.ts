import { resolve } from "node:path";
import { stateDirectory } from "@yourcall/client/node";
import { backupStore } from "@yourcall/hub";
import { backupHelp } from "../help-texts.ts";
import { runCommand, UsageError } from "../run-command.ts";
import { tell } from "../say.ts";
import { storeFile } from "./store-file.ts";

/** `yourcall backup FILE`: copies the store, whether a hub is running or not. */
export function run(args: string[]): Promise<number> {
  return runCommand(args, { options: {}, help: backupHelp, allowPositionals: true }, async ({ positionals }) => {
    const [target, ...more] = positionals;
    if (target === undefined || more.length > 0) throw new UsageError("backup needs one FILE to write to.");
    const { pending, ended } = backupStore(storeFile(stateDirectory()), resolve(target));
    tell(`Copied ${pending} pending and ${ended} ended asks to ${resolve(target)}.`);
    return 0;
  });
}
