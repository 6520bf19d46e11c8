import { type IPty, spawn } from "@lydell/node-pty";
import xterm from "@xterm/headless";
import { type Command, root } from "../command.ts";

const columns = 80;
const rows = 24;

const running = new Set<TerminalChild>();
process.on("exit", () => {
  for (const child of running) child.kill();
});

interface Wait {
  isMet: (screen: string[]) => boolean;
  resolve: (at: number) => void;
}

/**
 * A child on a real pty with a terminal emulator reading it. Each piece of output is stamped when it arrives and parsed
 * afterwards, so that the emulator's own time is in no measurement.
 */
export class TerminalChild {
  readonly startedAt: number;
  readonly exited: Promise<number>;
  readonly #pty: IPty;
  readonly #terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
  #wait: Wait | undefined;
  #lastOutputAt = 0;

  constructor({ file, args, env }: Command) {
    this.startedAt = performance.now();
    this.#pty = spawn(file, args, { name: "xterm-256color", cols: columns, rows, cwd: root, env });
    running.add(this);
    this.#pty.onData((data) => {
      const at = performance.now();
      this.#lastOutputAt = at;
      this.#terminal.write(data, () => this.#parsed(at));
    });
    // A terminal answers what programs ask it (colours, cursor position); without this some would wait for a reply.
    this.#terminal.onData((reply) => this.#pty.write(reply));
    this.exited = new Promise((resolve) => {
      this.#pty.onExit(() => {
        running.delete(this);
        resolve(performance.now());
      });
    });
  }

  /** Types `keys`. Returns the moment before they were written. */
  type(keys: string): number {
    const at = performance.now();
    this.#pty.write(keys);
    return at;
  }

  /** Resolves with the arrival time of the output after which `isMet` first held. */
  async screenWhere(what: string, isMet: (screen: string[]) => boolean, limitMs: number): Promise<number> {
    const met = new Promise<number>((resolve) => {
      this.#wait = { isMet, resolve };
    });
    const gone = this.exited.then(() => {
      throw new Error(`ended before ${what}; its screen:\n${this.screen().join("\n").trimEnd()}`);
    });
    try {
      return await withLimit(
        Promise.race([met, gone]),
        limitMs,
        () => `${what}: not within ${limitMs} ms; its screen:\n${this.screen().join("\n").trimEnd()}`,
      );
    } finally {
      this.#wait = undefined;
    }
  }

  /** Resolves when nothing has been written for `quietMs`, or after `limitMs` anyway. */
  async settled(quietMs: number, limitMs: number): Promise<void> {
    const end = performance.now() + limitMs;
    for (;;) {
      const now = performance.now();
      const left = Math.min(this.#lastOutputAt + quietMs, end) - now;
      if (left <= 0) return;
      await new Promise((resolve) => setTimeout(resolve, left));
    }
  }

  screen(): string[] {
    const { active } = this.#terminal.buffer;
    return Array.from({ length: rows }, (_, row) => active.getLine(active.baseY + row)?.translateToString(true) ?? "");
  }

  kill(): void {
    try {
      process.kill(this.#pty.pid, "SIGKILL");
    } catch {
      // The process has already ended.
    }
  }

  /** Ends the child as a person would, with Ctrl-C, or by force if that is not enough; waits until it is gone. */
  async end(): Promise<void> {
    if (running.has(this)) {
      this.#pty.write("\x03");
      await withLimit(this.exited, 1_000, () => "").catch(() => this.kill());
    }
    await withLimit(this.exited, 5_000, () => `process ${this.#pty.pid} does not end`);
    this.#terminal.dispose();
  }

  #parsed(at: number): void {
    if (this.#wait?.isMet(this.screen())) this.#wait.resolve(at);
  }
}

/** Rejects with `message` when `promise` takes longer than `limitMs`. */
export async function withLimit<T>(promise: Promise<T>, limitMs: number, message: () => string): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(message())), limitMs);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
