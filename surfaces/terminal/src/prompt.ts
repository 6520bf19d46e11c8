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
import { detectGlyphs } from "./screen/glyphs.ts";
import { createPainter, showEnding } from "./screen/painter.ts";
import { createTerminalModes, type Terminal } from "./screen/terminal-modes.ts";
import { createPalette } from "./screen/theme.ts";
import { type EndingContext, viewEnding } from "./view/view-ending.ts";

export interface PromptOptions {
  ask: Ask;
  terminal: Terminal;
  env?: Readonly<Record<string, string | undefined>>;
  settings?: Partial<AnsweringSettings>;
  /** Earlier choices and text, as stored by the hub. */
  draft?: unknown;
  /** When the ask expires, in milliseconds since the epoch. Everything the person does extends it. */
  expiresAt?: number;
  /** A quiet line below the hint. */
  footer?: string;
  /** Opens a text in the person's editor, for Ctrl-G. Loaded only when needed. */
  editor?: () => Promise<EditInEditor>;
  /** Called after everything the person does, to store a draft and extend a deadline. */
  onActed?: (state: Answering) => void;
  /**
   * Asks somebody else (a hub) whether to accept the answer. Null accepts it, and `ended` resolves. A refusal: the
   * prompt shows the reason and continues with everything typed.
   */
  submit?: (end: AnsweringEnd) => Promise<Refusal | null>;
  now?: () => number;
}

/** How the prompt ended: by an act of the person, by the deadline, or by a signal. Never by silence alone. */
export type PromptEnd =
  | AnsweringEnd
  | { type: "expired" }
  | { type: "interrupted"; signal: "SIGINT" | "SIGTERM" | "SIGHUP" };

interface FinishContext extends Pick<EndingContext, "elsewhere" | "after"> {
  report?: () => void | Promise<void>;
}

/** One ask on one terminal. */
export interface Prompt {
  readonly ended: Promise<PromptEnd>;
  state(): Answering;
  /** Shows that the answer is being sent. */
  setSending(sending: boolean): void;
  setDeadline(expiresAt: number | undefined): void;
  /** Replaces the quiet line below the hint. */
  setFooter(footer: string): void;
  /** From now on somebody else ends the ask at its deadline; the prompt only shows it. */
  setExpiresElsewhere(): void;
  /**
   * Removes the prompt, restores the terminal, calls `report` (which may write to the same terminal), then writes the lines that
   * stay, with a short flash. If `report` fails, so does this, and no line claims that anything was sent.
   */
  finish(outcome: Outcome, context?: FinishContext): Promise<void>;
  /** Removes the prompt and restores the terminal. */
  stop(): void;
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Shows an ask on a terminal and reads keys until it ends. The first frame is written before this returns. */
export function startPrompt(options: PromptOptions): Prompt {
  const { ask, terminal } = options;
  const env = options.env ?? process.env;
  const now = options.now ?? Date.now;
  const { input, output } = terminal;
  const depth = detectColorDepth(env, true);
  const glyphs = detectGlyphs(env);
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
    driven.guard();
    painter.clear();
    modes.leave();
    // Stops the whole job, as the terminal's own Ctrl-Z would. Without job control nothing stops, and the prompt resumes.
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
    // Ctrl-C in the editor also reaches this process, but was meant for the editor.
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
  // An earlier prompt on this terminal may have paused it.
  input.on("data", onData).on("end", onLost).on("error", onLost).resume();
  output.on("resize", onResize);
  for (const signal of signals) process.on(signal, onSignal);
  process.on("SIGCONT", resume);
  // Pending input was typed before the question could be read: one round of the event loop drops it.
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
      // An editor that is still open has the screen; what it saves is listed as not sent.
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
