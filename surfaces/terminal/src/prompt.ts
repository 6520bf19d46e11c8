import {
  type Answering,
  type AnsweringEnd,
  type AnsweringSettings,
  type Ask,
  answer,
  applyDraft,
  type Outcome,
  startAnswering,
  toClock,
} from "@yourcall/core";
import { driveAsk } from "./drive-ask.ts";
import type { Edited, EditInEditor } from "./editor/edit-in-editor.ts";
import { parseGuardMs } from "./keys/key-guard.ts";
import type { TerminalInput } from "./keys/parse-keys.ts";
import { createKeyParser, parseEscapeMs } from "./keys/parse-keys.ts";
import { type Refusal, toRefusalText } from "./notice-text.ts";
import { backgroundFromRgb, detectBackground, detectColorDepth } from "./screen/detect-theme.ts";
import { asciiGlyphs, detectUnicode, unicodeGlyphs } from "./screen/glyphs.ts";
import { createPainter, showEnding } from "./screen/painter.ts";
import { createTerminalModes, type Terminal } from "./screen/terminal-modes.ts";
import { createPalette } from "./screen/theme.ts";
import { type EndingContext, viewEnding } from "./view/view-ending.ts";

export interface PromptOptions {
  ask: Ask;
  terminal: Terminal;
  env?: Readonly<Record<string, string | undefined>>;
  settings?: Partial<AnsweringSettings>;
  /** What was chosen and typed before, as the hub keeps it. */
  draft?: unknown;
  /** When the ask expires, in milliseconds since the epoch. Every act of the person puts it off. */
  expiresAt?: number;
  /** A quiet line below the hint. */
  footer?: string;
  /** Opens a text in the person's editor, for Ctrl-G. Loaded only when it is needed. */
  editor?: () => Promise<EditInEditor>;
  /** After each act of the person, so that a draft can be kept elsewhere and a deadline put off. */
  onActed?: (state: Answering) => void;
  /**
   * Somebody else decides whether the person's word counts (a hub). Null: it does, and `ended` resolves. A refusal: it does
   * not, and the prompt goes on with that reason and everything typed.
   */
  submit?: (end: AnsweringEnd) => Promise<Refusal | null>;
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
  /** Another quiet line below the hint. */
  setFooter(footer: string): void;
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
  const { promise: ended, resolve: end } = Promise.withResolvers<PromptEnd>();
  const driven = driveAsk({
    ask,
    guardMs: parseGuardMs(env.YOURCALL_KEY_GUARD_MS),
    now,
    onChange: paint,
    onEnd: (given) => void submit(given),
    onExpired() {
      if (!expiresElsewhere) end({ type: "expired" });
    },
    onEditor: () => void openEditor(),
    state: applyDraft(startAnswering(ask, options.settings), options.draft),
    onActed: options.onActed,
  });

  let background = detectBackground(env);
  let palette = createPalette(background, depth);
  const painter = createPainter((text) => output.write(text), palette);
  let resuming: NodeJS.Timeout | undefined;
  let open = true;
  let entered = false;
  let listening = false;
  let editing = false;
  let editorClosed: Promise<Edited> | null = null;
  let expiresElsewhere = false;
  let { footer } = options;

  function paint(): void {
    if (!open || !entered || editing) return;
    const { lines, cursor } = driven.frame({ width: output.columns || 80, height: output.rows || 24, glyphs, footer });
    painter.paint(lines, cursor);
  }

  async function submit(given: AnsweringEnd): Promise<void> {
    if (options.submit === undefined) return end(given);
    driven.setSending(true);
    const refused = await options.submit(given);
    if (refused === null) end(given);
    else driven.refuse(toRefusalText(refused));
  }

  function onInput(received: TerminalInput): void {
    if (!open || !listening || editing) return;
    const control = received.type === "key" && received.key.ctrl === true ? received.key.text : undefined;
    if (control === "c") end({ type: "interrupted", signal: "SIGINT" });
    else if (control === "z") suspend();
    else if (received.type === "background") {
      background = backgroundFromRgb(received.red, received.green, received.blue);
      palette = createPalette(background, depth);
      painter.setPalette(palette);
      paint();
    } else driven.input(received);
  }

  function suspend(): void {
    painter.clear();
    modes.leave();
    // The whole job stops, as it would had the terminal itself seen Ctrl-Z. Where nothing can stop it (no job control), go on.
    process.kill(0, "SIGTSTP");
    resuming = setTimeout(resume, 50);
  }

  function resume(): void {
    if (!open || editing) return;
    clearTimeout(resuming);
    painter.forget();
    modes.enter();
    driven.guard();
    paint();
    modes.report();
  }

  async function openEditor(): Promise<void> {
    if (options.editor === undefined) return;
    editing = true;
    painter.clear();
    modes.leave();
    input.pause();
    const { editor } = options;
    editorClosed = (async () => (await editor())(driven.state()))();
    const edited = await editorClosed;
    editing = false;
    if (!open) return;
    input.resume();
    resume();
    if (edited.type === "events") for (const event of edited.events) driven.apply(event);
    else driven.refuse(edited.notice);
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
    driven.stop();
    clearTimeout(resuming);
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

  driven.setDeadline(options.expiresAt);
  modes.enter();
  entered = true;
  paint();
  driven.guard();
  // An earlier prompt on this terminal has paused it.
  input.on("data", onData).on("end", onLost).on("error", onLost).resume();
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
    state: driven.state,
    setSending: driven.setSending,
    setExpiresElsewhere() {
      expiresElsewhere = true;
    },
    setDeadline: driven.setDeadline,
    setFooter(text) {
      footer = text;
      paint();
    },
    async finish(outcome, context = {}) {
      leave();
      await context.report?.();
      // An editor that is still open has the screen, and what is saved in it is named among what was not sent.
      const edited = editing ? await editorClosed : null;
      const state = edited?.type === "events" ? edited.events.reduce(answer, driven.state()) : driven.state();
      const lines = viewEnding(ask, outcome, {
        ...context,
        state,
        width: output.columns || 80,
        glyphs,
        clock: toClock,
      });
      await showEnding(output, lines, palette, outcome.status === "answered" && depth !== "none");
    },
    stop: leave,
  };
}
