import { test } from "vitest";
import { type ClaudePlace, claudeBinary, testWithClaude } from "./claude.ts";
import { testWith } from "./needs.ts";
import { readOf } from "./processes.ts";
import { holds, openTmux, type TmuxPane } from "./tmux.ts";

/** `test`, if both the real binary and tmux are installed. */
export const testWithTui = testWith("tmux") === test ? testWithClaude : test.skip;

/** The real Claude Code on a terminal. */
export interface ClaudeTui extends TmuxPane {
  /** Presses a key until the screen shows this: a dialog that has just opened ignores keys. */
  pressUntil(key: string, wanted: string | RegExp): Promise<string>;
  /** Types into a field until the screen shows the text: a field that has just been drawn ignores keys. */
  typeUntilSeen(text: string, isSeen?: (screen: string) => boolean): Promise<string>;
  /** Types a prompt and sends it. */
  say(prompt: string): Promise<void>;
  /** Begins a new conversation. */
  clear(): Promise<void>;
}

const ignoredMs = 800;

/**
 * Types at the first call, and at a later one only if that was ignored: the program has slept ever since. On a busy machine it may not
 * have come to read its input yet, and would then take it twice.
 */
function createTypist(pid: number, type: (isAgain: boolean) => void): () => void {
  let sleepsSince: number | undefined;
  return () => {
    const isAgain = sleepsSince !== undefined;
    if (isAgain && !/\) S /.test(readOf(pid, "stat"))) sleepsSince = Date.now();
    if (sleepsSince !== undefined && Date.now() - sleepsSince < ignoredMs) return;
    type(isAgain);
    sleepsSince = Date.now();
  };
}

/** What is in the field for prompts, the last one on the screen. */
function fieldOf(screen: string): string | undefined {
  return /❯(.*)\n[^❯]*$/.exec(screen)?.[1]?.trim();
}

/** Starts it and resolves when it accepts a prompt. */
export async function openClaude(place: ClaudePlace, args: string[] = []): Promise<ClaudeTui> {
  const pane = openTmux([claudeBinary, ...args], { cwd: place.cwd, env: place.env, columns: 110, rows: 40 });
  const tui: ClaudeTui = {
    ...pane,
    pressUntil(key, wanted) {
      const dialog = /Esc to cancel|Exit plan mode\?|Would you like to proceed\?/;
      const places = key === "Escape" ? [dialog, /esc to interrupt/] : [dialog];
      let place: RegExp | undefined;
      const press = createTypist(pane.pid, () => pane.press(key));
      return pane.until((text) => {
        if (holds(text, wanted)) return true;
        // Again only at the same place: what closes a dialog would interrupt Claude once that works on.
        place ??= places.find((each) => each.test(text));
        if (place?.test(text) === true) press();
        return false;
      }, `${key} does not lead to ${wanted}`);
    },
    typeUntilSeen(words, isSeen = (text) => text.includes(words)) {
      let isTyped = false;
      const type = createTypist(pane.pid, (isAgain) => {
        // What arrived of an earlier attempt goes.
        if (isAgain) pane.press("C-u");
        pane.type(words);
        isTyped = true;
      });
      return pane.until((text) => {
        if (isTyped && isSeen(text)) return true;
        type();
        return false;
      }, `typing does not show ${words}`);
    },
    async say(prompt) {
      // Text typed while it works is queued.
      await tui.gone("esc to interrupt");
      // A repeated key press may have ended up here.
      pane.press("C-u");
      // In the field: the same words may be further up. An Enter that arrives together with them would be text, as if pasted.
      await tui.typeUntilSeen(prompt, (text) => fieldOf(text) === prompt);
      pane.press("Enter");
    },
    async clear() {
      await tui.say("/clear");
      // Nothing else is left, also of an earlier one.
      await tui.see(/^[^❯]*❯ \/clear\s*\n[^❯]*❯\s*\n[^❯]*$/);
    },
  };
  try {
    await tui.see(/^\s*❯/m);
    return tui;
  } catch (error) {
    tui.end();
    throw error;
  }
}
