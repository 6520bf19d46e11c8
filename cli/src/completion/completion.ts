import { agentKinds } from "@yourcall/core";
import { formats } from "../ask/read-ask.ts";
import * as texts from "../help-texts.ts";
import { withHub } from "../hub/connect.ts";
import { toShortIds } from "../inbox/find-ask.ts";
import { runCommand, UsageError } from "../run-command.ts";
import { print } from "../say.ts";
import { mcpClients } from "../setup/mcp-clients.ts";
import { within } from "../within.ts";

const options = {
  /** For the shells' scripts: prints what may follow the words given. */
  words: { type: "boolean" },
} as const;

// A person pressing Tab waits no longer than this for ids.
const idsMs = 500;

const withIds = ["answer", "wait", "cancel", "goto", "open", "inbox"];
const values: Record<string, readonly string[]> = {
  "--format": [...formats, "id"],
  "--on-timeout": ["expire", "recommended"],
  "--status": ["pending", "answered", "declined", "cancelled", "expired", "ended", "all"],
  "--with": agentKinds,
};
const words: Record<string, readonly string[]> = {
  setup: ["claude", ...Object.keys(mcpClients), "autostart"],
  completion: ["bash", "zsh", "fish"],
  hook: ["claude"],
  sheet: ["render", "parse"],
  desk: ["list", "start", "send", "stop"],
};

/** `yourcall completion SHELL`: prints a script for the shell, which asks this command what may come next. */
export function run(args: string[]): Promise<number> {
  return runCommand(args, { options, help: texts.completionHelp, allowPositionals: true }, async (given) => {
    const { values, positionals } = given;
    if (values.words === true) {
      const found = await toCandidates(positionals, pendingIds).catch(() => []);
      await print(found.map((word) => `${word}\n`).join(""), { partly: true });
      // A silent hub would keep the process alive.
      process.exit(0);
    }
    const [shell = "", ...more] = positionals;
    const script = Object.hasOwn(scripts, shell) ? scripts[shell as keyof typeof scripts] : undefined;
    if (script === undefined || more.length > 0)
      throw new UsageError(`Name your shell: yourcall completion ${Object.keys(scripts).join("|")}`);
    await print(script);
    return 0;
  });
}

async function pendingIds(): Promise<string[]> {
  const listing = withHub("human", { start: false }, (client) => client.list({ status: "pending", limit: 100 }));
  const page = await within(idsMs, listing).catch(() => undefined);
  return page?.asks.map(({ id }) => id) ?? [];
}

/**
 * What may come next on a command line. `line` has the words after `yourcall`; the last one is being typed. If there is
 * nothing, the shell completes file names.
 */
export async function toCandidates(line: readonly string[], ids: () => Promise<string[]>): Promise<string[]> {
  const typed = line.at(-1) ?? "";
  const found = await toWords(line.slice(0, -1), typed, ids);
  return found.filter((word) => word.toLowerCase().startsWith(typed.toLowerCase()));
}

async function toWords(
  [command, ...rest]: readonly string[],
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

/** What each shell loads. All ask `yourcall completion --words` what may come next, and fall back to file names. */
const scripts = {
  bash: `# yourcall completion bash: add to ~/.bashrc:  source <(yourcall completion bash)
_yourcall() {
  local IFS=$'\\n'
  COMPREPLY=($(yourcall completion --words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _yourcall yourcall
`,
  zsh: `#compdef yourcall
# yourcall completion zsh: add to ~/.zshrc, after compinit:  source <(yourcall completion zsh)
_yourcall() {
  local -a found
  found=("\${(@f)$(yourcall completion --words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${found[1]}" ]]; then
    compadd -M 'm:{a-z}={A-Z}' -a found
  else
    _files
  fi
}
if [[ "\${funcstack[1]}" == _yourcall ]]; then
  _yourcall "$@"
else
  compdef _yourcall yourcall
fi
`,
  fish: `# yourcall completion fish: save as ~/.config/fish/completions/yourcall.fish
function __yourcall_words
    set -l line (commandline -opc)[2..-1] (commandline -ct)
    yourcall completion --words -- $line 2>/dev/null
end
complete -c yourcall -f -n 'test -n "$(__yourcall_words)"' -a '(__yourcall_words)'
`,
} as const;
