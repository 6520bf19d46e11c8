import { delimiter, dirname } from "node:path";
import { isPlainTerminal, openTerminal } from "../ask/show-prompt.ts";
import { exitCodes } from "../exit-codes.ts";
import type { ProjectDirectory } from "./demo.ts";
import { createDemoAsker, sayLink } from "./demo-asker.ts";
import { type DemoHub, startDemoHub } from "./demo-hub.ts";
import { createNarrator, type Narrator } from "./narrator.ts";
import { createEventView } from "./show-event.ts";

const prompt = "Set up a small web service";
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The demo after its first line. However it ends, its hub is gone, or the person knows why it stays. */
export async function runDemo({ project, output }: { project: ProjectDirectory; output: NodeJS.WriteStream }) {
  const opened = openTerminal();
  // Several prompts use the terminal, so none of them may close it.
  const terminal = opened === null ? null : { ...opened, ownsInput: false };
  const plain = terminal !== null && isPlainTerminal(terminal);
  const leaving = new AbortController();
  const interrupt = () => leaving.abort("The demo was ended.");
  for (const signal of signals) process.on(signal, interrupt);
  // A closed terminal takes no more lines, but the cleaning up still happens.
  output.on("error", interrupt);
  const narrator = createNarrator({ output, terminal: plain ? null : terminal, plain, onInterrupt: interrupt });
  let hub: DemoHub | undefined;
  try {
    // The agent loads while the hub starts.
    const [started, { createDemoAgent }] = await Promise.all([startDemoHub(), import("./create-demo-agent.ts")]);
    hub = started;
    if (leaving.signal.aborted) return sayInterrupted(project, narrator);
    const where = terminal === null ? "Answer in the browser:" : "Answer here, or in the browser:";
    sayLink(narrator, where, await hub.createLink(), hub.portWords);
    if (terminal === null)
      narrator.line(
        `There is no terminal here. Answer in the browser, or in another terminal: YOURCALL_HOME=${hub.directory} yourcall`,
      );
    narrator.line(plain ? `you: ${prompt}` : `you › ${prompt}`);
    // The project's tests run on this Node, whatever else is on the PATH, and corepack stays off the network.
    process.env.PATH = [dirname(process.execPath), process.env.PATH ?? ""].join(delimiter);
    process.env.COREPACK_ENABLE_NETWORK = "0";
    const asker = createDemoAsker(terminal, hub, narrator, interrupt);
    const agent = createDemoAgent({ asker, cwd: project.path, signal: leaving.signal });
    const show = createEventView(narrator);
    let failedTests: number | undefined;
    let failure: Error | undefined;
    for await (const event of agent.run(prompt)) {
      if (leaving.signal.aborted) continue;
      failedTests = (await show(event)) ?? failedTests;
      if (event.type === "error") failure = event.error;
    }
    if (leaving.signal.aborted) return sayInterrupted(project, narrator);
    if (failure !== undefined) throw failure;
    if (failedTests === undefined) return 0;
    narrator.line("");
    narrator.line(`Your project: ${project.path}`);
    narrator.line("Your decisions: DECISIONS.md in it");
    // In the repository, `yourcall` is not on the PATH.
    narrator.line(`With your agent: ${process.env.npm_lifecycle_event === "start" ? "npx " : ""}yourcall setup claude`);
    narrator.line("Run it again and answer differently: you get another project.", "dim");
    return failedTests === 0 ? 0 : exitCodes.failure;
  } finally {
    if (leaving.signal.aborted || project.isEmpty()) project.abandon();
    const { screens, pid } = (await hub?.end()) ?? { screens: 0, pid: 0 };
    const others = screens === 1 ? "Another screen is" : `${screens} other screens are`;
    if (screens > 0) narrator.line(`${others} still connected, so the hub runs until then. To end it now: kill ${pid}`);
    narrator.screen?.close();
    for (const signal of signals) process.off(signal, interrupt);
    if (opened?.ownsInput === true) opened.input.destroy();
  }
}

function sayInterrupted(project: ProjectDirectory, narrator: Narrator): number {
  narrator.line(`The demo ends here. ${project.isEmpty() ? "Nothing was written." : project.abandonWords}`);
  return exitCodes.interrupted;
}
