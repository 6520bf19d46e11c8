import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { AgentEvent, Asker } from "@yourcall/core";
import { toShellWord } from "@yourcall/core/internal";
import { type Agent, createConversation } from "@yourcall/sessions/agents";
import type { Prompt, Terminal } from "@yourcall/terminal";
import { lineText } from "@yourcall/terminal/internal";
import { chat } from "../agent/chat.ts";
import { openHistory } from "../agent/message-field.ts";
import { printRun } from "../agent/plain-chat.ts";
import { createTerminalAsker, type PromptWatch } from "../agent/terminal-asker.ts";
import { isPlainTerminal, openTerminal } from "../ask/show-prompt.ts";
import { connect } from "../hub/connect.ts";
import { warn } from "../print.ts";
import { exitCodes } from "../run-command.ts";
import type { ProjectDirectory } from "./demo.ts";
import { type DemoHub, startDemoHub } from "./demo-hub.ts";
import { testsId } from "./questions.ts";

const prompt = "Set up a small web service";
const idleMs = 60_000;
const renewMs = 50_000;
/** Between two words, so that they can be read as they come. */
const wordMs = 30;

const footers: Record<string, string> = {
  Database: "Nothing happens until you choose. Take your time.",
  Features: "Try this one in the browser: the prompt here closes by itself.",
};

/** Runs the demo after its first line. In the end its hub is gone too, or the person knows why it is still running. */
export async function runDemo({ project, output }: { project: ProjectDirectory; output: NodeJS.WriteStream }) {
  const opened = openTerminal();
  // Several prompts use the terminal, so none of them may close it.
  const terminal = opened === null ? null : { ...opened, ownsInput: false };
  const write = (...lines: string[]) => void output.write(`${lines.join("\n")}\n`);
  let hub: DemoHub | undefined;
  let code: number = exitCodes.interrupted;
  const isUnfinished = () => code === exitCodes.interrupted || project.isEmpty();
  const abandon = () => isUnfinished() && project.abandon();
  // A closed terminal ends the process at once.
  process.once("exit", abandon);
  try {
    // The agent loads while the hub starts.
    const [started, { createDemoAgent }] = await Promise.all([startDemoHub(), import("./create-demo-agent.ts")]);
    hub = started;
    write(...toLinkLines(terminal, await hub.createLink(), hub.portWords, output));
    if (terminal === null)
      write(`There is no terminal here. Answer in another terminal: YOURCALL_HOME=${hub.directory} yourcall`);
    write("");
    prepareEnvironment(hub.directory);
    let passed: boolean | undefined;
    const run = await converse(terminal, hub, (asker, paceMs) => {
      const agent = createDemoAgent({ asker, cwd: project.path });
      return withEvents(agent, paceMs, (event) => {
        if (event.type === "tool_result" && event.id === testsId) passed = !event.result.isError;
      });
    });
    code = run === exitCodes.answered && passed === false ? exitCodes.failure : run;
    if (code === exitCodes.interrupted)
      write(`The demo ends here. ${project.isEmpty() ? "Nothing was written." : project.abandonWords}`);
    else if (passed !== undefined) write(...toEndLines(project.path));
    return code;
  } finally {
    abandon();
    process.off("exit", abandon);
    const { screens, pid } = (await hub?.end()) ?? { screens: 0, pid: 0 };
    const others = screens === 1 ? "Another screen is" : `${screens} other screens are`;
    if (screens > 0) write(`${others} still connected, so the hub keeps running. To end it now: kill ${pid}`);
    if (opened?.ownsInput === true) opened.input.destroy();
  }
}

/** The agent's commands find this `yourcall` and this Node, whatever else is on the PATH. */
function prepareEnvironment(directory: string): void {
  const [node, entry] = [process.execPath, process.argv[1] ?? ""].map(toShellWord);
  const bin = join(directory, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "yourcall"), `#!/bin/sh\nexec ${node} ${entry} "$@"\n`, { mode: 0o755 });
  process.env.PATH = [bin, dirname(process.execPath), process.env.PATH ?? ""].join(delimiter);
  // Corepack would look for a newer package manager.
  process.env.COREPACK_ENABLE_NETWORK = "0";
}

/** One turn: in the chat, in plain lines on a terminal, or in plain lines with questions only in the hub. */
async function converse(
  terminal: Terminal | null,
  hub: DemoHub,
  open: (asker: Asker, paceMs: number) => Agent,
): Promise<number> {
  let link: string | null = null;
  const newLink = () => (link === null ? [] : ["A new link for the browser:", link]);
  /** An unused link is replaced once it may have expired. */
  const withLink = (asker: Asker, onNew = () => {}): Asker => ({
    async ask(request, options) {
      link = await hub.renewLink();
      if (link !== null) onNew();
      return asker.ask(request, options);
    },
  });
  const prompts = {
    footerOf: ({ questions }: { questions: readonly { header: string }[] }) =>
      [footers[questions[0]?.header ?? ""] ?? [], newLink()].flat().join("\n") || undefined,
    watch: createIdleWatch(hub, terminal !== null && !isPlainTerminal(terminal)),
  };
  if (terminal !== null && !isPlainTerminal(terminal))
    return chat({
      terminal,
      history: openHistory(`${hub.directory}/agent-history`),
      open: async (asker) => open(withLink(asker), wordMs),
      forgetsAsks: true,
      resume: undefined,
      prompt,
      once: true,
      prompts,
    });
  const stopping = new AbortController();
  const onHangup = () => stopping.abort("the terminal is gone");
  process.on("SIGHUP", onHangup);
  const { asker, close } = terminal === null ? await askInHub() : { asker: askOn(terminal), close() {} };
  try {
    return await printRun(createConversation(open(asker, 0)), prompt, stopping, { isKept: false });
  } finally {
    close();
    process.off("SIGHUP", onHangup);
  }

  async function askInHub() {
    const client = await connect("agent", { start: false });
    return { asker: withLink(client, () => warn(newLink().join(" "))), close: client.close };
  }

  function askOn(terminal: Terminal): Asker {
    const asker = createTerminalAsker({
      ...prompts,
      lend: (use) => use(terminal),
      onInterrupt: () => stopping.abort("interrupted in the terminal"),
      write: (lines) => void terminal.output.write(lines.map((line) => `${lineText(line)}\n`).join("")),
      warn,
    });
    return withLink(asker);
  }
}

/** The agent with its words at this pace. Its questions name no id: the person's own `yourcall` does not have them. */
function withEvents(agent: Agent, paceMs: number, onEvent: (event: AgentEvent) => void): Agent {
  return {
    ...agent,
    begin(...given) {
      const turn = agent.begin(...given);
      async function* events() {
        for await (const event of turn) {
          onEvent(event);
          yield event.type === "ask_user" ? { ...event, askId: undefined } : event;
          if (event.type === "text" && paceMs > 0) await sleep(paceMs);
        }
      }
      return { ...turn, [Symbol.asyncIterator]: events };
    },
  };
}

/** A link stays in one piece, so that it can be clicked and copied. */
function toLinkLines(terminal: Terminal | null, link: string, portWords: string, output: NodeJS.WriteStream): string[] {
  const before = terminal === null ? "Answer in the browser" : "Answer here, or in the browser";
  const after = `(good for one login${portWords})`;
  const one = `${before}: ${link}  ${after}`;
  return !output.isTTY || one.length < (output.columns || 80) ? [one] : [`${before} ${after}:`, link];
}

function toEndLines(path: string): string[] {
  // In the repository, `yourcall` is not on the PATH, and Node may be one that only npm's scripts find.
  const npx = process.env.npm_lifecycle_event === "start" ? `cd ${toShellWord(process.cwd())} && npx ` : "";
  const node = process.execPath.includes("/node_modules/") ? `PATH="${dirname(process.execPath)}:$PATH" ` : "";
  return [
    "",
    `Your project: ${path}`,
    `Run it: cd ${toShellWord(path)} && ${node}npm start`,
    "Your decisions: DECISIONS.md in it",
    `With your agent: ${npx}yourcall setup`,
    "Run the demo again and answer differently: you get another project.",
  ];
}

/** After a minute without a key, once per demo, says below the prompt that it still waits, with a link that works. */
function createIdleWatch(hub: DemoHub, isRedrawn: boolean): (prompt: Prompt) => PromptWatch {
  let told = false;
  return (prompt) => {
    let timer: NodeJS.Timeout | undefined;
    function wait(ms: number): void {
      clearTimeout(timer);
      timer = setTimeout(() => void remind(), ms);
    }
    async function remind(): Promise<void> {
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
