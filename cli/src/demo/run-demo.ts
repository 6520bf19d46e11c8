import { delimiter, dirname } from "node:path";
import type { Ask, Asker } from "@yourcall/core";
import type { Prompt, Terminal } from "@yourcall/terminal";
import { lineText, viewEnding } from "@yourcall/terminal/internal";
import { createTerminalAsker, type PromptWatch } from "../agent/terminal-asker.ts";
import { isPlainTerminal, openTerminal } from "../ask/show-prompt.ts";
import { withHub } from "../hub/connect.ts";
import { exitCodes } from "../run-command.ts";
import type { ProjectDirectory } from "./demo.ts";
import { type DemoHub, startDemoHub } from "./demo-hub.ts";
import { createEventView, createNarrator, type Narrator } from "./narrator.ts";

const prompt = "Set up a small web service";
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const idleMs = 60_000;
const renewMs = 50_000;

const footers: Record<string, string> = {
  Database: "Nothing happens until you choose. Take your time.",
  Features: "Try this one in the browser: the prompt here closes by itself.",
};

/** Runs the demo after its first line. In the end its hub is gone too, or the person knows why it is still running. */
export async function runDemo({ project, output }: { project: ProjectDirectory; output: NodeJS.WriteStream }) {
  const opened = openTerminal();
  // Several prompts use the terminal, so none of them may close it.
  const terminal = opened === null ? null : { ...opened, ownsInput: false };
  const plain = terminal !== null && isPlainTerminal(terminal);
  const leaving = new AbortController();
  const interrupt = () => leaving.abort("The demo was ended.");
  for (const signal of signals) process.on(signal, interrupt);
  // Nothing can be written to a closed terminal, but the demo still cleans up.
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
    if (screens > 0) narrator.line(`${others} still connected, so the hub keeps running. To end it now: kill ${pid}`);
    narrator.screen?.close();
    for (const signal of signals) process.off(signal, interrupt);
    if (opened?.ownsInput === true) opened.input.destroy();
  }
}

function sayInterrupted(project: ProjectDirectory, narrator: Narrator): number {
  narrator.line(`The demo ends here. ${project.isEmpty() ? "Nothing was written." : project.abandonWords}`);
  return exitCodes.interrupted;
}

/** Asks on the terminal and in the hub, or in the hub alone. An unused link is replaced once it may have expired. */
function createDemoAsker(terminal: Terminal | null, hub: DemoHub, narrator: Narrator, interrupt: () => void) {
  const asker =
    terminal === null
      ? askInHub(narrator)
      : createTerminalAsker({
          lend: narrator.screen?.lend ?? ((use) => use(terminal)),
          onInterrupt: interrupt,
          write: (lines) => lines.forEach((line) => void narrator.line(lineText(line))),
          tell: narrator.line,
          footerOf: ({ questions }) => footers[questions[0]?.header ?? ""],
          watch: createIdleWatch(hub, narrator.screen !== null),
        });
  return {
    async ask(...[request, options]: Parameters<Asker["ask"]>) {
      const link = await hub.renewLink();
      if (link !== null) sayLink(narrator, "In the browser:", link);
      return asker.ask(request, options);
    },
  };
}

/** A link stays in one piece, so that it can be clicked and copied. */
function sayLink(narrator: Narrator, before: string, link: string, portWords = ""): void {
  const after = `(good for one login${portWords})`;
  const one = `${before} ${link}  ${after}`;
  const lines = one.length <= narrator.widthNow() ? [one] : [`${before.slice(0, -1)} ${after}:`, link];
  for (const line of lines) narrator.line(line);
}

function askInHub(narrator: Narrator): Asker {
  return {
    ask: (request, options) =>
      withHub("agent", { start: false }, async (client) => {
        const outcome = await client.ask(request, options);
        const ask: Ask = { kind: request.kind ?? "question", questions: request.questions };
        const view = { width: Number.MAX_SAFE_INTEGER, glyphs: narrator.glyphs, elsewhere: true };
        for (const line of viewEnding(ask, outcome, view)) narrator.line(lineText(line));
        return outcome;
      }),
  };
}

/** After a minute without a key, once per demo, says below the prompt that it still waits, with a link that works. */
function createIdleWatch(hub: DemoHub, isRedrawn: boolean): (prompt: Prompt) => PromptWatch {
  let told = false;
  return (prompt) => {
    let timer: NodeJS.Timeout | undefined;
    function wait(ms: number): void {
      clearTimeout(timer);
      timer = setTimeout(() => void tell(), ms);
    }
    async function tell(): Promise<void> {
      told = true;
      const link = await hub.renewLink().catch(() => null);
      if (timer === undefined) return;
      const words = "Still waiting, as it would for your agent. Ctrl-C ends the demo.";
      prompt.setFooter(link === null ? words : `${words}\nA new link for the browser:\n${link}`);
      // Plain lines cannot be replaced and would pile up.
      if (isRedrawn) wait(renewMs);
    }
    const acted = () => (told ? undefined : wait(idleMs));
    acted();
    return {
      acted,
      stop() {
        clearTimeout(timer);
        timer = undefined;
      },
    };
  };
}
