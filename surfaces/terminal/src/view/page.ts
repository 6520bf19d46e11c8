import type { Cursor, Line } from "../text/styled-line.ts";

/** A row of a page with everything that belongs to it: an option with its description, a field, a question in the review. */
export interface Block {
  lines: Line[];
  /** A shorter form for small screens, while the row is not focused. */
  short?: Line[];
  /** No blank line above it. */
  attached?: boolean;
  cursor?: Cursor;
}

/** Shown beside or below the rows. */
export interface Preview {
  title: string;
  /** Its lines for this width. A drawing that is too wide is cut; text that must be read is wrapped. */
  toRows(width: number): Line[];
  /** Nothing can be allowed before all of it was on the screen. */
  mustRead?: boolean;
}

/** A page between the chip above and the rule below. The frame decides how much of it fits. */
export interface Page {
  title: string;
  /** The agent's question or our own sentence. Does not scroll with the rows. */
  head: Line[];
  blocks: Block[];
  /** The block that must stay on the screen. */
  focus: number;
  preview?: Preview;
}
