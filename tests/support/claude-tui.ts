import { test } from "vitest";
import { type ClaudePlace, claudeBinary, testWithClaude } from "./claude.ts";
import { testWith } from "./needs.ts";
import { holds, openTmux, type TmuxPane } from "./tmux.ts";

/** `test`, if both the real binary and tmux are installed. */
export const testWithTui = testWith("tmux", "-V") === test ? testWithClaude : test.skip;

/** The real Claude Code on a terminal. */
export interface ClaudeTui extends TmuxPane {
  /** Presses a key until the screen shows this: a dialog that has just opened ignores keys. */
  pressUntil(key: string, wanted: string | RegExp): Promise<string>;
  /** Types into the field of a dialog until the screen shows it: a field that has just been drawn ignores keys. */
  typeUntilSeen(text: string): Promise<string>;
  /** Types a prompt and sends it. */
  say(prompt: string): Promise<void>;
  /** Begins a new conversation. */
  clear(): Promise<void>;
}

const againMs = 1000;

/** Starts it and resolves when it accepts a prompt. */
export async function openClaude(place: ClaudePlace, args: string[] = []): Promise<ClaudeTui> {
  const pane = openTmux([claudeBinary, ...args], { cwd: place.cwd, env: place.env, columns: 110, rows: 40 });
  const tui: ClaudeTui = {
    ...pane,
    pressUntil(key, wanted) {
      const dialog = /Esc to cancel|Exit plan mode\?|Would you like to proceed\?/;
      const places = key === "Escape" ? [dialog, /esc to interrupt/] : [dialog];
      let place: RegExp | undefined;
      let pressedAt = 0;
      return pane.until((text) => {
        if (holds(text, wanted)) return true;
        // Again only at the same place: what closes a dialog would interrupt Claude once that works on.
        place ??= places.find((each) => each.test(text));
        if (place?.test(text) === true && Date.now() - pressedAt > againMs) {
          pane.press(key);
          pressedAt = Date.now();
        }
        return false;
      }, `${key} does not lead to ${wanted}`);
    },
    typeUntilSeen(words) {
      let typedAt = 0;
      return pane.until((text) => {
        if (holds(text, words)) return true;
        if (Date.now() - typedAt > againMs) {
          // What arrived of an earlier attempt goes.
          if (typedAt > 0) pane.press("C-u");
          pane.type(words);
          typedAt = Date.now();
        }
        return false;
      }, `typing does not show ${words}`);
    },
    async say(prompt) {
      // Text typed while it works is queued.
      await tui.gone("esc to interrupt");
      // A repeated key press may have ended up here.
      pane.press("C-u");
      await tui.typeUntilSeen(prompt);
      pane.press("Enter");
    },
    async clear() {
      await tui.say("/clear");
      await tui.see(/^❯ \/clear\s*$[\s\S]*^❯\s*$/m);
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
