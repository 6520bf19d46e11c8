import type { Frame } from "./view/view-frame.ts";
import type { Reading } from "./view/view-preview.ts";

/**
 * Follows what of an approval's text has been in some frame: rows below the question, or lines of a plan or a change that was reviewed
 * line by line. The result says whether all of it has, so that it may be allowed; `lines` is how many lines there are to review.
 */
export function followReading(lines: () => number): (frame: Pick<Frame, "reading" | "reviewed">) => boolean {
  const reviewed = new Set<number>();
  let read: Reading | null = null;
  return (frame) => {
    for (const line of frame.reviewed) reviewed.add(line);
    const { reading } = frame;
    if (reading === null) return false;
    // Another width wraps the text into other rows, and rows that were skipped have not been read.
    const to = read?.of === reading.of ? read.to : 0;
    read = { ...reading, to: reading.from <= to ? Math.max(to, reading.to) : to };
    const areLinesRead = reviewed.size > 0 && reviewed.size === lines();
    if (areLinesRead && read.to >= reading.reviewed.from) read.to = Math.max(read.to, reading.reviewed.to);
    return read.to >= read.of;
  };
}
