import { type Prompt, type PromptOptions, startPrompt, type Terminal } from "@yourcall/terminal";
import { readConfig } from "../hub/read-config.ts";
import { say } from "../say.ts";

/** Shows an ask on a terminal, drawn or as plain lines, with the person's settings and editor. */
export async function showPrompt({
  accessible = false,
  ...given
}: PromptOptions & { accessible?: boolean }): Promise<Prompt> {
  const letters = readConfig(say).keys?.letters;
  const options: PromptOptions = {
    editor: async () => (await import("@yourcall/terminal/editor")).editInEditor,
    ...(letters === undefined ? {} : { settings: { letters } }),
    ...given,
  };
  if (!accessible && !isPlainTerminal(given.terminal)) return startPrompt(options);
  const { startLinearPrompt } = await import("@yourcall/terminal/linear");
  return startLinearPrompt(options);
}

/** Whether this terminal, or its person, wants plain lines. */
export function isPlainTerminal(terminal: Terminal): boolean {
  const { ACCESSIBLE, TERM } = process.env;
  const accessible = ACCESSIBLE !== undefined && ACCESSIBLE !== "" && ACCESSIBLE !== "0";
  return accessible || TERM === "dumb" || typeof terminal.input.setRawMode !== "function";
}
