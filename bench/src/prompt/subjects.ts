import { existsSync } from "node:fs";
import { join } from "node:path";
import ask from "../../fixtures/ask.json" with { type: "json" };
import { findNode } from "../find-node.mjs";
import { bundlePeer, type Peer, peerFile } from "./bundle-peer.ts";
import type { Command } from "./terminal-child.ts";

const root = join(import.meta.dirname, "../../..");
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

/** The floors, yourcall when it is built, and each peer as installed and as one bundled file. */
export async function createSubjects(home: string, bundleDirectory: string): Promise<Subject[]> {
  const command = (...args: string[]): Command => ({ file: findNode(), args, cwd: root, env: toEnvironment(home) });
  const subjects: Subject[] = [
    { name: "bare node", command: command("-e", "0"), presses: [] },
    createEchoSubject(command),
  ];
  const bin = join(root, "cli/bin/yourcall.cjs");
  if (existsSync(bin))
    subjects.push(
      createPromptSubject(
        "yourcall",
        command("cli/bin/yourcall.cjs", "ask", "bench/fixtures/ask.json"),
        ">",
        "enter choose",
      ),
    );
  for (const [peer, name, pointer] of peers) {
    subjects.push(createPromptSubject(`${name}, installed`, command(peerFile(peer)), pointer));
    subjects.push(createPromptSubject(`${name}, bundled`, command(await bundlePeer(peer, bundleDirectory)), pointer));
  }
  return subjects;
}

const peers: [Peer, name: string, pointer: string][] = [
  ["inquirer", "@inquirer/prompts", "❯"],
  ["clack", "@clack/prompts", "●"],
  ["prompts", "prompts", "❯"],
  ["ink", "Ink", "❯"],
];

// The least a Node program can do on a terminal: say that it is there, and send each byte back.
function createEchoSubject(command: (...args: string[]) => Command): Subject {
  const program =
    "process.stdin.setRawMode(true).on('data', (data) => process.stdout.write(data)); process.stdout.write('ready')";
  const shows = (text: string) => (screen: string[]) => screen[0] === text;
  return {
    name: "node echo",
    command: command("-e", program),
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

// Nothing of the caller's environment: no CI (Ink would draw only its last frame), no settings, no running hub.
function toEnvironment(home: string): Record<string, string> {
  return {
    PATH: process.env.PATH ?? "",
    HOME: home,
    XDG_CONFIG_HOME: join(home, "config"),
    XDG_RUNTIME_DIR: join(home, "run"),
    XDG_STATE_HOME: join(home, "state"),
    TERM: "xterm-256color",
    LANG: "C.UTF-8",
    NODE_ENV: "production",
    YOURCALL_KEY_GUARD_MS: "0",
  };
}
