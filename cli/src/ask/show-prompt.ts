import { openSync } from "node:fs";
import { isatty, ReadStream } from "node:tty";
import type { Ask } from "@yourcall/core";
import { type Prompt, type PromptOptions, startPrompt, type Terminal } from "@yourcall/terminal";
import { readConfig } from "../hub/read-config.ts";

export interface ShownPrompt extends PromptOptions {
  /** Plain lines, whatever the terminal can do. */
  accessible?: boolean;
}

/** Shows an ask on a terminal, drawn or as plain lines, with the person's settings. */
export async function showPrompt({ accessible = false, ...given }: ShownPrompt): Promise<Prompt> {
  const letters = readConfig().keys?.letters;
  const options: PromptOptions = {
    ...given,
    settings: { ...(letters === undefined ? {} : { letters }), ...given.settings },
  };
  if (!accessible && !isPlainTerminal(given.terminal)) return startPrompt(options);
  const { startLinearPrompt } = await import("@yourcall/terminal/linear");
  return startLinearPrompt(options);
}

/** Shows a question of this program itself: only its options count, and Esc leaves it without an answer. */
export function showOwnList(ask: Ask, terminal: Terminal): Promise<Prompt> {
  const own = { ...ask, ownList: true };
  return showPrompt({ ask: own, terminal, settings: { escapeTo: "list" } });
}

/** Whether this terminal, or its person, wants plain lines. */
export function isPlainTerminal(terminal: Terminal): boolean {
  const { ACCESSIBLE, TERM } = process.env;
  const accessible = ACCESSIBLE !== undefined && ACCESSIBLE !== "" && ACCESSIBLE !== "0";
  return accessible || TERM === "dumb" || typeof terminal.input.setRawMode !== "function";
}

/**
 * The terminal to ask on: painted on standard error, keys from standard input, or from the controlling terminal when standard
 * input is the pipe that carried the ask. Null if there is none.
 */
export function openTerminal(): Terminal | null {
  if (!process.stderr.isTTY) return null;
  if (process.stdin.isTTY) return { input: process.stdin, output: process.stderr };
  for (const open of [() => openSync("/dev/tty", "r"), () => 2]) {
    try {
      const fd = open();
      if (isatty(fd)) return { input: new ReadStream(fd), output: process.stderr, ownsInput: true };
    } catch {
      // No controlling terminal; standard error itself may still be readable.
    }
  }
  return null;
}
