import {
  backgroundFromRgb,
  type Cursor,
  createKeyParser,
  createPainter,
  createPalette,
  createTerminalModes,
  detectBackground,
  detectColorDepth,
  detectGlyphs,
  type Glyphs,
  type KeyParser,
  type Line,
  parseEscapeMs,
  type Terminal,
  type TerminalInput,
} from "@yourcall/terminal";

/** The terminal of a chat: lines that stay, and below them a part that changes. */
export interface ChatScreen {
  readonly glyphs: Glyphs;
  width(): number;
  height(): number;
  /** Lines that stay in the scrollback. While a prompt has the terminal they are queued. */
  commit(lines: readonly Line[]): void;
  /** The changing part below them; cut at the top if the screen is too small. */
  show(lines: readonly Line[], cursor: Cursor | null): void;
  /** Hands the terminal to a prompt, below the lines that stay. */
  lend<Result>(use: (terminal: Terminal) => Promise<Result>): Promise<Result>;
  /** Removes the changing part and restores the terminal. */
  close(): void;
}

interface ChatScreenOptions {
  terminal: Terminal;
  env: Readonly<Record<string, string | undefined>>;
  onInput: (input: TerminalInput) => void;
  /** The terminal was resized. */
  onResize: () => void;
  /** The terminal is gone. */
  onLost: () => void;
}

const beginUpdate = "\x1b[?2026h";
const endUpdate = "\x1b[?2026l";

export function openChatScreen(options: ChatScreenOptions): ChatScreen {
  const { terminal, env } = options;
  const { input, output } = terminal;
  const depth = detectColorDepth(env, true);
  const modes = createTerminalModes(terminal);
  let background = detectBackground(env);
  let palette = createPalette(background, depth);
  // Written in one piece, so that nothing flickers.
  let batch: string | null = null;
  const painter = createPainter((text) => {
    if (batch === null) output.write(text);
    else batch += text;
  }, palette);
  let shown: { lines: readonly Line[]; cursor: Cursor | null } = { lines: [], cursor: null };
  let waiting: Line[] = [];
  let lent = false;
  let closed = false;
  let parser: KeyParser | null = null;
  let resuming: NodeJS.Timeout | undefined;
  const width = () => output.columns || 80;
  const height = () => output.rows || 24;

  function paint(): void {
    const { lines, cursor } = shown;
    const over = Math.max(0, lines.length - (height() - 1));
    const place = cursor === null ? null : { ...cursor, row: Math.max(0, cursor.row - over) };
    if (lines.length === 0) painter.clear();
    else painter.paint(lines.slice(over), place);
  }

  function together(act: () => void): void {
    batch = "";
    act();
    const text = batch;
    batch = null;
    if (text !== "") output.write(`${beginUpdate}${text}${endUpdate}`);
  }

  function write(lines: readonly Line[]): void {
    together(() => {
      painter.clear();
      for (const line of lines) batch += `${line.map(({ style, text }) => palette(style, text)).join("")}\r\n`;
      paint();
    });
  }

  function onReceived(received: TerminalInput): void {
    if (received.type === "background") {
      background = backgroundFromRgb(received.red, received.green, received.blue);
      palette = createPalette(background, depth);
      painter.setPalette(palette);
      paint();
    } else if (received.type === "key" && received.key.ctrl === true && received.key.text === "z") suspend();
    else options.onInput(received);
  }

  function suspend(): void {
    painter.clear();
    leave();
    process.kill(0, "SIGTSTP");
    resuming = setTimeout(enter, 50);
  }

  const onData = (chunk: Uint8Array) => parser?.feed(chunk);
  const onLost = () => {
    if (!lent) options.onLost();
  };
  const onResize = () => {
    if (lent) return;
    painter.resized(width(), height());
    options.onResize();
  };

  function enter(): void {
    clearTimeout(resuming);
    if (closed || lent || parser !== null) return;
    parser = createKeyParser({ escapeMs: parseEscapeMs(env.YOURCALL_ESC_MS), onInput: onReceived });
    modes.enter();
    input.on("data", onData);
    input.resume();
    modes.report();
    painter.forget();
    paint();
  }

  function leave(): void {
    parser?.stop();
    parser = null;
    input.off("data", onData);
    modes.leave();
    input.pause();
  }

  input.on("end", onLost).on("error", onLost);
  output.on("resize", onResize);
  process.on("SIGCONT", enter);
  enter();
  if (depth !== "none" && background === "unknown") output.write("\x1b]11;?\x07");

  return {
    glyphs: detectGlyphs(env),
    width,
    height,
    commit(lines) {
      if (lines.length === 0) return;
      if (lent) waiting.push(...lines);
      else write(lines);
    },
    show(lines, cursor) {
      shown = { lines, cursor };
      if (!lent && !closed) paint();
    },
    async lend(use) {
      painter.clear();
      leave();
      lent = true;
      try {
        return await use(terminal);
      } finally {
        lent = false;
        const lines = waiting;
        waiting = [];
        enter();
        write(lines);
      }
    },
    close() {
      if (closed) return;
      closed = true;
      clearTimeout(resuming);
      painter.clear();
      leave();
      input.off("end", onLost).off("error", onLost);
      output.off("resize", onResize);
      process.off("SIGCONT", enter);
    },
  };
}
