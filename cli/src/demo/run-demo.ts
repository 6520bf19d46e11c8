import { delimiter, dirname } from "node:path";
import type { Ask, Asker } from "@yourcall/core";
import { lineText, type Terminal } from "@yourcall/terminal";
import { createTerminalAsker } from "../agent/terminal-asker.ts";
import { openTerminal } from "../ask/open-terminal.ts";
import { isPlainTerminal } from "../ask/show-prompt.ts";
import { exitCodes } from "../exit-codes.ts";
import { createHubAsker } from "./hub-asker.ts";
import { createIdleWatch } from "./idle-watch.ts";
import { createNarrator, type Narrator } from "./narrator.ts";
import type { ProjectDirectory } from "./project-directory.ts";
import { showEvent, type TestCount } from "./show-event.ts";
import { type DemoHub, startDemoHub } from "./start-demo-hub.ts";
import { type KeyWatch, watchKeys } from "./watch-keys.ts";

export interface DemoOptions {
  project: ProjectDirectory;
  output: NodeJS.WriteStream;
}

const prompt = "Set up a small web service";
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The demo after its first line: hub, link, the agent's run, the end. Whatever way it ends, its hub is gone or said to stay. */
export async function runDemo({ project, output }: DemoOptions): Promise<number> {
  const terminal = openTerminal();
  const plain = terminal !== null && isPlainTerminal(terminal);
  const narrator = createNarrator({ output, paced: terminal !== null && !plain, plain });
  const leaving = new AbortController();
  const interrupt = () => leaving.abort("The demo was ended.");
  for (const signal of signals) process.on(signal, interrupt);
  // A terminal that is closed takes no more lines; what is to be cleared away still is.
  output.on("error", interrupt);
  const keys = terminal === null || plain ? null : watchKeys(terminal, { key: () => narrator.rush(), interrupt });
  keys?.start();
  let hub: DemoHub | undefined;
  try {
    // It loads while the hub starts.
    const [started, { createDemoAgent, callIds }] = await Promise.all([
      startDemoHub(),
      import("./create-demo-agent.ts"),
    ]);
    hub = started;
    if (leaving.signal.aborted) return sayInterrupted(project, narrator);
    await sayLink(hub, narrator, terminal === null ? "Answer in the browser:" : "Answer here, or in the browser:");
    if (terminal === null) sayNoTerminal(hub, narrator);
    narrator.says("you", prompt);
    runWithThisNode();
    const agent = createDemoAgent({
      asker: toAsker({ terminal, hub, narrator, keys, interrupt, leaving: leaving.signal }),
      cwd: project.path,
      signal: leaving.signal,
      readLog: hub.readLog,
    });
    let tests: TestCount | undefined;
    let failure: Error | undefined;
    for await (const event of agent.run(prompt)) {
      // Whoever leaves need not read what is left undone by it.
      if (leaving.signal.aborted) continue;
      tests = (await showEvent(event, narrator, callIds)) ?? tests;
      if (event.type === "error") failure = event.error;
    }
    if (leaving.signal.aborted) return sayInterrupted(project, narrator);
    if (failure !== undefined) throw failure;
    if (tests === undefined) return 0;
    sayEnd(project, narrator);
    return tests.failed === 0 ? 0 : exitCodes.failure;
  } finally {
    keys?.stop();
    narrator.endSpeech();
    if (leaving.signal.aborted || project.isEmpty()) project.abandon();
    const { screens, pid } = (await hub?.end()) ?? { screens: 0, pid: 0 };
    if (screens > 0)
      narrator.line(`${toScreens(screens)} connected, so the hub stays until that ends. To end it now: kill ${pid}`);
    for (const signal of signals) process.off(signal, interrupt);
    if (terminal?.ownsInput === true) terminal.input.destroy();
  }
}

interface Asking {
  terminal: Terminal | null;
  hub: DemoHub;
  narrator: Narrator;
  keys: KeyWatch | null;
  interrupt: () => void;
  leaving: AbortSignal;
}

/** The link is shown again with a later ask while nobody has come by it: it may have gone from the screen, or be too old. */
function toAsker(asking: Asking): Asker {
  const { terminal, hub, narrator } = asking;
  const asker = terminal === null ? createHubAsker(narrator) : askOnTerminal(terminal, asking);
  return {
    async ask(request, options) {
      const link = await hub.renewLink({ evenIfFresh: isForBrowser(request) });
      if (link !== null) sayLine(narrator, "In the browser:", link, ` (${linkWords})`);
      return asker.ask(request, options);
    },
  };
}

function askOnTerminal(opened: Terminal, { hub, narrator, keys, interrupt, leaving }: Asking): Asker {
  // Several prompts come one after another, so none of them may close the terminal.
  const { ownsInput: _, ...terminal } = opened;
  return createTerminalAsker({
    async lend(use) {
      keys?.stop();
      try {
        return await use(terminal);
      } finally {
        if (!leaving.aborted) keys?.start();
      }
    },
    onInterrupt: interrupt,
    write(lines) {
      for (const line of lines) narrator.line(lineText(line));
    },
    tell: narrator.line,
    footerOf,
    watch: createIdleWatch({ hub, redrawn: keys !== null }),
  });
}

function footerOf(ask: Ask): string | undefined {
  if (isForBrowser(ask)) return "Try this one in the browser: the prompt here closes by itself.";
  return ask.questions[0]?.header === "Database" ? "Nothing happens until you choose. Take your time." : undefined;
}

function isForBrowser({ questions }: Pick<Ask, "questions">): boolean {
  return questions[0]?.header === "Features";
}

const linkWords = "good for one login";

async function sayLink(hub: DemoHub, narrator: Narrator, words: string): Promise<void> {
  sayLine(narrator, words, await hub.createLink(), ` (${linkWords}${hub.portWords})`);
}

/** A link stays in one piece, so that it can be clicked and copied. */
function sayLine(narrator: Narrator, before: string, link: string, after: string): void {
  const one = `${before} ${link} ${after}`;
  const lines = one.length < narrator.width ? [one] : [`${before.slice(0, -1)} ${after.trim()}:`, link];
  for (const line of lines) narrator.line(line);
}

function sayNoTerminal({ directory }: DemoHub, narrator: Narrator): void {
  narrator.line(
    `There is no terminal here, so the questions wait in the browser, or in another terminal: YOURCALL_HOME=${directory} yourcall`,
  );
}

// The project's tests run on the Node that runs this, whatever else is first on the path; and nothing looks for a network.
function runWithThisNode(): void {
  process.env.PATH = [dirname(process.execPath), process.env.PATH ?? ""].join(delimiter);
  process.env.COREPACK_ENABLE_NETWORK = "0";
}

function sayInterrupted(project: ProjectDirectory, narrator: Narrator): number {
  narrator.line(`The demo ends here. ${project.isEmpty() ? "Nothing was written." : project.abandonWords}`);
  return exitCodes.interrupted;
}

function sayEnd({ path }: ProjectDirectory, narrator: Narrator): void {
  narrator.line();
  narrator.line(`Your project: ${path}`);
  narrator.line("Your decisions: DECISIONS.md in it");
  narrator.line("With your agent: yourcall setup claude");
  narrator.line("Run it again and answer differently: you get another project.", "dim");
}

function toScreens(count: number): string {
  return count === 1 ? "Another screen is still" : `${count} other screens are still`;
}
