import {
  type Answering,
  type AnsweringEnd,
  type AnsweringEvent,
  type AnsweringSettings,
  type Ask,
  answer,
  type Key,
  type Outcome,
  startAnswering,
  toEvent,
} from "@yourcall/core";
import { createDeadline } from "./create-deadline.ts";
import { backgroundFromRgb, detectBackground, detectColorDepth } from "./detect-theme.ts";
import type { EditInEditor } from "./edit-in-editor.ts";
import { asciiGlyphs, detectUnicode, unicodeGlyphs } from "./glyphs.ts";
import { createKeyGuard, parseGuardMs } from "./key-guard.ts";
import { createPainter } from "./painter.ts";
import { createKeyParser } from "./parse-keys.ts";
import { toScroll } from "./scroll.ts";
import { flashMs, showEnding } from "./show-ending.ts";
import type { TerminalInput } from "./terminal-input.ts";
import { createTerminalModes, type Terminal } from "./terminal-modes.ts";
import { createPalette } from "./theme.ts";
import { type EndingContext, viewEnding } from "./view-ending.ts";
import { type Frame, viewFrame } from "./view-frame.ts";

export interface PromptOptions {
  ask: Ask;
  terminal: Terminal;
  env?: Readonly<Record<string, string | undefined>>;
  settings?: Partial<AnsweringSettings>;
  /** When the ask expires, in milliseconds since the epoch. Every act of the person puts it off. */
  expiresAt?: number;
  /** A quiet line below the hint. */
  footer?: string;
  /** Opens a text in the person's editor, for Ctrl-G. Loaded only when it is needed. */
  editor?: () => Promise<EditInEditor>;
  /** After each act of the person, so that a draft can be kept elsewhere and a deadline put off. */
  onActed?: (state: Answering) => void;
  /**
   * Somebody else decides whether the person's word counts (a hub). Null: it does, and `ended` resolves. A sentence: it does
   * not, and the prompt goes on with that sentence and everything typed.
   */
  submit?: (end: AnsweringEnd) => Promise<string | null>;
  now?: () => number;
}

/** How the prompt ended: by an act of the person, by the deadline, or by a signal. Never by silence alone. */
export type PromptEnd =
  | AnsweringEnd
  | { type: "expired" }
  | { type: "interrupted"; signal: "SIGINT" | "SIGTERM" | "SIGHUP" };

export interface FinishContext extends Pick<EndingContext, "elsewhere" | "after"> {
  report?: () => void | Promise<void>;
}

/** One ask on one terminal. */
export interface Prompt {
  readonly ended: Promise<PromptEnd>;
  state(): Answering;
  /** Says that the answer is on its way, while somebody else decides. */
  setSending(sending: boolean): void;
  setDeadline(expiresAt: number | undefined): void;
  /** From now on somebody else ends the ask at its deadline; here it is only shown. */
  setExpiresElsewhere(): void;
  /**
   * Takes the prompt away, gives the terminal back, calls `report` (which may write to the same terminal), and then writes
   * the lines that stay, with a short flash. Where `report` fails, so does this, and no line says that anything was sent.
   */
  finish(outcome: Outcome, context?: FinishContext): Promise<void>;
  /** Takes the prompt away and gives the terminal back. */
  stop(): void;
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Shows an ask on a terminal and takes keys for it until it ends. The first frame is written before this returns. */
export function startPrompt(options: PromptOptions): Prompt {
  const { ask, terminal } = options;
  const env = options.env ?? process.env;
  const now = options.now ?? Date.now;
  const { input, output } = terminal;
  const depth = detectColorDepth(env, true);
  const glyphs = detectUnicode(env) ? unicodeGlyphs : asciiGlyphs;
  const modes = createTerminalModes(terminal);
  const guard = createKeyGuard({ guardMs: parseGuardMs(env.YOURCALL_KEY_GUARD_MS), approval: ask.kind === "approval" });
  const { promise: ended, resolve: end } = Promise.withResolvers<PromptEnd>();
  const deadline = createDeadline({ now, onTick: paint, onExpired });
  const timers = new Map<string, NodeJS.Timeout>();

  let background = detectBackground(env);
  let palette = createPalette(background, depth);
  const painter = createPainter((text) => output.write(text), palette);
  let state = startAnswering(ask, options.settings);
  let frame: Frame | null = null;
  let sending = false;
  let alarm = false;
  let open = true;
  let listening = false;
  let editing = false;
  let expiresElsewhere = false;

  function paint(): void {
    if (!open || editing) return;
    const countdown = deadline.countdown();
    frame = viewFrame(state, {
      width: output.columns || 80,
      height: output.rows || 24,
      glyphs,
      alarm,
      sending,
      typing: guard.typing(now()),
      ...(countdown === undefined ? {} : { countdown }),
      ...(options.footer === undefined ? {} : { footer: options.footer }),
    });
    painter.paint(frame.lines, frame.cursor);
  }

  /** One timer a purpose; a new one replaces it. */
  function later(purpose: string, ms: number, act: () => void): void {
    clearTimeout(timers.get(purpose));
    timers.set(purpose, setTimeout(act, ms));
  }

  function apply(event: AnsweringEvent): void {
    if (sending) return;
    const before = state;
    state = answer(state, event);
    deadline.acted();
    if (state.at !== before.at || state.page !== before.page) guard.pageChanged(now());
    if (state.notice !== null && state.notice !== before.notice) {
      alarm = true;
      later("alarm", flashMs, () => {
        alarm = false;
        paint();
      });
    }
    options.onActed?.(state);
    if (state.end !== null) void submit(state.end);
    else paint();
  }

  function onExpired(): void {
    if (!expiresElsewhere) end({ type: "expired" });
  }

  async function submit(given: AnsweringEnd): Promise<void> {
    if (options.submit === undefined) return end(given);
    sending = true;
    paint();
    const refused = await options.submit(given);
    if (refused === null) return end(given);
    sending = false;
    state = { ...state, end: null, notice: refused };
    paint();
  }

  function onKey(key: Key): void {
    const control = key.ctrl === true ? key.text : undefined;
    if (control === "c") end({ type: "interrupted", signal: "SIGINT" });
    else if (control === "z") suspend();
    else if (!guard.allows(key, now())) showIgnored();
    else if (control === "g") void openEditor();
    else {
      const scroll = toScroll(key, state.scroll, frame?.scrolling ?? null);
      const event: AnsweringEvent | null = scroll === null ? toEvent(state, key) : { type: "scroll", to: scroll };
      if (event !== null) apply(event);
    }
  }

  /** Says that somebody types, if so, and stops saying it when it is over. */
  function showIgnored(): void {
    const quietAt = guard.quietAt();
    if (quietAt !== undefined) later("quiet", Math.max(1, quietAt - now()), paint);
    paint();
  }

  function onInput(received: TerminalInput): void {
    if (!open || !listening || editing) return;
    if (received.type === "key") onKey(received.key);
    else if (received.type === "paste") {
      if (guard.allows("paste", now())) apply({ type: "insert", text: received.text });
      else showIgnored();
    } else if (received.type === "focus" && received.focused) guard.start(now());
    else if (received.type === "background") {
      background = backgroundFromRgb(received.red, received.green, received.blue);
      palette = createPalette(background, depth);
      painter.setPalette(palette);
      paint();
    }
  }

  function suspend(): void {
    painter.clear();
    modes.leave();
    // The whole job stops, as it would had the terminal itself seen Ctrl-Z. Where nothing can stop it (no job control), go on.
    process.kill(0, "SIGTSTP");
    later("resume", 50, resume);
  }

  function resume(): void {
    if (!open || editing) return;
    clearTimeout(timers.get("resume"));
    painter.forget();
    modes.enter();
    guard.start(now());
    paint();
    modes.report();
  }

  async function openEditor(): Promise<void> {
    if (options.editor === undefined) return;
    editing = true;
    painter.clear();
    modes.leave();
    input.pause();
    const edited = await (await options.editor())(state);
    editing = false;
    if (!open) return;
    input.resume();
    resume();
    if (edited.type === "events") for (const event of edited.events) apply(event);
    else {
      state = { ...state, notice: edited.notice };
      paint();
    }
  }

  const parser = createKeyParser({ escapeMs: parseEscapeMs(env.YOURCALL_ESC_MS), onInput });
  const onData = (chunk: Uint8Array) => parser.feed(chunk);
  const onLost = () => end({ type: "interrupted", signal: "SIGHUP" });
  const onSignal = (signal: NodeJS.Signals) => {
    // A Ctrl-C in the editor reaches this process too, and was meant for the editor.
    if (!(editing && signal === "SIGINT")) end({ type: "interrupted", signal: signal as "SIGTERM" });
  };
  const onResize = () => {
    painter.resized(output.columns || 80, output.rows || 24);
    paint();
  };

  function leave(): void {
    if (!open) return;
    open = false;
    deadline.stop();
    for (const timer of timers.values()) clearTimeout(timer);
    parser.stop();
    input.off("data", onData).off("end", onLost).off("error", onLost);
    output.off("resize", onResize);
    for (const signal of signals) process.off(signal, onSignal);
    process.off("SIGCONT", resume);
    painter.clear();
    modes.leave();
    input.pause();
    // A terminal opened for this prompt must not keep the process alive.
    if (terminal.ownsInput === true) input.destroy();
  }

  modes.enter();
  deadline.set(options.expiresAt);
  paint();
  guard.start(now());
  input.on("data", onData).on("end", onLost).on("error", onLost);
  output.on("resize", onResize);
  for (const signal of signals) process.on(signal, onSignal);
  process.on("SIGCONT", resume);
  // What waits in the terminal now was typed before the question could be read: one round of the event loop takes it away.
  setImmediate(() =>
    setTimeout(() => {
      listening = true;
      if (!open) return;
      modes.report();
      if (depth !== "none" && background === "unknown") output.write("\x1b]11;?\x07");
    }),
  );

  return {
    ended,
    state: () => state,
    setSending(value) {
      sending = value;
      paint();
    },
    setExpiresElsewhere() {
      expiresElsewhere = true;
    },
    setDeadline(at) {
      deadline.set(at);
      paint();
    },
    async finish(outcome, context = {}) {
      const width = output.columns || 80;
      const lines = viewEnding(ask, outcome, { ...context, state, width, glyphs, clock: toClock });
      leave();
      await context.report?.();
      await showEnding(output, lines, palette, outcome.status === "answered" && depth !== "none");
    },
    stop: leave,
  };
}

function parseEscapeMs(text: string | undefined): number {
  return text !== undefined && /^\d{1,5}$/.test(text) ? Number(text) : 50;
}

function toClock(iso: string): string {
  const date = new Date(iso);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}
