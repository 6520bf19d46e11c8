import { existsSync } from "node:fs";
import { join } from "node:path";
import ask from "../../fixtures/ask.json" with { type: "json" };
import { bundle, type Command, nodeCommand, yourcall } from "../command.ts";
import { NotInstalled } from "../not-installed.ts";

const isInstalled = (name: string) => existsSync(join(import.meta.dirname, "../../node_modules", name.toLowerCase()));

const down = "\x1b[B";
const up = "\x1b[A";

export interface Press {
  keys: string;
  isShown: (screen: string[]) => boolean;
}

/** One measured program. Without `isReady` it is timed from spawn to exit and nothing else is measured. */
export interface Subject {
  name: string;
  command: Command;
  isReady?: (screen: string[]) => boolean;
  presses: Press[];
}

const peers = [
  { peer: "inquirer", name: "@inquirer/prompts", pointer: "❯" },
  { peer: "clack", name: "@clack/prompts", pointer: "●" },
  { peer: "ink", name: "Ink", pointer: "❯" },
];

/** The floors, yourcall, and each peer as one bundled file. */
export async function createSubjects(home: string, bundles: string): Promise<Subject[]> {
  const inTerminal = ({ env, ...command }: Command): Command => ({ ...command, env: { ...env, ...toSettings(home) } });
  const node = (...args: string[]) => inTerminal(nodeCommand(home, ...args));
  const ask = inTerminal(yourcall(home, "ask", join(import.meta.dirname, "../../fixtures/ask.json")));
  const subjects: Subject[] = [
    { name: "bare node", command: node("-e", "0"), presses: [] },
    createEchoSubject(node),
    createPromptSubject("yourcall", ask, ">", "enter choose"),
  ];
  for (const { peer, name, pointer } of peers) {
    if (!isInstalled(name)) {
      console.error(`${name}: ${new NotInstalled("npm ci in bench/").message}`);
      continue;
    }
    const file = join(import.meta.dirname, `../../peers/${peer}.mjs`);
    // Ink has a top-level await and can only be a module.
    const bundled = await bundle(file, join(bundles, `${peer}.${peer === "ink" ? "mjs" : "cjs"}`));
    subjects.push(createPromptSubject(name, node(bundled), pointer));
  }
  return subjects;
}

// The minimum for a Node program on a terminal: print that it is ready, and echo each byte.
function createEchoSubject(node: (...args: string[]) => Command): Subject {
  const program =
    "process.stdin.setRawMode(true).on('data', (data) => process.stdout.write(data)); process.stdout.write('ready')";
  const shows = (text: string) => (screen: string[]) => screen[0] === text;
  return {
    name: "node echo",
    command: node("-e", program),
    isReady: shows("ready"),
    presses: [1, 2, 3, 4].map((count) => ({ keys: "x", isShown: shows(`ready${"x".repeat(count)}`) })),
  };
}

function createPromptSubject(name: string, command: Command, pointer: string, hint = ""): Subject {
  const isFocused = (row: number) => (screen: string[]) =>
    hasFrame(screen, hint) && focusedRows(screen, pointer).join() === String(row);
  return {
    name,
    command,
    isReady: isFocused(0),
    presses: [
      { keys: down, isShown: isFocused(1) },
      { keys: down, isShown: isFocused(2) },
      { keys: up, isShown: isFocused(1) },
      { keys: down, isShown: isFocused(2) },
    ],
  };
}

const question = ask.questions[0]?.question ?? "";
// The first word of each label: "(Recommended)" may be shown apart from it.
const labels = [...(ask.questions[0]?.options ?? []), { label: "Other" }].map(
  (option) => option.label.split(" ")[0] ?? "",
);

function hasFrame(screen: string[], hint: string): boolean {
  return [question, ...labels, hint].every((text) => screen.some((line) => line.includes(text)));
}

function focusedRows(screen: string[], pointer: string): number[] {
  return labels.flatMap((label, row) =>
    screen.some((line) => line.includes(pointer) && line.includes(label)) ? [row] : [],
  );
}

function toSettings(home: string): Record<string, string> {
  return {
    XDG_CONFIG_HOME: join(home, "config"),
    XDG_RUNTIME_DIR: join(home, "run"),
    XDG_STATE_HOME: join(home, "state"),
    TERM: "xterm-256color",
    NODE_ENV: "production",
    YOURCALL_KEY_GUARD_MS: "0",
  };
}
