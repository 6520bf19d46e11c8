import { parseArgs } from "node:util";
import { withUsage } from "../with-usage.ts";
import { prepareProjectDirectory } from "./project-directory.ts";

const options = {
  help: { type: "boolean", short: "h" },
  dir: { type: "string" },
  /** The demo's own hub: started by the demo, in the demo's state directory. */
  hub: { type: "boolean" },
} as const;

const opening = ["yourcall demo: an agent sets up a small web service.", "You decide."];

/** `yourcall demo`: an agent on a script sets up a small web service, and a person decides how. */
export function run(args: string[]): Promise<number> {
  return withUsage(async () => {
    const { values } = parseArgs({ args, options });
    if (values.help === true) {
      const { demoHelp } = await import("../help-texts.ts");
      process.stdout.write(demoHelp);
      return 0;
    }
    if (values.hub === true) return (await import("./keep-hub.ts")).keepHub();
    const project = prepareProjectDirectory(values.dir);
    // A person's text goes where the questions go: to the terminal, and to a file or pipe only where there is none.
    const output = process.stderr.isTTY ? process.stderr : process.stdout;
    // Nothing that takes time to load comes before this line.
    output.write(`${opening.join(output.columns < opening.join(" ").length ? "\n" : " ")}\n`);
    return (await import("./run-demo.ts")).runDemo({ project, output });
  });
}
