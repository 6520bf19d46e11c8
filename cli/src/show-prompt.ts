import type { Ask } from "@yourcall/core";
import { type Prompt, type PromptOptions, startPrompt, type Terminal } from "@yourcall/terminal";
import { readConfig } from "./read-config.ts";
import { say } from "./say.ts";

export interface ShowOptions extends Partial<PromptOptions> {
  /** Plain lines, also where the terminal could show more. */
  accessible?: boolean;
}

/** Shows an ask on a terminal with the person's settings: drawn, or as plain lines where that is asked for or all there is. */
export async function showPrompt(
  ask: Ask,
  terminal: Terminal,
  { accessible = false, ...more }: ShowOptions = {},
): Promise<Prompt> {
  const letters = readConfig(say).keys?.letters;
  const options: PromptOptions = {
    ask,
    terminal,
    editor: async () => (await import("@yourcall/terminal/editor")).editInEditor,
    ...(letters === undefined ? {} : { settings: { letters } }),
    ...more,
  };
  if (!accessible && !isPlainTerminal(terminal)) return startPrompt(options);
  const { startLinearPrompt } = await import("@yourcall/terminal/linear");
  return startLinearPrompt(options);
}

/** Is this a terminal, or a person, for plain lines? */
export function isPlainTerminal(terminal: Terminal): boolean {
  const { ACCESSIBLE, TERM } = process.env;
  const accessible = ACCESSIBLE !== undefined && ACCESSIBLE !== "" && ACCESSIBLE !== "0";
  return accessible || TERM === "dumb" || typeof terminal.input.setRawMode !== "function";
}
