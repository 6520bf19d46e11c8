/** The terminal's title while the inbox is open: how many wait. */
export interface Title {
  set(waiting: number): void;
  /** The title that was there before. */
  restore(): void;
}

const push = "\x1b[22;2t";
const pop = "\x1b[23;2t";

export function createTitle(write: (text: string) => void): Title {
  let shown: string | null = null;
  return {
    set(waiting) {
      const title = waiting === 0 ? "yourcall" : `(${waiting}) yourcall`;
      if (title === shown) return;
      write(`${shown === null ? push : ""}\x1b]2;${title}\x07`);
      shown = title;
    },
    restore() {
      if (shown !== null) write(pop);
      shown = null;
    },
  };
}
