import type { Key } from "@yourcall/core";

/** What came in from the terminal: something a person did, or something the terminal reports. */
export type TerminalInput =
  | { type: "key"; key: Key }
  /** As it was pasted, with `\n` for every line break; it may still hold control characters. */
  | { type: "paste"; text: string }
  | { type: "focus"; focused: boolean }
  /** The terminal's background colour, 0–255 each. */
  | { type: "background"; red: number; green: number; blue: number }
  /** A sequence without meaning here. It is reported so that it can be logged, and never read as keys. */
  | { type: "unknown"; sequence: string };
