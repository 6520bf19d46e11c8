import { setTimeout as sleep } from "node:timers/promises";
import type { Refusal } from "@yourcall/client";
import {
  type Answering,
  type AnsweringEnd,
  type AnsweringSettings,
  type Ask,
  type Attachment,
  answer,
  applyDraft,
  type Outcome,
  startAnswering,
} from "@yourcall/core";
import type { GrantBody, GrantOffers } from "@yourcall/core/internal/wire";
import { driveAsk } from "./drive-ask.ts";
import type { Edited } from "./edit-in-editor.ts";
import { toRefusalText } from "./notice-text.ts";
import { type EndSignal, openScreen, type Terminal } from "./screen/open-screen.ts";
import { type EndingContext, toEndedText, viewEnding } from "./view/view-ending.ts";

export interface PromptOptions {
  ask: Ask;
  terminal: Terminal;
  settings?: Partial<AnsweringSettings>;
  /** Earlier choices and text, as stored by the hub. */
  draft?: unknown;
  /** When the ask expires, in milliseconds since the epoch. Everything the person does extends it. */
  expiresAt?: number;
  /** A quiet line below the hint. */
  footer?: string;
  /** Called after everything the person does, to store a draft and extend a deadline. */
  onActed?: (state: Answering) => void;
  /**
   * Asks somebody else (a hub) whether to accept the answer. Null accepts it, and `ended` resolves. A refusal: the
   * prompt shows the reason and continues with everything typed. With this, somebody else ends the ask at its deadline too.
   */
  submit?: (end: AnsweringEnd & { grant?: GrantBody }) => Promise<Refusal | null>;
  /** What could be allowed for a while along with an approval. `submit` then gets what the person chose of it. */
  grantOffers?: () => Promise<GrantOffers | undefined>;
  /** Adds the picture at this path to the ask, so that it can go with the answer. Without it, none can be added. */
  attach?: (path: string) => Promise<Attachment>;
}

/** How the prompt ended: by an act of the person, by the deadline, or by a signal. Never by silence alone. */
export type PromptEnd = AnsweringEnd | { type: "expired" } | { type: "interrupted"; signal: EndSignal };

interface FinishContext extends Pick<EndingContext, "elsewhere" | "after"> {
  report?: () => void | Promise<void>;
}

/** One ask on one terminal. */
export interface Prompt {
  readonly ended: Promise<PromptEnd>;
  state(): Answering;
  /** Replaces the quiet line below the hint. */
  setFooter(footer: string): void;
  /** Replaces the deadline. */
  setDeadline(expiresAt: number): void;
  /**
   * Removes the prompt, restores the terminal, calls `report` (which may write to the same terminal), then writes the lines that
   * stay, with a short flash. If `report` fails, so does this, and no line claims that anything was sent.
   */
  finish(outcome: Outcome, context?: FinishContext): Promise<void>;
  /**
   * After the ask has ended elsewhere: keeps the terminal until one second without a key, so that the rest of a sentence does not
   * go to the shell. `finish` does this itself.
   */
  rest(outcome: Outcome): Promise<void>;
  /** Removes the prompt and restores the terminal. */
  stop(): void;
}

/**
 * Shows an ask on a terminal and reads keys until it ends. The first frame is written before this returns.
 *
 * @example
 * const terminal = { input: process.stdin, output: process.stderr };
 * const end = await startPrompt({ ask, terminal }).ended;
 * if (end.type === "submitted") console.log(end.answers);
 */
export function startPrompt(options: PromptOptions): Prompt {
  const { ask, terminal } = options;
  const { promise: ended, resolve: end } = Promise.withResolvers<PromptEnd>();
  let open = true;
  let editing: Promise<Edited> | null = null;
  let { footer } = options;
  let stopResting = () => {};

  const driven = driveAsk({
    ask,
    state: applyDraft(startAnswering(ask, options.settings), options.draft),
    expiresAt: options.expiresAt,
    onChange: () => screen.paint(),
    onActed: options.onActed,
    onEnd: (given) => void submit(given),
    onExpired() {
      if (options.submit === undefined) end({ type: "expired" });
    },
    onEditor: () => void openEditor(),
    onClosed: () => stopResting(),
    grantOffers: options.grantOffers,
    attach: options.attach,
  });
  const screen = openScreen({
    terminal,
    view: (size) => driven.frame({ ...size, footer }),
    onInput(received) {
      const interrupts = received.type === "key" && received.key.ctrl === true && received.key.text === "c";
      if (interrupts) interrupt("SIGINT");
      else driven.input(received);
    },
    onEarly: driven.early,
    onTurn: driven.guard,
    onEnd: interrupt,
  });

  function interrupt(signal: EndSignal): void {
    stopResting();
    end({ type: "interrupted", signal });
  }

  /** A script waits for this prompt, so it stays open only while keys keep coming. */
  async function rest(outcome: Outcome): Promise<void> {
    if (!open || editing !== null || driven.restsAt() === undefined) return;
    driven.endElsewhere(toEndedText(outcome));
    const stopped = Promise.withResolvers<boolean>();
    stopResting = () => stopped.resolve(true);
    for (let at = driven.restsAt(); at !== undefined; at = driven.restsAt())
      if (await Promise.race([stopped.promise, sleep(Math.max(1, at - Date.now()), false, { ref: false })])) return;
  }

  async function submit(given: AnsweringEnd & { grant?: GrantBody }): Promise<void> {
    if (options.submit === undefined) return end(given);
    driven.setSending(true);
    const refused = await options.submit(given);
    if (refused === null) end(given);
    else driven.refuse(toRefusalText(refused));
  }

  async function openEditor(): Promise<void> {
    editing = screen.lend(async () => (await import("./edit-in-editor.ts")).editInEditor(driven.state()));
    const edited = await editing;
    editing = null;
    if (open) driven.takeEdited(edited);
  }

  function leave(): void {
    open = false;
    driven.stop();
    screen.close();
  }

  return {
    ended,
    state: driven.state,
    setDeadline(at) {
      if (open) driven.setDeadline(at);
    },
    setFooter(text) {
      footer = text;
      screen.paint();
    },
    rest,
    async finish(outcome, context = {}) {
      if (context.elsewhere === true || outcome.status === "expired") await rest(outcome);
      leave();
      await context.report?.();
      // An editor that is still open has the screen; what it saves is listed as not sent.
      const edited = await editing;
      const state = edited?.type === "events" ? edited.events.reduce(answer, driven.state()) : driven.state();
      const { glyphs } = screen;
      const lines = viewEnding(ask, outcome, { ...context, state, width: screen.width(), glyphs });
      await screen.showEnding(lines, outcome.status === "answered");
    },
    stop: leave,
  };
}
