/** A changed part of a file, in the shape in which ACP has it: screens show it as a diff. */
export interface Change {
  type: "diff";
  path: string;
  /** Null if the file is new. */
  oldText: string | null;
  newText: string;
}

/**
 * The changed parts of a file from a unified diff, one for each hunk. For a file that is added or deleted, hosts give its whole text
 * instead of a diff.
 */
export function toChanges(path: string, diff: string, kind: "add" | "delete" | string = "update"): Change[] {
  if (kind === "add" && !isUnified(diff)) return [{ type: "diff", path, oldText: null, newText: diff }];
  if (kind === "delete" && !isUnified(diff)) return [{ type: "diff", path, oldText: diff, newText: "" }];
  const changes: Change[] = [];
  let before: string[] = [];
  let after: string[] = [];
  function close(): void {
    if (before.length + after.length > 0)
      changes.push({ type: "diff", path, oldText: before.join("\n"), newText: after.join("\n") });
    before = [];
    after = [];
  }
  let isInside = false;
  for (const line of diff.split("\n")) {
    if (line.startsWith("@@")) {
      close();
      isInside = true;
    } else if (!isInside || line.startsWith("\\")) {
      // The head of the diff, or a note about the file's last line.
    } else if (line.startsWith("-")) before.push(line.slice(1));
    else if (line.startsWith("+")) after.push(line.slice(1));
    else if (line.startsWith(" ")) {
      before.push(line.slice(1));
      after.push(line.slice(1));
    }
  }
  close();
  // What cannot be read as a diff is shown as it is.
  return changes.length > 0 ? changes : [{ type: "diff", path, oldText: "", newText: diff }];
}

function isUnified(text: string): boolean {
  return /^@@ /m.test(text);
}
