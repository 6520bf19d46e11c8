import {
  type Answering,
  type AnsweringEnd,
  type AnsweringEvent,
  type AnsweringSettings,
  type Ask,
  answer,
  type Key,
  startAnswering,
  toEvent,
} from "@yourcall/core";
import { createDeadline } from "./create-deadline.ts";
import { createKeyGuard } from "./keys/key-guard.ts";
import type { TerminalInput } from "./keys/parse-keys.ts";
import { flashMs } from "./screen/painter.ts";
import { type Frame, type ViewContext, viewFrame } from "./view/view-frame.ts";
import { toScroll } from "./view/view-preview.ts";

export interface DriveOptions {
  ask: Ask;
  /** Where answering goes on from; from the start by default. */
  state?: Answering;
  settings?: Partial<AnsweringSettings>;
  guardMs?: number;
  now?: () => number;
  /** There is something else to show. */
  onChange: () => void;
  /** After each act of the person, so that a draft can be kept elsewhere and a deadline put off. */
  onActed?: (state: Answering) => void;
  onEnd: (end: AnsweringEnd) => void;
  onExpired?: () => void;
  /** Ctrl-G. */
  onEditor?: () => void;
}

/** What the host adds to a frame: its size and what only the host knows. */
export type FrameContext = Pick<ViewContext, "width" | "height" | "glyphs" | "footer" | "offer">;

/** One ask being answered: takes what comes from a terminal, gives frames. It owns no terminal. */
export interface DrivenAsk {
  state(): Answering;
  frame(context: FrameContext): Frame;
  /** The stray-key guard begins: the first frame, a resume, focus gained. */
  guard(): void;
  /** Keys, pastes and focus reports. Ctrl-C and Ctrl-Z are the host's and are taken out before. */
  input(received: TerminalInput): void;
  apply(event: AnsweringEvent): void;
  /** The person's word is on its way; no key counts until it was refused. */
  setSending(sending: boolean): void;
  /** What the person did was not accepted; answering goes on with this reason and everything typed. */
  refuse(message: string): void;
  setDeadline(expiresAt: number | undefined): void;
  stop(): void;
}

export function driveAsk(options: DriveOptions): DrivenAsk {
  const { ask, onChange } = options;
  const now = options.now ?? Date.now;
  const guard = createKeyGuard({
    approval: ask.kind === "approval",
    guardMs: options.guardMs,
  });
  const deadline = createDeadline({ now, onTick: onChange, onExpired: () => options.onExpired?.() });
  const timers = new Map<string, NodeJS.Timeout>();
  let state = options.state ?? startAnswering(ask, options.settings);
  let frame: Frame | null = null;
  let sending = false;
  let alarm = false;

  /** One timer a purpose; a new one replaces it. */
  function later(purpose: string, ms: number, act: () => void): void {
    clearTimeout(timers.get(purpose));
    timers.set(purpose, setTimeout(act, ms));
  }

  function apply(event: AnsweringEvent): void {
    if (sending || state.end !== null) return;
    const before = state;
    state = answer(state, event);
    deadline.acted();
    if (state.at !== before.at || state.page !== before.page) guard.pageChanged(now());
    if (state.notice !== null && state.notice !== before.notice) {
      alarm = true;
      later("alarm", flashMs, () => {
        alarm = false;
        onChange();
      });
    }
    options.onActed?.(state);
    if (state.end === null) onChange();
    else options.onEnd(state.end);
  }

  function onKey(key: Key): void {
    if (!guard.allows(key, now())) showIgnored();
    else if (key.ctrl === true && key.text === "g") options.onEditor?.();
    else {
      const scroll = toScroll(key, state.scroll, frame?.scrolling ?? null);
      const event: AnsweringEvent | null = scroll === null ? toEvent(state, key) : { type: "scroll", to: scroll };
      if (event !== null) apply(event);
    }
  }

  /** Says that somebody types, if so, and stops saying it when it is over. */
  function showIgnored(): void {
    const quietAt = guard.quietAt();
    if (quietAt !== undefined) later("quiet", Math.max(1, quietAt - now()), onChange);
    onChange();
  }

  return {
    state: () => state,
    frame(context) {
      const countdown = deadline.countdown();
      frame = viewFrame(state, {
        ...context,
        alarm,
        sending,
        typing: guard.typing(now()),
        ...(countdown === undefined ? {} : { countdown }),
      });
      return frame;
    },
    guard: () => guard.start(now()),
    input(received) {
      if (received.type === "key") onKey(received.key);
      else if (received.type === "paste") {
        if (guard.allows("paste", now())) apply({ type: "insert", text: received.text });
        else showIgnored();
      } else if (received.type === "focus" && received.focused) guard.start(now());
    },
    apply,
    setSending(value) {
      sending = value;
      onChange();
    },
    refuse(message) {
      sending = false;
      state = answer(state, { type: "refused", message });
      onChange();
    },
    setDeadline(at) {
      deadline.set(at);
      onChange();
    },
    stop() {
      deadline.stop();
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
