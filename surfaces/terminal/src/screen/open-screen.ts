import type { ReadStream, WriteStream } from "node:tty";
import { createKeyParser, type KeyParser, type TerminalInput } from "../keys/parse-keys.ts";
import { type Cursor, type Line, lineText } from "../text/styled-line.ts";
import { detectGlyphs, type Glyphs } from "./glyphs.ts";
import { beginUpdate, createPainter, endUpdate, flashMs, toStyledText } from "./painter.ts";
import { backgroundFromRgb, createPalette, detectBackground, detectColorDepth } from "./theme.ts";

/** The two ends of one terminal. */
export interface Terminal {
  input: ReadStream;
  /** The input was opened for this terminal only and is closed with it. */
  ownsInput?: boolean;
  output: WriteStream;
}

export const endSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
export type EndSignal = (typeof endSignals)[number];

/** What the screen shows. */
interface View {
  lines: readonly Line[];
  cursor: Cursor | null;
  /** The terminal's title. The previous one is restored. */
  title?: string;
}

interface ScreenOptions {
  terminal: Terminal;
  /** Draws on the alternate screen. By default frames are drawn below existing output, which stays in the scrollback. */
  alternate?: boolean;
  /** Whether the terminal reports clicks and the wheel. It then no longer selects text, except with Shift. */
  mouse?: boolean;
  /** Whether to use keys pressed before the first frame, too. */
  typeAhead?: boolean;
  /** What to show now. Cut off at the top if it is taller than the screen. */
  view: (size: { width: number; height: number; glyphs: Glyphs }) => View;
  /** Keys, pastes, clicks and focus reports. Ctrl-Z is handled here. */
  onInput: (received: TerminalInput) => void;
  /** Keys from before the first frame, which are not passed to `onInput`. */
  onEarly?: (received: TerminalInput) => void;
  /** Called when the screen is taken, for the first time or again, or left: keys may have been meant for something else. */
  onTurn?: () => void;
  /** Called when the terminal is gone (SIGHUP), or a signal ends the process. */
  onEnd: (signal: EndSignal) => void;
}

const alternateOn = "\x1b[?1049h";
const alternateOff = "\x1b[?1049l";
const eraseAll = "\x1b[H\x1b[2J";
const pushTitle = "\x1b[22;2t";
const popTitle = "\x1b[23;2t";
const reportsOn = "\x1b[?2004h\x1b[?1004h";
const mouseOn = "\x1b[?1000h\x1b[?1006h";
const mouseOff = "\x1b[?1006l\x1b[?1000l";
const allOff = `\x1b[?1004l\x1b[?2004l${endUpdate}\x1b[0m\x1b[?25h`;
const askBackground = "\x1b]11;?\x07";

export type Screen = ReturnType<typeof openScreen>;

/** Takes a terminal: keys in, frames out. Restores it when it is closed, lent, suspended, or the process exits. */
export function openScreen(options: ScreenOptions) {
  const { terminal, alternate = false, mouse = false } = options;
  const { env } = process;
  const { input, output } = terminal;
  const depth = detectColorDepth(env, true);
  const glyphs = detectGlyphs(env);
  let background = detectBackground(env);
  let palette = createPalette(background, depth, glyphs);
  // Written in one piece, so that nothing flickers.
  let batch: string | null = null;
  const painter = createPainter((text) => {
    if (batch === null) output.write(text);
    else batch += text;
  }, palette);
  /** Null while another program or prompt has the terminal. */
  let parser: KeyParser | null = null;
  let listening = options.typeAhead === true;
  let isFresh = false;
  let lent = false;
  let closed = false;
  let title: string | null = null;
  let waiting: Line[] = [];
  let resuming: NodeJS.Timeout | undefined;
  const width = () => output.columns || 80;
  const height = () => output.rows || 24;

  function paint(): void {
    if (parser === null) return;
    const shown = options.view({ width: width(), height: height(), glyphs });
    const { lines, cursor } = shown;
    const over = Math.max(0, lines.length - height());
    if (lines.length === 0) painter.clear();
    else painter.paint(lines.slice(over), cursor && { ...cursor, row: Math.max(0, cursor.row - over) });
    if (shown.title === undefined || shown.title === title) return;
    output.write(`${title === null ? pushTitle : ""}\x1b]2;${shown.title}\x07`);
    title = shown.title;
  }

  function write(lines: readonly Line[]): void {
    if (parser === null) waiting.push(...lines);
    else if (lines.length > 0) {
      batch = "";
      painter.clear();
      for (const line of lines) batch += `${toStyledText(line, palette)}\r\n`;
      paint();
      const text = batch;
      batch = null;
      output.write(`${beginUpdate}${text}${endUpdate}`);
    }
  }

  /** Paints everything, from the cursor down or on the whole screen. */
  function redraw(): void {
    painter.forget();
    if (alternate) output.write(eraseAll);
    paint();
  }

  function enter(): void {
    clearTimeout(resuming);
    if (closed || lent || parser !== null) return;
    parser = createKeyParser(onReceived);
    process.on("exit", restore);
    input.setRawMode(true);
    if (alternate) output.write(alternateOn);
    redraw();
    isFresh = true;
    setImmediate(() => {
      isFresh = false;
    });
    options.onTurn?.();
    const lines = waiting;
    waiting = [];
    write(lines);
    // An earlier prompt on this terminal may have paused it.
    input.on("data", onData).resume();
    // Pending input was typed before the first frame could be read: one round of the event loop drops it.
    if (listening) report();
    else setImmediate(() => setTimeout(report));
  }

  /** Turns on the reports that the terminal sends. */
  function report(): void {
    listening = true;
    if (parser !== null)
      output.write(
        `${reportsOn}${mouse ? mouseOn : ""}${depth !== "none" && background === "unknown" ? askBackground : ""}`,
      );
  }

  /** Works at any time, even while the process exits. */
  function restore(): void {
    if (parser === null) return;
    parser.stop();
    parser = null;
    process.off("exit", restore);
    input.off("data", onData);
    try {
      output.write(
        `${title === null ? "" : popTitle}${mouse ? mouseOff : ""}${allOff}${alternate ? alternateOff : ""}`,
      );
      if (input.isTTY) input.setRawMode(false);
    } catch {
      // The terminal is gone; there is nothing to restore.
    }
    title = null;
    input.pause();
  }

  function leave(): void {
    if (parser !== null && !alternate) painter.clear();
    restore();
  }

  function suspend(): void {
    options.onTurn?.();
    leave();
    // Stops the whole job, as the terminal's own Ctrl-Z would. Without job control nothing stops, and the screen returns.
    process.kill(0, "SIGTSTP");
    resuming = setTimeout(enter, 50);
  }

  function onReceived(received: TerminalInput): void {
    if (!listening) options.onEarly?.(received);
    else if (received.type === "background") {
      background = backgroundFromRgb(received.red, received.green, received.blue);
      palette = createPalette(background, depth, glyphs);
      painter.setPalette(palette);
      paint();
    } else if (received.type === "key" && received.key.ctrl === true && received.key.text === "z") suspend();
    else options.onInput(received);
  }

  const onData = (chunk: Uint8Array) => parser?.feed(chunk);
  const onEnd = (signal: EndSignal) => {
    // Ctrl-C also reaches this process, but is meant for the program that has the terminal.
    if (lent && signal === "SIGINT") return;
    // The terminal may be gone; then a failed write is not an error.
    if (signal === "SIGHUP") output.on("error", () => {});
    options.onEnd(signal);
  };
  const onLost = () => {
    if (!lent) onEnd("SIGHUP");
  };
  const onResize = () => {
    if (parser === null) return;
    if (alternate) return redraw();
    painter.resized(width(), height());
    paint();
  };
  const onContinue = () => {
    if (parser === null) return enter();
    // In the background, `enter` is stopped before it draws, and draws when it continues.
    if (isFresh) return;
    // The process was stopped from outside, and a shell may have turned the reports off.
    redraw();
    report();
    options.onTurn?.();
  };

  input.on("end", onLost).on("error", onLost);
  output.on("resize", onResize);
  for (const signal of endSignals) process.on(signal, onEnd);
  process.on("SIGCONT", onContinue);
  enter();

  return {
    glyphs,
    width,
    height,
    paint,
    /** Lines that stay above the frame. They are queued while the terminal is lent. */
    write,
    /** Hands the terminal to somebody else and takes it back. */
    async lend<Result>(use: (terminal: Terminal) => Promise<Result>): Promise<Result> {
      leave();
      lent = true;
      try {
        return await use(terminal);
      } finally {
        lent = false;
        enter();
      }
    },
    /** Removes the frame and restores the terminal. */
    close() {
      if (closed) return;
      closed = true;
      clearTimeout(resuming);
      leave();
      input.off("end", onLost).off("error", onLost);
      output.off("resize", onResize);
      for (const signal of endSignals) process.off(signal, onEnd);
      process.off("SIGCONT", onContinue);
      // A terminal opened for this screen must not keep the process alive.
      if (terminal.ownsInput === true) input.destroy();
    },
    /** Once closed, writes the lines that stay in its place; with `flash`, first on the success colour for a moment. */
    async showEnding(lines: readonly Line[], flash: boolean) {
      if (flash && depth !== "none") {
        output.write(lines.map((line) => `${palette("flash", lineText(line))}\r\n`).join(""));
        await new Promise((done) => setTimeout(done, flashMs));
        output.write(`\x1b[${lines.length}A`);
      }
      output.write(lines.map((line) => `${toStyledText(line, palette)}\x1b[K\r\n`).join(""));
    },
  };
}
