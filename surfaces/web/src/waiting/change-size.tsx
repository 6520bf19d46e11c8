import type { FileEdit } from "@yourcall/core";

/** How much an edit changes: `+14 −7`. */
export function ChangeSize({ edits }: { edits: readonly FileEdit[] }) {
  const { added, removed } = countChanges(edits);
  return (
    <span className="row-size">
      <span data-tone="success">+{added}</span> {removed > 0 && <span data-tone="danger">−{removed}</span>}
    </span>
  );
}

/** Lines that only one side has: near enough for a row. */
function countChanges(edits: readonly FileEdit[]): { added: number; removed: number } {
  const lines = (text: string | null) => (text === null || text === "" ? [] : text.replace(/\n$/, "").split("\n"));
  const without = (own: readonly string[], other: ReadonlySet<string>) => own.filter((line) => !other.has(line)).length;
  const counts = edits.map(({ before, after }) => {
    const [old, next] = [lines(before), lines(after)];
    return { added: without(next, new Set(old)), removed: without(old, new Set(next)) };
  });
  return {
    added: counts.reduce((sum, { added }) => sum + added, 0),
    removed: counts.reduce((sum, { removed }) => sum + removed, 0),
  };
}
