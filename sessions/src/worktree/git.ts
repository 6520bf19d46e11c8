import { execFile } from "node:child_process";
import { messageOf, YourcallError } from "@yourcall/core";

interface GitOptions {
  /** Exit codes that are no failure. */
  accept?: readonly number[];
  maxBytes?: number;
}

/** What git printed, and its exit code. */
interface GitResult {
  code: number;
  text: string;
}

const slowestMs = 120_000;
const usualMaxBytes = 32 * 1024 * 1024;

/**
 * Runs git in a directory, without a shell. An agent may have written the repository's own settings, so nothing that they name is
 * executed: no hooks, no file system monitor, no filters, no signing. Nothing goes over the network. Throws with git's own words.
 */
export async function git(cwd: string, args: readonly string[], options: GitOptions = {}): Promise<GitResult> {
  return execGit(cwd, args, toEnvironment(await ownFilters(cwd)), options);
}

function execGit(
  cwd: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  { accept = [0], maxBytes = usualMaxBytes }: GitOptions,
): Promise<GitResult> {
  return new Promise((resolve, reject) => {
    const options = { cwd, env, maxBuffer: maxBytes, timeout: slowestMs, windowsHide: true };
    execFile("git", ["--no-pager", "--literal-pathspecs", ...args], options, (error, text, said) => {
      if (error === null) return resolve({ code: 0, text });
      const { code } = error;
      if (typeof code === "number" && accept.includes(code)) return resolve({ code, text });
      reject(new YourcallError("invalid-ask", toReason(error, said)));
    });
  });
}

function toReason(error: Error & { code?: unknown }, said: string): string {
  if (error.code === "ENOENT") return "git is not installed, or the directory is gone.";
  if (error.code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER") return "git has too much to say.";
  const lines = said.trim().split("\n");
  const reason = lines.find((line) => /^(fatal|error): /.test(line)) ?? lines[0];
  return `git: ${(reason || messageOf(error)).replace(/^(fatal|error): /, "")}`;
}

/** Filters that the repository itself defines; those of the person's own settings stay, since Git LFS needs them. */
async function ownFilters(cwd: string): Promise<[name: string, value: string][]> {
  const names = await ownSettings(cwd, String.raw`^filter\..*\.(clean|smudge|process|required)$`);
  return names.map((name) => [name, name.endsWith(".required") ? "false" : ""]);
}

/** The settings that match and that are in the repository's own files, where an agent may have written them. */
export async function ownSettings(cwd: string, pattern: string): Promise<string[]> {
  const args = ["config", "--show-scope", "--null", "--name-only", "--get-regexp", pattern];
  // 1: none matches.
  const { text } = await execGit(cwd, args, toEnvironment([]), { accept: [0, 1] });
  const words = text.split("\0");
  return words.filter((_, at) => at % 2 === 1 && ["local", "worktree"].includes(words[at - 1] ?? ""));
}

const always: [name: string, value: string][] = [
  ["core.hooksPath", "/dev/null"],
  ["core.fsmonitor", "false"],
  ["core.quotePath", "true"],
  ["commit.gpgSign", "false"],
  ["gc.auto", "0"],
  ["maintenance.auto", "false"],
  ["protocol.allow", "never"],
  ["submodule.recurse", "false"],
];

/** Settings go through the environment, where a name may contain anything. */
function toEnvironment(more: readonly [name: string, value: string][]): NodeJS.ProcessEnv {
  // A desk that was started by git itself, as in a hook or an alias, would otherwise work on that repository.
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"));
  const settings = [...always, ...more].flatMap(([name, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, name],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  return {
    ...Object.fromEntries([...kept, ...settings]),
    GIT_CONFIG_COUNT: String(always.length + more.length),
    GIT_TERMINAL_PROMPT: "0",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_EDITOR: "true",
    LC_ALL: "C",
  };
}
