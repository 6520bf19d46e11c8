import type { Definition } from "../command.ts";
import { completion } from "../commands/completion.ts";
import { commands } from "../commands/index.ts";
import { withHub } from "../hub/connect.ts";
import { toShortIds } from "../inbox/find-ask.ts";
import { print } from "../print.ts";
import { runCommand, UsageError } from "../run-command.ts";
import { withTimeout } from "../with-timeout.ts";

// A person pressing Tab waits no longer than this for ids.
const idsMs = 500;

/** `yourcall completion SHELL`: prints a script for the shell, which asks this command what may come next. */
export function run(args: string[]): Promise<number> {
  return runCommand(completion, args, async (given) => {
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
  const page = await withTimeout(idsMs, listing).catch(() => undefined);
  return page?.asks.map(({ id }) => id) ?? [];
}

/**
 * What may come next on a command line. `line` has the words after `yourcall`; the last one is being typed. If there is
 * nothing, the shell completes file names.
 */
export async function toCandidates(line: readonly string[], ids: () => Promise<string[]>): Promise<string[]> {
  const typed = line.at(-1) ?? "";
  const found = await toCompletions(line.slice(0, -1), typed, ids);
  return found.filter((word) => word.toLowerCase().startsWith(typed.toLowerCase()));
}

async function toCompletions(
  [name, ...rest]: readonly string[],
  typed: string,
  ids: () => Promise<string[]>,
): Promise<readonly string[]> {
  const names = commands.map((command) => command.name);
  if (name === undefined) return [...names, "help"];
  if (name === "help" && rest.length === 0) return names;
  const command = commands.find((known) => known.name === name);
  if (command === undefined) return [];
  const definition = command.words?.[rest[0] ?? ""] ?? command;
  const option = findOption(definition, rest.at(-1) ?? "");
  if (option?.type === "string") return option.values ?? option.suggest ?? [];
  if (typed.startsWith("-")) return [...toOptionNames(definition), "--help", "--quiet"];
  if (rest.some((word) => !word.startsWith("-"))) return [];
  if (command.takes === "ids") {
    const short = toShortIds(await ids());
    return typed.startsWith("ask_") ? [...short.keys()] : [...short.values()];
  }
  return typeof command.takes === "object" ? command.takes : [];
}

function findOption({ options }: Definition, word: string) {
  return Object.entries(options).find(([name, { short }]) => word === `--${name}` || word === `-${short}`)?.[1];
}

function toOptionNames({ options }: Definition): string[] {
  return Object.entries(options).flatMap(([name, { hidden }]) => (hidden === true ? [] : [`--${name}`]));
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
