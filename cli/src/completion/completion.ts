import { completionHelp } from "../help-texts.ts";
import { connect } from "../hub/connect.ts";
import { runCommand, UsageError } from "../run-command.ts";
import { print } from "../say.ts";
import { within } from "../within.ts";
import { toCandidates } from "./candidates.ts";

const options = {
  /** For the scripts: the words so far, and what may come next. */
  words: { type: "boolean" },
} as const;

// Nobody waits longer for a list of ids.
const idsMs = 500;

/** `yourcall completion SHELL`: prints a script for the shell, which asks this command what may come next. */
export function run(args: string[]): Promise<number> {
  return runCommand(args, { options, help: completionHelp, allowPositionals: true }, async (given) => {
    const { values, positionals } = given;
    if (values.words === true) {
      const found = await toCandidates(positionals, pendingIds).catch(() => []);
      await print(found.map((word) => `${word}\n`).join(""), { partly: true });
      return 0;
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
  const list = async () => {
    const client = await connect("human", { start: false });
    try {
      return (await client.list({ status: "pending", limit: 100 })).asks.map(({ id }) => id);
    } finally {
      client.close();
    }
  };
  return (
    (await within(
      idsMs,
      list().catch(() => []),
    )) ?? []
  );
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
