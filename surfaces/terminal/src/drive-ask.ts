import {
  type Answering,
  type AnsweringEnd,
  type AnsweringEvent,
  type AnsweringSettings,
  type Ask,
  type Attachment,
  answer,
  createKeyGuard,
  type Key,
  type KeyGuard,
  startAnswering,
  toEvent,
} from "@yourcall/core";
import { isConfirm, isOwnList, keyPlace, parseGuardMs, toReviewed } from "@yourcall/core/internal";
import type { GrantBody, GrantOffers } from "@yourcall/core/internal/wire";
import { createPictureAdder } from "./add-pictures.ts";
import { chooseGrant } from "./choose-grant.ts";
import { createDeadline } from "./create-deadline.ts";
import type { Edited } from "./edit-in-editor.ts";
import { followReading } from "./follow-reading.ts";
import { toClickEvents } from "./keys/click-events.ts";
import { hasField, writeAfterEnd } from "./keys/key-after-end.ts";
import { createKeyGate } from "./keys/key-gate.ts";
import { toLineJump } from "./keys/line-jump.ts";
import type { TerminalInput } from "./keys/parse-keys.ts";
import { createQuietWatch } from "./keys/quiet-watch.ts";
import { flashMs } from "./screen/painter.ts";
import { type Frame, type ViewContext, viewFrame } from "./view/view-frame.ts";
import { type Ignored, ignoredText } from "./view/view-hints.ts";
import { toScroll } from "./view/view-preview.ts";

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
  onEnd: (end: AnsweringEnd & { grant?: GrantBody }) => void;
  onExpired?: () => void;
  /** Ctrl-G. */
  onEditor?: () => void;
  /** Called when the person leaves the field that stayed open after the ask had ended elsewhere. */
  onClosed?: () => void;
  /** What could be allowed for a while along with an approval. Called once. */
  grantOffers?: () => Promise<GrantOffers | undefined>;
  /** Adds the picture at this path to the ask. Without it, none can be added. */
  attach?: (path: string) => Promise<Attachment>;
  /** The guard of a host with other pages, so that a sentence is noticed across them. */
  guard?: KeyGuard;
}

export type DrivenAsk = ReturnType<typeof driveAsk>;

/** One ask being answered: terminal input in, frames out. It owns no terminal. */
export function driveAsk(options: DriveOptions) {
  const { ask, onChange } = options;
  const guard = options.guard ?? createKeyGuard({ guardMs: parseGuardMs(process.env.YOURCALL_KEY_GUARD_MS) });
  const deadline = createDeadline({ onTick: onChange, onExpired: () => options.onExpired?.() });
  const gate = createKeyGate(guard, showIgnored);
  const quiet = createQuietWatch(guard, onChange);
  const isAllRead = followReading(() => toReviewed(ask)?.lines.length ?? 0);
  let state = withPictures(options.state ?? startAnswering(ask, options.settings), options.attach !== undefined);
  let frame: Frame | null = null;
  let sending = false;
  let editing = false;
  let alarm: NodeJS.Timeout | undefined;
  let isTextIgnored = false;
  /** Enter was held back in a field: its hint stays until the next key. */
  let isEnterIgnored = false;
  /** The decline page was opened from the list, so Esc leads back there. */
  let declinesFromList = false;
  /** How the ask ended elsewhere, while its field stays open. */
  let endedWords: string | null = null;
  const grant = chooseGrant(ask, options.grantOffers, changeGrant);
  const pictures = createPictureAdder(options.attach, apply);
  deadline.set(options.expiresAt);

  /** Shows a refusal in another way for a moment. */
  function flash(): void {
    clearTimeout(alarm);
    alarm = setTimeout(() => {
      alarm = undefined;
      onChange();
    }, flashMs);
  }

  function apply(event: AnsweringEvent): void {
    if (sending || state.end !== null) return;
    const before = state;
    state = answer(state, event);
    deadline.acted();
    if (state.page !== "decline") declinesFromList = false;
    if (state.at !== before.at || state.page !== before.page) guard.pageChanged(Date.now());
    if (state.notice !== null && state.notice !== before.notice) flash();
    options.onActed?.(state);
    if (event.type === "enter" && state.adding !== null && state.adding !== before.adding)
      void pictures.add(state.adding);
    if (state.end === null) onChange();
    else options.onEnd(grant.addTo(state.end));
  }

  function changeGrant(isOtherPage: boolean): void {
    deadline.acted();
    if (isOtherPage) guard.pageChanged(Date.now());
    onChange();
  }

  function canGrant(): boolean {
    if (sending || endedWords !== null || !state.settings.letters) return false;
    return state.page === "question" && state.field === null && !state.help;
  }

  function startGuard(): void {
    gate.cancel();
    guard.start(Date.now(), { approval: ask.kind === "approval" });
  }

  /** What a key does that the guard lets act. */
  function toMeaning(key: Key): { act(): void; sends: boolean } | null {
    isTextIgnored = false;
    if (endedWords !== null) return { act: () => onKeyAfterEnd(key), sends: false };
    const choose = grant.onKey(key, canGrant());
    if (choose !== null) return { act: choose, sends: false };
    // There is nothing to edit in a yes or no, or in a fixed list.
    if (key.ctrl === true && key.text === "g")
      return isConfirm(ask) || isOwnList(ask) ? null : { act: openEditor, sends: false };
    const scroll = toScroll(key, state.scroll, frame?.scrolling ?? null);
    const event: AnsweringEvent | null =
      toLineJump(state, key, scroll, frame) ?? (scroll === null ? toEvent(state, key) : { type: "scroll", to: scroll });
    // A program's own list has no agent that reads a refusal or a note.
    if (isOwnList(ask) && (event?.type === "open-decline" || event?.type === "open")) return null;
    const leaves = event?.type === "back" && declinesFromList && state.field === null && !state.help;
    if (leaves) return { act: leaveDecline, sends: false };
    return event && { act: () => apply(event), sends: waits(event) };
  }

  /** The ask opens on its question the next time. */
  function leaveDecline(): void {
    apply({ type: "back" });
    options.onEnd({ type: "left" });
  }

  function openEditor(): void {
    editing = options.onEditor !== undefined;
    options.onEditor?.();
  }

  function onPaste(text: string): void {
    if (endedWords === null || hasField(state)) apply({ type: "insert", text });
  }

  /** Whether this event sends, or skips without asking first. */
  function waits(event: AnsweringEvent): boolean {
    const { end, asking } = answer(state, event);
    if (sending || asking !== null) return false;
    return event.type === "skip" || (end !== null && end.type !== "left");
  }

  function onKeyAfterEnd(key: Key): void {
    const written = writeAfterEnd(state, key);
    if (written === null) return void options.onClosed?.();
    state = written;
    options.onActed?.(state);
    onChange();
  }

  /** What the guard holds back now: in a field only Enter, except right after the start. */
  function ignored(): Ignored | undefined {
    if (!guard.typing(Date.now())) return isEnterIgnored && endedWords === null ? "enter" : undefined;
    return hasField(state) && !isTextIgnored ? "enter" : "typing";
  }

  /** Shows the typing warning while it applies. */
  function showIgnored(input: Key | "paste"): void {
    isTextIgnored = input === "paste" || input.name !== "enter";
    isEnterIgnored = guard.quietAt(Date.now()) !== undefined && !isTextIgnored && hasField(state);
    quiet.watch();
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
    frame(context: Pick<ViewContext, "width" | "height" | "glyphs" | "footer">): Frame {
      const view = () =>
        viewFrame(state, {
          ...context,
          ...grant.view(context, canGrant()),
          alarm: alarm !== undefined,
          sending,
          declinesFromList,
          ignored: endedWords === null ? ignored() : undefined,
          ...(endedWords !== null && {
            offer: { question: endedWords, answers: ignored() === "enter" ? ignoredText.enter : "esc close" },
          }),
          countdown: deadline.countdown(),
        });
      frame = view();
      const before = state;
      if (!state.seen && isAllRead(frame)) state = answer(state, { type: "seen" });
      // The hint no longer says that something is left to read.
      if (state !== before) frame = view();
      return frame;
    },
    /** Starts the stray-key guard: at the first frame, after a resume, when focus is gained. */
    guard: startGuard,
    /** Input from before the first frame: it acts on nothing, but tells that somebody is typing. */
    early(received: TerminalInput) {
      if (received.type === "key") guard.allows(received.key, Date.now());
      else if (received.type === "paste") guard.allows("paste", Date.now());
      quiet.watch();
    },
    /** Whether a field is open. */
    hasField: () => hasField(state),
    /** When one second without a key will have passed; undefined if it has. */
    restsAt: () => guard.restsAt(Date.now()),
    /** The ask has ended elsewhere: from now on keys write into the open field, if there is one, and answer nothing. */
    endElsewhere(words: string) {
      gate.cancel();
      deadline.set(undefined);
      endedWords = words;
      guard.focusLost(Date.now());
      onChange();
    },
    /** Keys, pastes and focus reports. The host handles Ctrl-C and Ctrl-Z itself. */
    input(received: TerminalInput) {
      // While the editor is opening, input is meant for the editor.
      if (editing) return;
      if (received.type === "key" || received.type === "paste") isEnterIgnored = false;
      if (received.type === "key") gate.take(received.key, keyPlace(state), () => toMeaning(received.key));
      else if (received.type === "paste")
        gate.take("paste", keyPlace(state), () => ({ act: () => onPaste(received.text), sends: false }));
      else if (received.type === "focus" && received.focused) startGuard();
    },
    /** Opens the decline page from the list of asks. */
    openDecline() {
      apply({ type: "open-decline" });
      declinesFromList = true;
    },
    /** A click on a block of the page that was drawn. */
    click(block: number) {
      gate.cancel();
      isEnterIgnored = false;
      if (editing) return;
      if (endedWords !== null) options.onClosed?.();
      else if (grant.isOpen()) grant.focus(block);
      else for (const event of toClickEvents(state, block)) apply(event);
    },
    /** Scrolls what can be scrolled, or moves the focus. In a field it does nothing. */
    turnWheel(by: 1 | -1) {
      if (editing || endedWords !== null || grant.isOpen()) return;
      const most = frame?.scrolling?.max ?? 0;
      if (most > 0) apply({ type: "scroll", to: Math.max(0, Math.min(most, Math.min(state.scroll, most) + 3 * by)) });
      else if (!hasField(state) && !state.help) apply({ type: "move", by });
    },
    apply,
    /** What came back from the editor. */
    takeEdited(edited: Edited) {
      editing = false;
      if (edited.type === "nothing") return refuse(edited.notice);
      for (const event of edited.events) apply(event);
      void pictures.addAll(edited.files ?? []);
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
    stop() {
      deadline.stop();
      gate.cancel();
      quiet.stop();
      clearTimeout(alarm);
    },
  };
}

function withPictures(state: Answering, pictures: boolean): Answering {
  return state.settings.pictures === pictures ? state : { ...state, settings: { ...state.settings, pictures } };
}
