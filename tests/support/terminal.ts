import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ReadStream } from "node:tty";
import { fileURLToPath } from "node:url";
import { type IPty, spawn } from "@lydell/node-pty";
import xterm from "@xterm/headless";
import { inject, onTestFinished } from "vitest";

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const yourcall = join(root, "cli/bin/yourcall.cjs");

/**
 * What V8 compiled of the command in earlier runs. A test with a home of its own would compile it anew at each start, and
 * keep it for nobody.
 */
export const compileCache = join(root, "node_modules/.cache");

/** The environment of a command that can start no other program. */
export const noChildren = { NODE_OPTIONS: `--require ${join(root, "tests/support/no-children.cjs")}` };

export interface TerminalOptions {
  columns?: number;
  rows?: number;
  env?: Record<string, string | undefined>;
  /** Text that reaches the command on standard input through a pipe; without it the terminal is standard input. */
  stdin?: string;
  /** Leave standard output on the terminal instead of in a file. */
  stdoutOnTerminal?: boolean;
  /** The command, if not the built one of this repository. */
  command?: string[];
  /** A shell line that runs instead of the command; `"$@"` is the command. */
  shell?: string;
  /** The terminal's reply to the background query, as `#rrggbb`; none by default. */
  background?: string;
}

/** A command on a real pty whose screen a terminal emulator reads. */
export interface TestTerminal {
  /** The screen as a person sees it: rows without trailing blanks, blank rows at the end left out. */
  screen(): string;
  /** Scrollback and screen. */
  everything(): string;
  /** Resolves with the screen once it contains the text or matches. */
  see(wanted: string | RegExp): Promise<string>;
  /** Resolves once the screen no longer contains it. */
  gone(wanted: string | RegExp): Promise<string>;
  /** Resolves once the prompt accepts keys. */
  ready(): Promise<void>;
  /** All keys in one write, as held or typed-ahead keys arrive. */
  press(...keys: string[]): void;
  type(text: string): void;
  paste(text: string): void;
  resize(columns: number, rows: number): void;
  kill(signal: string): void;
  /** Closes the terminal, as closing its window does. */
  hangUp(): void;
  readonly pid: number;
  readonly exited: Promise<{ code: number; stdout: string }>;
  readonly modes: { bracketedPaste: boolean; focusReports: boolean };
  cursorVisible(): boolean;
  cursor(): { row: number; column: number };
  /** Standard output so far. */
  stdout(): string;
  /** Everything written to the terminal, escape sequences included. */
  raw(): string;
  /** The colour and weight of the cell where this text begins, according to the emulator. */
  styleOf(text: string): { color: string; bold: boolean; dim: boolean };
}

// Long enough for slow machines; only what never comes fails.
const patienceMs = 30_000;

const keys: Record<string, string> = {
  up: "\x1b[A",
  down: "\x1b[B",
  right: "\x1b[C",
  left: "\x1b[D",
  home: "\x1b[H",
  end: "\x1b[F",
  pageup: "\x1b[5~",
  pagedown: "\x1b[6~",
  delete: "\x1b[3~",
  enter: "\r",
  tab: "\t",
  "shift+tab": "\x1b[Z",
  space: " ",
  backspace: "\x7f",
  escape: "\x1b",
  "alt+enter": "\x1b\r",
  "alt+b": "\x1bb",
  "alt+f": "\x1bf",
  "numpad-1": "\x1bOq",
  "numpad-enter": "\x1bOM",
  "focus-in": "\x1b[I",
};

function toBytes(key: string): string {
  const control = /^ctrl\+([a-z])$/.exec(key)?.[1];
  if (control !== undefined) return String.fromCharCode(control.charCodeAt(0) - 96);
  return keys[key] ?? key;
}

/** Runs `yourcall ARGS` on a pty; it is ended after the test. */
export function openTerminal(args: string[], options: TerminalOptions = {}): TestTerminal {
  const place = mkdtempSync(join(tmpdir(), "yourcall-test-"));
  const out = join(place, "stdout");
  writeFileSync(out, "");
  if (options.stdin !== undefined) writeFileSync(join(place, "stdin"), options.stdin);
  const from = options.stdin === undefined ? "" : `cat '${join(place, "stdin")}' | `;
  const to = options.stdoutOnTerminal === true ? "" : ` >'${out}'`;
  // Without `exec`, a signal would reach only the shell.
  const line = options.shell ?? `${from === "" ? "exec " : from}"$@"${to}`;
  const { columns = 80, rows = 24 } = options;
  const emulator = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 5000 });
  const command = options.command ?? [process.execPath, yourcall];
  const pty: IPty = spawn("/bin/bash", ["-c", line, "test", ...command, ...args], {
    cols: columns,
    rows,
    cwd: root,
    env: cleanEnvironment(place, options.env ?? {}),
  });
  readToTheEnd(pty);
  let raw = "";
  let ended = false;
  const watchers = new Set<() => void>();
  const notify = () => {
    for (const watcher of watchers) watcher();
  };
  pty.onData((data) => {
    raw += data;
    if (options.background !== undefined && data.includes("\x1b]11;?")) pty.write(backgroundReply(options.background));
    emulator.write(data, notify);
  });
  const exited = new Promise<{ code: number; stdout: string }>((resolve) => {
    pty.onExit(({ exitCode, signal }) => {
      // It has ended once the emulator has processed the last output: until then what a test waits for may still come.
      emulator.write("", () => {
        ended = true;
        notify();
        resolve({ code: signal ? 128 + signal : exitCode, stdout: readFileSync(out, "utf8") });
      });
    });
  });
  onTestFinished(async () => {
    // The shell's whole process group: a command left behind would keep running without its terminal.
    if (!ended) killGroup(pty.pid);
    await exited;
    emulator.dispose();
    rmSync(place, { recursive: true, force: true });
  });

  const rowsOf = (from: number, to: number) => {
    const lines: string[] = [];
    for (let row = from; row < to; row++)
      lines.push(emulator.buffer.active.getLine(row)?.translateToString(true) ?? "");
    while (lines.at(-1) === "") lines.pop();
    return lines.join("\n");
  };
  const screen = () => rowsOf(emulator.buffer.active.baseY, emulator.buffer.active.baseY + emulator.rows);
  const everything = () => rowsOf(0, emulator.buffer.active.baseY + emulator.rows);

  function until(holds: () => boolean, what: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const settle = (act: () => void) => {
        clearTimeout(timer);
        watchers.delete(check);
        act();
      };
      const check = () => {
        if (holds()) settle(() => resolve(screen()));
        else if (ended) settle(() => reject(new Error(`Ended before ${what}. The screen:\n${everything()}`)));
      };
      const timer = setTimeout(
        () => settle(() => reject(new Error(`Waited in vain for ${what}. The screen:\n${everything()}`))),
        patienceMs,
      );
      watchers.add(check);
      check();
    });
  }
  // A frame may arrive in pieces; wait for the last one.
  const painting = () => emulator.modes.synchronizedOutputMode;
  const holds = (wanted: string | RegExp) =>
    typeof wanted === "string" ? screen().includes(wanted) : wanted.test(screen());

  return {
    screen,
    everything,
    see: (wanted) => until(() => !painting() && holds(wanted), `${wanted}`),
    gone: (wanted) => until(() => !painting() && !holds(wanted), `${wanted} to go`),
    ready: async () => void (await until(() => emulator.modes.bracketedPasteMode, "the prompt to take keys")),
    press: (...pressed) => pty.write(pressed.map(toBytes).join("")),
    type: (text) => pty.write(text),
    paste: (text) => pty.write(`\x1b[200~${text}\x1b[201~`),
    resize: (width, height) => {
      emulator.resize(width, height);
      pty.resize(width, height);
    },
    kill: (signal) => pty.kill(signal),
    hangUp: () => (pty as IPty & { destroy(): void }).destroy(),
    pid: pty.pid,
    exited,
    get modes() {
      return { bracketedPaste: emulator.modes.bracketedPasteMode, focusReports: emulator.modes.sendFocusMode };
    },
    // The emulator does not expose DECTCEM; the last of the two sequences decides.
    cursorVisible: () => raw.lastIndexOf("\x1b[?25h") >= raw.lastIndexOf("\x1b[?25l"),
    cursor: () => ({ row: emulator.buffer.active.cursorY, column: emulator.buffer.active.cursorX }),
    stdout: () => readFileSync(out, "utf8"),
    raw: () => raw,
    styleOf(text) {
      const buffer = emulator.buffer.active;
      for (let row = 0; row < buffer.length; row++) {
        const line = buffer.getLine(row);
        const column = line?.translateToString(false).indexOf(text) ?? -1;
        const cell = column === -1 ? undefined : line?.getCell(column);
        if (cell === undefined) continue;
        const color = cell.isFgRGB()
          ? `#${cell.getFgColor().toString(16).padStart(6, "0")}`
          : cell.isFgPalette()
            ? `${cell.getFgColor()}`
            : "default";
        return { color, bold: cell.isBold() !== 0, dim: cell.isDim() !== 0 };
      }
      throw new Error(`"${text}" is not on the screen:\n${everything()}`);
    },
  };
}

/**
 * node-pty closes a terminal 200 ms after its shell has ended, read or not: a busy machine would lose the last output. Here
 * it closes when nothing more comes.
 */
function readToTheEnd(pty: IPty): void {
  const { _socket: socket } = pty as unknown as { _socket: ReadStream };
  const destroy = socket.destroy.bind(socket);
  socket.destroy = (error) => {
    if (error !== undefined || socket.readableEnded) return destroy(error);
    let before = -1;
    const look = () => {
      if (socket.bytesRead === before) return void destroy();
      before = socket.bytesRead;
      // The time may pass without a read; the next round of the event loop may not.
      setTimeout(() => setImmediate(look), 50);
    };
    look();
    return socket;
  };
}

/** The command's own process, which the terminal's shell may have started or become. */
export function commandOf({ pid }: TestTerminal): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim() || pid);
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended in the meantime.
  }
}

/** A clean environment: no forced colours, no agent, an empty home, and a state directory whose hub other tests use too. */
function cleanEnvironment(home: string, more: Record<string, string | undefined>): Record<string, string> {
  const env: Record<string, string | undefined> = {
    PATH: process.env.PATH,
    HOME: home,
    XDG_CACHE_HOME: more.HOME === undefined ? compileCache : undefined,
    YOURCALL_HOME: inject("sharedHome"),
    LANG: "C.UTF-8",
    TERM: "xterm-256color",
    USER: "ana",
    YOURCALL_KEY_GUARD_MS: "0",
    ...more,
  };
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function backgroundReply(hex: string): string {
  const part = (at: number) => hex.slice(at, at + 2).repeat(2);
  return `\x1b]11;rgb:${part(1)}/${part(3)}/${part(5)}\x07`;
}
