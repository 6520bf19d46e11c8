import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { approvalSubject } from "@yourcall/core";
import { isRecord } from "@yourcall/core/internal";
import type { GrantCovers, GrantOffers } from "@yourcall/core/internal/wire";
import type { GrantRecord } from "../store/grant-store.ts";
import type { AskRecord } from "../store/store.ts";

/** What decides whether an ask is covered. */
export type CoveredAsk = Pick<AskRecord, "kind" | "approval" | "agent" | "token" | "to" | "questions">;

/** The shared token of the agents on this machine, whose paths are the hub's own. */
const localToken = "agent";
// A later word of these names what runs, so no prefix of them says it.
const wrapper =
  /^(.*\/)?(env|sudo|doas|su|xargs|nohup|nice|ionice|timeout|stdbuf|setsid|ssh|command|builtin|watch|find|parallel|strace|chroot|unshare)$/;
// By themselves, or with an option, these run anything.
const interpreter =
  /^(.*\/)?(sh|bash|zsh|dash|ksh|fish|python[\d.]*|node|deno|bun|perl|ruby|php|awk|make|npx|docker|kubectl|git)$/;

/** The label that allows this call once; undefined if its host has no such choice, or if it is a question or a plan. */
export function toAllowOnce({ kind, approval, agent }: Pick<CoveredAsk, "kind" | "approval" | "agent">) {
  if (kind !== "approval" || approval === undefined) return undefined;
  if (approvalSubject(approval, agent.cwd).part.kind === "plan") return undefined;
  if (approval.options === undefined) return "allow-once";
  return approval.options.find(({ effect }) => effect === "allow-once")?.id;
}

/** Whether a grant allows this ask. Any doubt means no: then the person is asked. */
export async function isCovered(grant: GrantRecord, ask: CoveredAsk, now: number): Promise<boolean> {
  const { approval, agent, token } = ask;
  if (toAllowOnce(ask) === undefined || approval === undefined || ask.to !== undefined) return false;
  if (grant.token !== token || grant.tool !== approval.tool) return false;
  if (now < grant.madeAt || (grant.until !== undefined && now >= grant.until)) return false;
  const { where, covers } = grant;
  if (where.kind === "session" && (where.session === undefined || where.session !== agent.session)) return false;
  if (where.kind === "directory" && (where.cwd === undefined || where.cwd !== agent.cwd)) return false;
  switch (covers.kind) {
    case "input":
      return JSON.stringify(approval.input) === grant.input;
    case "prefix": {
      const words = await toCommandWords(approval.input);
      return words !== null && covers.words.every((word, index) => words[index] === word);
    }
    case "files":
      return token === localToken && areBelow(toPaths(approval.input), agent.cwd, covers.directory);
  }
}

/** What a grant made on this ask could cover, and where it could hold. */
export async function toOffers(ask: CoveredAsk): Promise<GrantOffers> {
  const { approval, agent, token } = ask;
  if (toAllowOnce(ask) === undefined || approval === undefined || ask.to !== undefined)
    return { covers: [], where: [] };
  const covers: GrantCovers[] = [{ kind: "input" }];
  const words = await toCommandWords(approval.input);
  if (words !== null)
    for (const count of [2, 1]) {
      const first = words.slice(0, count);
      if (words.length >= count && isPrefix(first)) covers.push({ kind: "prefix", words: first });
    }
  const { cwd } = agent;
  if (token === localToken && cwd !== undefined && areBelow(toPaths(approval.input), cwd, cwd))
    covers.push({ kind: "files", directory: cwd });
  return {
    covers,
    where: [
      ...(agent.session === undefined ? [] : ["session" as const]),
      ...(cwd === undefined ? [] : ["directory" as const]),
      "everywhere",
    ],
  };
}

/** Whether a prefix says what will run. */
function isPrefix([first = "", second]: readonly string[]): boolean {
  if (wrapper.test(first)) return false;
  return !interpreter.test(first) || (second !== undefined && !second.startsWith("-"));
}

const shells = /^(\/(usr\/)?bin\/)?(bash|sh|zsh)$/;

/** The words that an input runs as a command; null if that is not certain. Any other field could change what they do. */
async function toCommandWords(input: unknown): Promise<string[] | null> {
  if (!isRecord(input)) return null;
  const { command, description: _, timeout: __, ...others } = input;
  if (Object.keys(others).length > 0) return null;
  const { toPlainWords } = await import("./shell-words.ts");
  if (typeof command === "string") return toPlainWords(command);
  if (!Array.isArray(command) || !command.every((word) => typeof word === "string")) return null;
  const [shell = "", flag, script, ...more] = command as string[];
  if (!shells.test(shell)) return command.length === 0 ? null : command;
  // As Codex runs commands.
  return (flag === "-lc" || flag === "-c") && script !== undefined && more.length === 0 ? toPlainWords(script) : null;
}

const pathFields = ["file_path", "filePath", "notebook_path", "path"];
const contentFields = [
  ...["content", "old_string", "new_string", "oldString", "newString", "replace_all", "replaceAll", "edits"],
  ...["new_source", "cell_id", "cell_type", "edit_mode", "offset", "limit"],
];

/** The files that an input names; empty if that is not certain. */
function toPaths(input: unknown): string[] {
  if (!isRecord(input)) return [];
  const names = Object.keys(input);
  if (!names.every((name) => pathFields.includes(name) || contentFields.includes(name))) return [];
  const paths = names.filter((name) => pathFields.includes(name)).map((name) => input[name]);
  return paths.every((path) => typeof path === "string" && path !== "") ? (paths as string[]) : [];
}

/** Whether all of these files are, or would be created, below a directory, after following every link. */
function areBelow(paths: readonly string[], cwd: string | undefined, directory: string): boolean {
  if (paths.length === 0 || !isAbsolute(directory)) return false;
  try {
    const root = realpathSync(directory);
    return paths.every((path) => {
      if (!isAbsolute(path) && (cwd === undefined || !isAbsolute(cwd))) return false;
      const way = relative(root, toRealPath(resolve(cwd ?? "/", path)));
      return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
    });
  } catch {
    return false;
  }
}

/** The file itself, or its place in a directory that exists. */
function toRealPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    // A link that leads nowhere would create a file somewhere else.
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true) throw error;
    return resolve(realpathSync(dirname(path)), basename(path));
  }
}
