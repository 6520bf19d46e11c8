import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, vi } from "vitest";
import { type ClaudePlace, claudeBinary, testWithClaude } from "./claude.ts";
import { testWith } from "./needs.ts";

/** `test`, where both the real binary and tmux are there. */
export const testWithTui = testWith("tmux", "-V") === test ? testWithClaude : test.skip;

/** The real Claude Code on a terminal: a pane of a tmux server of its own. */
export interface ClaudeTui {
  /** Resolves with the screen once it holds the text or matches. */
  see(wanted: string | RegExp): Promise<string>;
  /** Resolves once the screen no longer holds it. */
  gone(wanted: string | RegExp): Promise<string>;
  screen(): string;
  /** Keys by tmux's names: `Enter`, `Escape`, `Down`, `1`. */
  press(...keys: string[]): void;
  /** Presses a key, again where it was not taken (a dialog that has just come up takes none), until the screen holds this. */
  pressUntil(key: string, wanted: string | RegExp): Promise<string>;
  /** Types a prompt and sends it. */
  say(prompt: string): Promise<void>;
  /** Begins a new conversation. */
  clear(): Promise<void>;
  /** The process of Claude Code. */
  readonly pid: number;
  end(): void;
}

const againMs = 1000;

/** Starts it and resolves when it takes a prompt. */
export async function openClaude(place: ClaudePlace, args: string[] = []): Promise<ClaudeTui> {
  const directory = mkdtempSync(join(tmpdir(), "yourcall-tui-"));
  const server = join(directory, "tmux");
  const tmux = (...words: string[]) =>
    execFileSync("tmux", ["-S", server, "-f", "/dev/null", ...words], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const env = Object.entries({ ...place.env, TERM: "xterm-256color" }).map(([name, value]) =>
    quote(`${name}=${value}`),
  );
  const script = join(directory, "claude.sh");
  writeFileSync(
    script,
    `#!/bin/sh\ncd ${quote(place.cwd)}\nexec env -i ${env.join(" ")} ${[claudeBinary, ...args].map(quote).join(" ")}\n`,
  );
  chmodSync(script, 0o755);
  tmux("new-session", "-d", "-x", "110", "-y", "40", script);
  const pid = Number(tmux("list-panes", "-F", "#{pane_pid}"));

  const screen = () => tmux("capture-pane", "-p").trimEnd();
  const holds = (text: string, wanted: string | RegExp) =>
    typeof wanted === "string" ? text.includes(wanted) : wanted.test(text);
  const until = (check: (text: string) => boolean, what: string) =>
    vi.waitFor(
      () => {
        const text = screen();
        if (!check(text)) throw new Error(`${what}:\n${text}`);
        return text;
      },
      { timeout: 20_000, interval: 50 },
    );

  const tui: ClaudeTui = {
    pid,
    screen,
    see: (wanted) => until((text) => holds(text, wanted), `not on the screen: ${wanted}`),
    gone: (wanted) => until((text) => !holds(text, wanted), `still on the screen: ${wanted}`),
    press: (...keys) => void tmux("send-keys", ...keys),
    pressUntil(key, wanted) {
      let pressedAt = 0;
      return until((text) => {
        if (holds(text, wanted)) return true;
        const isTaken = key === "Escape" ? /esc to (cancel|interrupt)/i : /Esc to cancel/;
        if (isTaken.test(text) && Date.now() - pressedAt > againMs) {
          tmux("send-keys", key);
          pressedAt = Date.now();
        }
        return false;
      }, `${key} does not lead to ${wanted}`);
    },
    async say(prompt) {
      // What is typed while it works is kept for later.
      await tui.gone("esc to interrupt");
      // A key that was pressed again, and was taken the first time, may have ended up here.
      tmux("send-keys", "C-u");
      tmux("send-keys", "-l", prompt);
      await tui.see(prompt);
      tmux("send-keys", "Enter");
    },
    async clear() {
      await tui.say("/clear");
      await tui.see(/^❯ \/clear\s*$[\s\S]*^❯\s*$/m);
    },
    end() {
      try {
        tmux("kill-server");
      } catch {
        // It has gone by itself.
      }
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
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
