import type { Cursor, Line } from "../text/styled-line.ts";

/** A row of a page with all that belongs to it: an option with its description, a field, a question in the review. */
export interface Block {
  lines: Line[];
  /** What is left of it where the screen is small and the row is not focused. */
  short?: Line[];
  /** Stands directly under the block above, without a blank line. */
  attached?: boolean;
  cursor?: Cursor;
}

/** What stands beside or below the rows. A drawing is cut where it is too wide, a text that must be read is wrapped. */
export interface Preview {
  title: string;
  text: string;
  wraps?: boolean;
}

/** What one page shows between the chip above and the rule below. The frame decides how much of it fits. */
export interface Page {
  title: string;
  /** The agent's question or our own sentence. It stays when the rows scroll. */
  head: Line[];
  blocks: Block[];
  /** The block that has to stay on the screen. */
  focus: number;
  preview?: Preview;
}
