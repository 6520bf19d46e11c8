import type { ChangedFile, ChangedHunk } from "@yourcall/core/internal/wire";

type FileHead = Omit<ChangedFile, "hunks" | "note">;

/** The files in what `git diff --raw --numstat -z` prints. Names may contain anything except NUL. */
export function parseFileList(text: string): FileHead[] {
  const words = text.split("\0");
  const files = new Map<string, FileHead>();
  let at = 0;
  const next = () => words[at++] ?? "";
  while (at < words.length - 1) {
    const word = next();
    if (word.startsWith(":")) {
      const status = word.split(" ").at(-1)?.charAt(0) ?? "";
      const from = status === "R" || status === "C" ? next() : undefined;
      const path = next();
      // A file in conflict is listed twice.
      if (files.get(path)?.kind !== "conflict")
        files.set(path, { path, from, kind: kinds[status] ?? "changed", added: 0, removed: 0 });
      continue;
    }
    const [added = "", removed = "", name = ""] = splitAt(word, "\t", 3);
    if (name === "") next();
    const file = files.get(name === "" ? next() : name);
    // A binary file has `-` in place of numbers.
    if (file !== undefined) Object.assign(file, { added: Number(added) || 0, removed: Number(removed) || 0 });
  }
  return [...files.values()];
}

const kinds: Record<string, FileHead["kind"]> = { A: "new", D: "deleted", R: "renamed", U: "conflict" };

function splitAt(text: string, mark: string, most: number): string[] {
  const parts = text.split(mark);
  return [...parts.slice(0, most - 1), parts.slice(most - 1).join(mark)];
}

interface FilePatch {
  isBinary: boolean;
  hunks: ChangedHunk[];
}

/** The patches in what `git diff` prints, in the order of the files. Names in it are not read: only where each patch begins. */
export function parsePatches(text: string): FilePatch[] {
  const patches: FilePatch[] = [];
  let hunk: ChangedHunk | undefined;
  for (const line of text.split("\n")) {
    // Within a hunk every line begins with a space, a sign or a backslash, so this is the next file.
    if (line.startsWith("diff --git ")) {
      patches.push({ isBinary: false, hunks: [] });
      hunk = undefined;
      continue;
    }
    const patch = patches.at(-1);
    if (patch === undefined) continue;
    const [, before, after] = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line) ?? [];
    if (before !== undefined && after !== undefined) {
      hunk = { before: Number(before), after: Number(after), lines: [] };
      patch.hunks.push(hunk);
    } else if (hunk === undefined) patch.isBinary ||= line.startsWith("Binary files ");
    else if (/^[ +-]/.test(line)) hunk.lines.push(line);
  }
  return patches;
}
