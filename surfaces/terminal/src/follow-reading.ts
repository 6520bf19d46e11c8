import type { Reading } from "./view/view-preview.ts";

/** Follows which rows of an approval's text have been in some frame. The result says whether all have, so that it may be allowed. */
export function followReading(): (reading: Reading | null) => boolean {
  let read: Reading | null = null;
  return (reading) => {
    if (reading === null) return false;
    // Another width wraps the text into other rows, and rows that were skipped have not been read.
    const to = read?.of === reading.of ? read.to : 0;
    read = { ...reading, to: reading.from <= to ? Math.max(to, reading.to) : to };
    return read.to >= read.of;
  };
}
