import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";

/** A program in a tmux pane, on a separate tmux server. */
export interface TmuxPane {
  screen(): string;
  /** Scrollback and screen. */
  everything(): string;
  /** Resolves with the screen once this is true; `what` describes it for the error. */
  until(check: (screen: string) => boolean, what: string): Promise<string>;
  /** Resolves with the screen once it contains the text or matches. */
  see(wanted: string | RegExp): Promise<string>;
  /** Resolves once the screen no longer contains it. */
  gone(wanted: string | RegExp): Promise<string>;
  /** Resolves once our prompt accepts keys: it drops earlier input as meant for something else. */
  ready(): Promise<void>;
  /** Keys by tmux's names: `Enter`, `Escape`, `Down`, `1`. */
  press(...keys: string[]): void;
  /** Literal characters. */
  type(text: string): void;
  /** Pastes, marked as a paste if the program wants that. */
  paste(text: string): void;
  resize(columns: number, rows: number): void;
  /** The program's process. */
  readonly pid: number;
  end(): void;
}

export interface TmuxOptions {
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  columns?: number;
  rows?: number;
}

export function openTmux(command: readonly string[], options: TmuxOptions): TmuxPane {
  const { cwd, columns = 80, rows = 24 } = options;
  const directory = mkdtempSync(join(tmpdir(), "yourcall-tmux-"));
  const server = join(directory, "tmux");
  const tmux = (...words: string[]) =>
    execFileSync("tmux", ["-S", server, "-f", "/dev/null", ...words], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  const env = Object.entries({ ...options.env, TERM: "xterm-256color" }).map(([name, value]) =>
    quote(`${name}=${value}`),
  );
  const script = join(directory, "run.sh");
  const written = join(directory, "written");
  writeFileSync(written, "");
  writeFileSync(
    script,
    `#!/bin/sh
tmux -S ${quote(server)} wait-for watched
cd ${quote(cwd)}
exec env -i ${env.join(" ")} ${command.map(quote).join(" ")}
`,
  );
  chmodSync(script, 0o755);
  tmux("new-session", "-d", "-x", String(columns), "-y", String(rows), script);
  tmux("pipe-pane", `cat >> ${quote(written)}`);
  tmux("wait-for", "-S", "watched");
  const pid = Number(tmux("list-panes", "-F", "#{pane_pid}"));
  const screen = () => tmux("capture-pane", "-p").trimEnd();

  function until(check: (text: string) => boolean, what: string): Promise<string> {
    let text = "";
    let read = -1;
    return vi.waitFor(
      () => {
        // A process each time: only when the program has written something since.
        const { size } = statSync(written);
        if (size !== read) text = screen();
        read = size;
        if (!check(text)) throw new Error(`${what}:\n${text}`);
        return text;
      },
      { timeout: 60_000, interval: 50 },
    );
  }

  return {
    pid,
    screen,
    everything: () => tmux("capture-pane", "-p", "-S", "-").trimEnd(),
    until,
    see: (wanted) => until((text) => holds(text, wanted), `not on the screen: ${wanted}`),
    gone: (wanted) => until((text) => !holds(text, wanted), `still on the screen: ${wanted}`),
    async ready() {
      await until(() => readFileSync(written, "utf8").includes(focusReportsOn), "takes no keys");
    },
    press: (...keys) => void tmux("send-keys", ...keys),
    type: (text) => void tmux("send-keys", "-l", text),
    paste(text) {
      tmux("set-buffer", "--", text);
      tmux("paste-buffer", "-p", "-d");
    },
    resize: (width, height) => void tmux("resize-window", "-x", String(width), "-y", String(height)),
    end() {
      try {
        tmux("kill-server");
      } catch {
        // It is already gone.
      }
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

// The prompt writes it when it starts to listen.
const focusReportsOn = "\x1b[?1004h";

export function holds(text: string, wanted: string | RegExp): boolean {
  return typeof wanted === "string" ? text.includes(wanted) : wanted.test(text);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
