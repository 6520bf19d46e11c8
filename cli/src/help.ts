import { commands, groups } from "./commands/index.ts";
import { helpWidth, showPage, toOverview } from "./help-page.ts";
import { didYouMean } from "./nearest.ts";
import { warn } from "./print.ts";
import { exitCodes } from "./run-command.ts";

/** `yourcall help`, `--help`, `--version`, and unknown commands. */
export async function run(args: string[]): Promise<number> {
  const [word] = args;
  if (word === "--version" || word === "-V" || word === "-v") {
    process.stdout.write(`${VERSION}\n`);
    return 0;
  }
  // Nothing was given, and there is no terminal for the inbox.
  if (word === "") {
    const { toFirstSteps } = await import("./setup/first-steps.ts");
    process.stdout.write(toOverview(groups, helpWidth(process.stdout)) + toFirstSteps());
    return 0;
  }
  if (word === undefined || word === "--help" || word === "-h" || word === "help") {
    showPage(toOverview(groups, helpWidth(process.stdout)));
    return 0;
  }
  const names = commands.map(({ name }) => name);
  warn(`Unknown command "${word}".${didYouMean(word, names)} \`yourcall --help\` lists all commands.`);
  return exitCodes.usage;
}
