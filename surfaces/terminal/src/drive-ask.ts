import {
  type Answering,
  type AnsweringEnd,
  type AnsweringEvent,
  type AnsweringSettings,
  type Ask,
  answer,
  createKeyGuard,
  type Key,
  keyPlace,
  parseGuardMs,
  startAnswering,
  toEvent,
} from "@yourcall/core";
import { createDeadline } from "./create-deadline.ts";
import type { Edited } from "./edit-in-editor.ts";
import type { TerminalInput } from "./keys/parse-keys.ts";
import { flashMs } from "./screen/painter.ts";
import { type Frame, type ViewContext, viewFrame } from "./view/view-frame.ts";
import { type Reading, toScroll } from "./view/view-preview.ts";

interface DriveOptions {
  ask: Ask;
  /** The state to continue from; a fresh one by default. */
  state?: Answering;
  settings?: Partial<AnsweringSettings>;
  /** When the ask expires, in milliseconds since the epoch. */
  expiresAt?: number;
  /** Called when the frame has changed. */
  onChange: () => void;
  /** Called after everything the person does, to store a draft and extend a deadline. */
  onActed?: (state: Answering) => void;
  onEnd: (end: AnsweringEnd) => void;
  onExpired?: () => void;
  /** Ctrl-G. */
  onEditor?: () => void;
}

/** What the host adds to a frame. */
type FrameContext = Pick<ViewContext, "width" | "height" | "glyphs" | "footer" | "offer">;

export type DrivenAsk = ReturnType<typeof driveAsk>;

/** One ask being answered: terminal input in, frames out. It owns no terminal. */
export function driveAsk(options: DriveOptions) {
  const { ask, onChange } = options;
  const guard = createKeyGuard({ guardMs: parseGuardMs(process.env.YOURCALL_KEY_GUARD_MS) });
  const deadline = createDeadline({ onTick: onChange, onExpired: () => options.onExpired?.() });
  const timers = new Map<string, NodeJS.Timeout>();
  let waiting: { key: Key; event: AnsweringEvent } | null = null;
  let state = options.state ?? startAnswering(ask, options.settings);
  let frame: Frame | null = null;
  let read: Reading | null = null;
  let sending = false;
  let editing = false;
  let alarm = false;
  deadline.set(options.expiresAt);

  /** One timer per purpose; a new one replaces the old. */
  function later(purpose: string, ms: number, act: () => void): void {
    clearTimeout(timers.get(purpose));
    timers.set(purpose, setTimeout(act, ms));
  }

  function apply(event: AnsweringEvent): void {
    if (sending || state.end !== null) return;
    const before = state;
    state = answer(state, event);
    deadline.acted();
    if (state.at !== before.at || state.page !== before.page) guard.pageChanged(Date.now());
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

  /** An approval may be allowed once all rows of its text have been in some frame. */
  function noteReading({ reading }: Frame): void {
    if (state.seen || reading === null) return;
    // Another width wraps the text into other rows, and rows that were skipped have not been read.
    const to = read?.of === reading.of ? read.to : 0;
    read = { ...reading, to: reading.from <= to ? Math.max(to, reading.to) : to };
    if (read.to >= read.of) state = answer(state, { type: "seen" });
  }

  function cancelSend(): void {
    clearTimeout(timers.get("send"));
    timers.delete("send");
    waiting = null;
  }

  function startGuard(): void {
    cancelSend();
    guard.start(Date.now(), { approval: ask.kind === "approval" });
  }

  /** Whether this input is for the key that waits to be sent and does nothing else. */
  function interruptSend(input: Key | "paste"): boolean {
    if (waiting === null) return false;
    const { key, event } = waiting;
    cancelSend();
    const meaning = guard.interrupted(key, input, Date.now());
    if (meaning === "send") apply(event);
    else if (meaning === "ignore") showIgnored();
    return meaning !== "replace";
  }

  /** Sends after a moment, because a key that is held down, or the first one of a text, must not send. */
  function applySoon(key: Key, event: AnsweringEvent): void {
    const mine = { key, event };
    waiting = mine;
    later("send", guard.sendDelayMs(key), () => {
      // A busy process may not have read the keys of that moment yet; after one round of the event loop it has.
      setImmediate(() => {
        if (waiting !== mine) return;
        cancelSend();
        apply(event);
      });
    });
  }

  function onKey(key: Key): void {
    if (interruptSend(key)) return;
    if (!guard.allows(key, Date.now(), keyPlace(state))) {
      showIgnored();
      return;
    }
    if (key.ctrl === true && key.text === "g") {
      editing = options.onEditor !== undefined;
      options.onEditor?.();
      return;
    }
    const scroll = toScroll(key, state.scroll, frame?.scrolling ?? null);
    const event: AnsweringEvent | null = scroll === null ? toEvent(state, key) : { type: "scroll", to: scroll };
    if (event === null) return;
    if (guard.sendDelayMs(key) > 0 && waits(event)) applySoon(key, event);
    else apply(event);
  }

  function onPaste(text: string): void {
    if (interruptSend("paste")) return;
    if (guard.allows("paste", Date.now(), keyPlace(state))) apply({ type: "insert", text });
    else showIgnored();
  }

  /** Whether this event sends, or skips without asking first. */
  function waits(event: AnsweringEvent): boolean {
    const { end, asking } = answer(state, event);
    if (sending || asking !== null) return false;
    return event.type === "skip" || (end !== null && end.type !== "left");
  }

  /** Shows the typing warning while it applies. */
  function showIgnored(): void {
    const quietAt = guard.quietAt(Date.now());
    if (quietAt !== undefined) later("quiet", Math.max(1, quietAt - Date.now()), onChange);
    onChange();
  }

  /** Shows this message and continues with everything typed. */
  function refuse(message: string): void {
    sending = false;
    state = answer(state, { type: "refused", message });
    onChange();
  }

  return {
    state: () => state,
    frame(context: FrameContext): Frame {
      const view = () =>
        viewFrame(state, {
          ...context,
          alarm,
          sending,
          typing: guard.typing(Date.now()),
          countdown: deadline.countdown(),
        });
      frame = view();
      const before = state;
      noteReading(frame);
      // The hint no longer says that something is left to read.
      if (state !== before) frame = view();
      return frame;
    },
    /** Starts the stray-key guard: at the first frame, after a resume, when focus is gained. */
    guard: startGuard,
    /** Keys, pastes and focus reports. The host handles Ctrl-C and Ctrl-Z itself. */
    input(received: TerminalInput) {
      // While the editor is opening, input is meant for the editor.
      if (editing) return;
      if (received.type === "key") onKey(received.key);
      else if (received.type === "paste") onPaste(received.text);
      else if (received.type === "focus" && received.focused) startGuard();
    },
    apply,
    /** What came back from the editor. */
    takeEdited(edited: Edited) {
      editing = false;
      if (edited.type === "events") for (const event of edited.events) apply(event);
      else refuse(edited.notice);
    },
    /** While the answer is being sent, keys do nothing. */
    setSending(value: boolean) {
      sending = value;
      onChange();
    },
    refuse,
    setDeadline(at: number | undefined) {
      deadline.set(at);
      onChange();
    },
    checkDeadline: deadline.check,
    stop() {
      deadline.stop();
      cancelSend();
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}
