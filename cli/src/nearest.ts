/** ` Did you mean "list"?`, if one of the words is close to the given one; otherwise nothing. */
export function didYouMean(given: string, words: readonly string[], quote = (word: string) => `"${word}"`): string {
  const found = nearest(given, words);
  return found === undefined ? "" : ` Did you mean ${quote(found)}?`;
}

/** The word that a person most likely meant: it begins like the given one, or only a few letters differ. */
export function nearest(given: string, words: readonly string[]): string | undefined {
  const wanted = given.toLowerCase();
  if (wanted.length < 2) return undefined;
  const most = wanted.length <= 4 ? 1 : 2;
  const near = words
    .map((word) => ({ word, distance: word.startsWith(wanted) ? 0.5 : distanceOf(wanted, word) }))
    .filter(({ distance }) => distance <= most)
    .sort((one, other) => one.distance - other.distance);
  return near[0]?.word;
}

/** How many letters are missing, added, wrong or swapped. */
function distanceOf(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= one.length; at++) {
    const next = [at];
    for (let to = 1; to <= other.length; to++) {
      const same = one[at - 1] === other[to - 1] ? 0 : 1;
      let least = Math.min((next[to - 1] ?? 0) + 1, (row[to] ?? 0) + 1, (row[to - 1] ?? 0) + same);
      const swapped = at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1];
      if (swapped) least = Math.min(least, (before[to - 2] ?? 0) + 1);
      next.push(least);
    }
    before = row;
    row = next;
  }
  return row[other.length] ?? 0;
}

/** What is wrong with an option, in our words instead of Node's. `names` are the options that the command has. */
export function describeOptionError({ code, message }: { code?: string; message: string }, names: string[]): string {
  const quoted = /'([^']*)'/.exec(message)?.[1] ?? "";
  const option = /--[\w-]+|-\w/.exec(quoted.replace(/^-\w, /, ""))?.[0] ?? quoted;
  switch (code) {
    case "ERR_PARSE_ARGS_UNKNOWN_OPTION": {
      const meant = didYouMean(
        option.replace(/^-+/, ""),
        names.filter((name) => name !== "help"),
        (name) => `--${name}`,
      );
      return `Unknown option ${option}.${meant || " Use --help to see the options."}`;
    }
    case "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL":
      return `Unexpected argument "${quoted}". Use --help to see how this command is used.`;
    default:
      if (message.includes("does not take an argument")) return `${option} takes no value.`;
      if (message.includes("ambiguous"))
        return `${option} needs a value. If the value begins with a dash, write ${option}=-VALUE.`;
      return `${option} needs a value.`;
  }
}
