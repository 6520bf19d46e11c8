import * as texts from "../help-texts.ts";
import { toShortIds } from "../inbox/find-ask.ts";

const withIds = ["answer", "wait", "cancel", "goto", "open", "inbox"];
const values: Record<string, readonly string[]> = {
  "--format": ["json", "value", "text", "claude", "id"],
  "--on-timeout": ["expire", "recommended"],
  "--status": ["pending", "answered", "declined", "cancelled", "expired", "ended", "all"],
  "--with": ["loop", "claude", "acp"],
};
const words: Record<string, readonly string[]> = {
  setup: ["claude", "codex", "cursor", "gemini", "opencode", "vscode", "claude-desktop", "qwen", "zed", "autostart"],
  completion: ["bash", "zsh", "fish"],
  hook: ["claude"],
  sheet: ["render", "parse"],
};

/**
 * What may come next on a command line. `line` has the words after `yourcall`; the last one is being typed. Nothing means that the
 * shell completes file names.
 */
export async function toCandidates(line: readonly string[], ids: () => Promise<string[]>): Promise<string[]> {
  const typed = line.at(-1) ?? "";
  const before = line.slice(0, -1);
  const [command, ...rest] = before;
  const found = await toWords(command, rest, typed, ids);
  return found.filter((word) => word.toLowerCase().startsWith(typed.toLowerCase()));
}

async function toWords(
  command: string | undefined,
  rest: readonly string[],
  typed: string,
  ids: () => Promise<string[]>,
): Promise<readonly string[]> {
  if (command === undefined) return [...commandsIn(texts.help), "help"];
  const value = values[rest.at(-1) ?? ""];
  if (value !== undefined) return value;
  if (typed.startsWith("-")) return optionsIn(helpOf(command, rest[0]));
  if (command === "help") return commandsIn(texts.help);
  if (rest.some((word) => !word.startsWith("-"))) return [];
  if (withIds.includes(command)) {
    const short = toShortIds(await ids());
    return typed.startsWith("ask_") ? [...short.keys()] : [...short.values()];
  }
  return words[command] ?? [];
}

/** The commands of the overview, in its order. */
export function commandsIn(overview: string): string[] {
  const found = [...overview.matchAll(/^ {2}yourcall ([a-z]+)/gm)].map(([, name = ""]) => name);
  return [...new Set(found)];
}

/** The options that a help text has rows for. */
function optionsIn(help: string): string[] {
  const rows = help.split("\n").filter((line) => /^ {2}-/.test(line));
  const found = rows.flatMap((line) => (/^ {2}(.*?)(?: {2,}|$)/.exec(line)?.[1] ?? "").match(/--[a-z-]+/g) ?? []);
  return [...new Set([...found, "--help"])];
}

function helpOf(command: string, word: string | undefined): string {
  if (command === "setup" && word !== undefined && !word.startsWith("-"))
    return { claude: texts.setupClaudeHelp, autostart: texts.setupAutostartHelp }[word] ?? texts.setupMcpHelp;
  const text = (texts as Record<string, unknown>)[`${command}Help`];
  return typeof text === "string" ? text : "";
}
