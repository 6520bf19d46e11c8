import { help } from "./help-texts.ts";
import { didYouMean } from "./nearest.ts";
import { printHelp } from "./print-help.ts";
import { exitCodes } from "./run-command.ts";
import { say } from "./say.ts";

/** `yourcall help`, `--help`, `--version`, and unknown commands. */
export async function run(args: string[], commands: readonly string[] = []): Promise<number> {
  const [word] = args;
  if (word === "--version" || word === "-v") {
    process.stdout.write(`${VERSION}\n`);
    return 0;
  }
  if (word === undefined || word === "--help" || word === "-h" || word === "help") {
    printHelp(help);
    return 0;
  }
  say(`Unknown command "${word}".${didYouMean(word, commands)} \`yourcall --help\` lists all commands.`);
  return exitCodes.usage;
}
