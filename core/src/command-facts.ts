import { maxMarkdownLength } from "./limits.ts";

/** Something a command does that is easily overlooked. It is a fact, not a judgement: nothing follows from it. */
export interface CommandFact {
  /** Where it is in the command. */
  from: number;
  to: number;
  /** What it does, to be read after the command: `pipes into sh`. */
  words: string;
}

// Between two words of a command: blanks, and a line that is continued.
const gap = String.raw`(?:[ \t]|\\\n){1,20}`;
// A path that is not below the directory in which the command runs, or may not be.
const path = String.raw`(["']?)((?:[~/$]|\.\.(?![^/\s;&|<>"'()]))[^\s;&|<>"'()]{0,200})\1`;
// Where a command may begin.
const start = String.raw`(?<![\w./-])`;

const rules: readonly { match: RegExp; toWords: (found: RegExpExecArray, cwd: string) => string | null }[] = [
  {
    match: new RegExp(String.raw`\|&?(?:[ \t]|\\?\n){0,20}(?:sudo${gap})?((?:ba|z|da|k|fi)?sh)(?![\w.-])`, "g"),
    toWords: ([, shell]) => `pipes into ${shell}`,
  },
  {
    match: new RegExp(String.raw`${start}rm((?:${gap}-[\w-]{1,40}){1,8})`, "g"),
    toWords: ([, flags = ""]) => (deletesAll(flags) ? "deletes directories without asking" : null),
  },
  {
    match: new RegExp(String.raw`(?<=${start}rm[ \t][^;&|<>()\n]{0,200})(?<=[ \t])${path}`, "g"),
    toWords: (found, cwd) => (isOutside(found, cwd) ? `deletes ${found[2]}, outside the project` : null),
  },
  {
    match: /(?<=\s)(?:--force|--force-with-lease|--hard)(?![\w-])/g,
    toWords: ([flag]) => `has ${flag}`,
  },
  {
    match: new RegExp(String.raw`${start}git${gap}push(?:${gap}[\w./:@-]{1,80}){0,4}?${gap}-f(?![\w-])`, "g"),
    toWords: () => "has push -f",
  },
  {
    match: new RegExp(String.raw`(?:(?<![<=-])>{1,2}\|?[ \t]{0,20}|${start}tee${gap}(?:-a${gap})?)${path}`, "g"),
    toWords: (found, cwd) => (isOutside(found, cwd) ? `writes to ${found[2]}, outside the project` : null),
  },
];

// Rare in a command somebody can read, and each is a mark on the screen.
const mostFacts = 20;

/** What stands out in a shell command of an agent that works in `cwd`, in order. A very long command is not searched. */
export function findCommandFacts(command: string, cwd = ""): CommandFact[] {
  if (command.length > maxMarkdownLength) return [];
  const facts = rules.flatMap(({ match, toWords }) => {
    const found: CommandFact[] = [];
    for (const each of command.matchAll(match)) {
      const words = toWords(each, cwd);
      if (words !== null) found.push({ from: each.index, to: each.index + each[0].length, words });
      if (found.length >= mostFacts) break;
    }
    return found;
  });
  const inOrder = facts.sort((one, other) => one.from - other.from);
  return inOrder.filter(({ from }, at) => at === 0 || from >= (inOrder[at - 1]?.to ?? 0)).slice(0, mostFacts);
}

/** Whether these are the flags of `rm -rf`, in any order and spelling. */
function deletesAll(flags: string): boolean {
  const short = (letters: RegExp) => flags.split(/[\s\\]+/).some((flag) => /^-\w/.test(flag) && letters.test(flag));
  return (short(/[rR]/) || flags.includes("--recursive")) && (short(/f/) || flags.includes("--force"));
}

/** Whether the path that was found is known to be elsewhere than in this directory. */
function isOutside({ 2: path = "", input, index }: RegExpExecArray, cwd: string): boolean {
  if (/^\/dev\/(?:null|std(?:out|err|in)|tty|fd\/\d+)$/.test(path)) return false;
  if (path.startsWith("$")) return /^\$\{?HOME\b/.test(path);
  if (path.startsWith("~")) return !(cwd.startsWith("~") && isBelow(path, cwd));
  if (!cwd.startsWith("/")) return false;
  if (!path.startsWith(".")) return !isBelow(path, cwd);
  // Elsewhere, it leads elsewhere.
  if (/(?:^|[\s;&|(])(?:cd|pushd|popd)\b/.test(input.slice(0, index))) return false;
  let [above, rest] = [cwd.replace(/\/$/, ""), path];
  for (; /^\.\.(?:\/|$)/.test(rest); rest = rest.slice(3)) above = above.replace(/\/[^/]*$/, "");
  return !isBelow(`${above}/${rest}`, cwd);
}

function isBelow(path: string, directory: string): boolean {
  return (
    (path === directory || path.startsWith(`${directory.replace(/\/$/, "")}/`)) && !/(?:^|\/)\.\.(?:\/|$)/.test(path)
  );
}
