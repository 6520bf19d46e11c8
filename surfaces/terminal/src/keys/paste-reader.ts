const end = "\u001b[201~";

/** Longer pastes are cut. A field takes far less. */
export const maxPasteLength = 100_000;

/** Collects a bracketed paste. Its end marker may be split between chunks. */
export function createPasteReader() {
  let kept = "";
  // Possibly the start of an end marker.
  let held = "";

  function keep(text: string): void {
    if (kept.length < maxPasteLength) kept += text.slice(0, maxPasteLength - kept.length);
  }

  return {
    /** Reads from `start`. Returns where the text after the end marker begins, or undefined if the paste goes on. */
    take(text: string, start: number) {
      const all = held + text.slice(start);
      const found = all.indexOf(end);
      if (found !== -1) {
        keep(all.slice(0, found));
        const after = start + found + end.length - held.length;
        held = "";
        return after;
      }
      let size = Math.min(end.length - 1, all.length);
      while (!end.startsWith(all.slice(all.length - size))) size--;
      held = all.slice(all.length - size);
      keep(all.slice(0, all.length - size));
      return undefined;
    },
    /** The pasted text, with `\n` for every line break. Empties the reader. */
    finish() {
      keep(held);
      const text = kept.toWellFormed().replace(/\r\n?/g, "\n");
      kept = "";
      held = "";
      return text;
    },
  };
}
