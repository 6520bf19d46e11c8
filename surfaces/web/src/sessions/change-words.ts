import type { SessionChanges } from "@yourcall/client";

function count(number: number, one: string, several = `${one}s`): string {
  return `${number} ${number === 1 ? one : several}`;
}

/** What a merge does, for the person to confirm. */
export function toMergeWords({
  branch,
  files,
  added,
  removed,
  commits,
  uncommitted,
  mergesInto,
}: SessionChanges): string[] {
  const parts = [
    ...(commits > 0 ? [count(commits, "commit")] : []),
    ...(uncommitted > 0 ? [`${count(uncommitted, "uncommitted file")}, committed first`] : []),
  ];
  return [
    `${branch} goes into ${mergesInto.branch} in ${mergesInto.root}: ${parts.join(" and ")}; +${added} −${removed} in ${count(files.length, "file")}.`,
    "Nothing is pushed, and nothing is lost: the worktree and its branch stay until you discard them.",
  ];
}

/** What is lost with a worktree, for the person to confirm. */
export function toDiscardWords({ branch, path, commits, ownCommits, uncommitted, isGone }: SessionChanges): string[] {
  const lost = [
    ...(ownCommits > 0
      ? [`${count(ownCommits, "commit")} that ${ownCommits === 1 ? "is" : "are"} on no other branch`]
      : []),
    ...(uncommitted > 0 ? [`the uncommitted changes of ${count(uncommitted, "file")}`] : []),
  ];
  const safe = commits > 0 ? "All its commits are on other branches." : "It has no commits of its own.";
  return [
    lost.length > 0 ? `This is lost for good: ${lost.join(", and ")}.` : `No work is lost. ${safe}`,
    isGone
      ? `The branch ${branch} is deleted.`
      : `The branch ${branch} and the directory ${path} are deleted, with files that git ignores. The conversation stays.`,
  ];
}
