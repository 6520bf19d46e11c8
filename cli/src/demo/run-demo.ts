import { delimiter, dirname } from "node:path";
import type { Terminal } from "@yourcall/terminal";
import { isPlainTerminal, openTerminal } from "../ask/show-prompt.ts";
import { exitCodes } from "../exit-codes.ts";
import type { ProjectDirectory } from "./demo.ts";
import { createDemoAsker, sayLink } from "./demo-asker.ts";
import { type DemoHub, startDemoHub } from "./demo-hub.ts";
import { createNarrator, type Narrator } from "./narrator.ts";
import { createEventView } from "./show-event.ts";

const prompt = "Set up a small web service";
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const controlC = 3;

/** The demo after its first line. However it ends, its hub is gone, or the person knows why it stays. */
export async function runDemo({ project, output }: { project: ProjectDirectory; output: NodeJS.WriteStream }) {
  const terminal = openTerminal();
  const plain = terminal !== null && isPlainTerminal(terminal);
  const narrator = createNarrator({ output, paced: terminal !== null && !plain, plain });
  const leaving = new AbortController();
  const interrupt = () => leaving.abort("The demo was ended.");
  for (const signal of signals) process.on(signal, interrupt);
  // A closed terminal takes no more lines, but the cleaning up still happens.
  output.on("error", interrupt);
  const keys = terminal === null || plain ? null : watchKeys(terminal, narrator.rush, interrupt);
  keys?.start();
  let hub: DemoHub | undefined;
  try {
    // The agent loads while the hub starts.
    const [started, { createDemoAgent, callIds }] = await Promise.all([
      startDemoHub(),
      import("./create-demo-agent.ts"),
    ]);
    hub = started;
    if (leaving.signal.aborted) return sayInterrupted(project, narrator);
    const where = terminal === null ? "Answer in the browser:" : "Answer here, or in the browser:";
    sayLink(narrator, where, await hub.createLink(), hub.portWords);
    if (terminal === null)
      narrator.line(
        `There is no terminal here. Answer in the browser, or in another terminal: YOURCALL_HOME=${hub.directory} yourcall`,
      );
    narrator.line(plain ? `you: ${prompt}` : `you › ${prompt}`);
    useThisNode();
    const agent = createDemoAgent({
      asker: createDemoAsker({ terminal, hub, narrator, keys, interrupt, leaving: leaving.signal }),
      cwd: project.path,
      signal: leaving.signal,
      readLog: hub.readLog,
    });
    const show = createEventView(narrator, callIds.tests);
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
    narrator.line(`\nYour project: ${project.path}`);
    narrator.line("Your decisions: DECISIONS.md in it");
    // In the repository, `yourcall` is not on the PATH.
    narrator.line(`With your agent: ${process.env.npm_lifecycle_event === "start" ? "npx " : ""}yourcall setup claude`);
    narrator.line("Run it again and answer differently: you get another project.", "dim");
    return failedTests === 0 ? 0 : exitCodes.failure;
  } finally {
    keys?.stop();
    if (leaving.signal.aborted || project.isEmpty()) project.abandon();
    const { screens, pid } = (await hub?.end()) ?? { screens: 0, pid: 0 };
    const others = screens === 1 ? "Another screen is" : `${screens} other screens are`;
    if (screens > 0) narrator.line(`${others} still connected, so the hub runs until then. To end it now: kill ${pid}`);
    for (const signal of signals) process.off(signal, interrupt);
    if (terminal?.ownsInput === true) terminal.input.destroy();
  }
}

function sayInterrupted(project: ProjectDirectory, narrator: Narrator): number {
  narrator.line(`The demo ends here. ${project.isEmpty() ? "Nothing was written." : project.abandonWords}`);
  return exitCodes.interrupted;
}

/** Runs the project's tests on this Node, whatever else is on the PATH, and keeps corepack off the network. */
function useThisNode(): void {
  process.env.PATH = [dirname(process.execPath), process.env.PATH ?? ""].join(delimiter);
  process.env.COREPACK_ENABLE_NETWORK = "0";
}

/** Reads keys while no prompt does, so that they are not echoed between the lines and Ctrl-C still works. */
function watchKeys({ input }: Terminal, onKey: () => void, interrupt: () => void) {
  const onData = (chunk: Uint8Array) => (chunk.includes(controlC) ? interrupt() : onKey());
  let isOn = false;
  return {
    start(): void {
      if (isOn) return;
      isOn = true;
      input.setRawMode(true);
      input.on("data", onData).on("end", interrupt).on("error", interrupt).resume();
    },
    stop(): void {
      if (!isOn) return;
      isOn = false;
      input.off("data", onData).off("end", interrupt).off("error", interrupt).pause();
      input.setRawMode(false);
    },
  };
}
