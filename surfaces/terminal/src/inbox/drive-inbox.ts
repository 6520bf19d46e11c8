import type { HubClient } from "@yourcall/client";
import { createKeyGuard, type Key } from "@yourcall/core";
import { parseGuardMs, toSurfaceName } from "@yourcall/core/internal";
import type { MouseAct } from "../keys/decode-mouse.ts";
import { createKeyGate } from "../keys/key-gate.ts";
import type { TerminalInput } from "../keys/parse-keys.ts";
import { createPointer, stillMs } from "../keys/pointer.ts";
import { createQuietWatch } from "../keys/quiet-watch.ts";
import { flashMs } from "../screen/painter.ts";
import type { Ignored } from "../view/view-hints.ts";
import { createAskOpener, type OpenerOptions } from "./ask-opener.ts";
import { changeInbox, type Inbox, type InboxEvent, type InboxTarget, startInbox } from "./inbox.ts";
import { focusedAsk } from "./inbox-list.ts";
import { viewBesideList } from "./view-beside.ts";
import { type InboxFrame, viewInbox } from "./view-inbox.ts";
import { type OpenAskContext, type OpenFrame, viewEndedAsk, viewOffer, viewOpenAsk } from "./view-open-ask.ts";

interface DriveInboxOptions extends Pick<OpenerOptions, "by" | "send" | "onEditor"> {
  /** The hub; undefined before it was found. */
  client: () => HubClient | undefined;
  /** Whether letters act as commands. */
  letters?: boolean;
  connected?: readonly string[];
  /** An ask to open immediately. */
  openAt?: string;
  /** Called when the frame has changed. */
  onChange: () => void;
  /** Called after every change of the inbox. */
  onChanged: (event: InboxEvent, before: Inbox) => void;
}

/** The inbox without its terminal: keys, clicks and news in, frames out. One guard watches the keys on all of its pages. */
export function driveInbox(options: DriveInboxOptions) {
  const { letters, connected } = options;
  const settings = { ...(letters !== undefined && { letters }), ...(connected !== undefined && { connected }) };
  const guardMs = parseGuardMs(process.env.YOURCALL_KEY_GUARD_MS);
  const guard = createKeyGuard({ guardMs });
  const pointer = createPointer<InboxTarget>(guardMs === 0 ? 0 : stillMs);
  const gate = createKeyGate(guard, showIgnored);
  const quiet = createQuietWatch(guard, options.onChange);
  const opener = createAskOpener({
    ...options,
    settings,
    guard,
    onLeft: () => change({ type: "left" }),
    onEnded: (ask, here) => change({ type: "ask-ended", ask, here }),
    onClosed: (ask) => change({ type: "field-closed", ask }),
    onBatchDone: (result) => change({ type: "batch-done", ...result }),
  });
  let inbox: Inbox = startInbox(settings, options.openAt ?? null);
  let room = { rows: 1, scroll: 0 };
  let flashing: NodeJS.Timeout | undefined;

  function showIgnored(): void {
    quiet.watch();
    options.onChange();
  }

  function isInField(): boolean {
    return inbox.typing && inbox.page === null && inbox.help === null;
  }

  function onKey(key: Key): void {
    // Enter only leaves the filter, however soon after its words.
    const place = !isInField() ? "row" : key.name === "enter" ? "move" : "field";
    gate.take(key, place, () => {
      const event: InboxEvent = { type: "key", key, room, mine: opener.mine };
      return { act: () => change(event), sends: isFinal(inbox, changeInbox(inbox, event)) };
    });
  }

  function input(received: TerminalInput): void {
    const open = opener.current();
    if (received.type === "focus" && received.focused) pointer.restart(Date.now());
    if (received.type === "mouse") onMouse(received);
    else if (open !== null && inbox.page?.type === "ask") open.driven.input(received);
    else if (received.type === "key") onKey(received.key);
    else if (received.type === "paste")
      gate.take("paste", isInField() ? "field" : "row", () => ({
        act: () => change({ type: "paste", text: received.text }),
        sends: false,
      }));
    else if (received.type === "focus" && received.focused) startGuard();
  }

  function startGuard(): void {
    gate.cancel();
    pointer.restart(Date.now());
    const open = opener.current();
    if (open === null) guard.start(Date.now());
    else open.driven.guard();
  }

  function change(received: InboxEvent): void {
    const before = inbox;
    const event = received.type === "ask-ended" ? toEnd(received) : received;
    inbox = changeInbox(inbox, event);
    if (event.type === "ask-ended" && inbox.page?.type !== "ended" && event.typing !== true)
      opener.forget(event.ask.id);
    const open = opener.current();
    const now = open === null ? undefined : inbox.list.asks.get(open.ask.id);
    if (now !== undefined && now !== open?.ask) opener.update(now);
    noteFocus(event, before);
    if (inbox.said !== null && inbox.said.id !== before.said?.id) flash();
    if (inbox.page !== before.page) turnPage();
    options.onChanged(event, before);
  }

  /** Shows for a moment that the answer was sent. */
  function flash(): void {
    clearTimeout(flashing);
    flashing = setTimeout(() => {
      flashing = undefined;
      options.onChange();
    }, flashMs);
  }

  /** The end of an ask, with what is known here about how it ended. */
  function toEnd(event: Extract<InboxEvent, { type: "ask-ended" }>) {
    const { ask, here = opener.update(ask) } = event;
    return { ...event, here, typing: here !== true && opener.keepField(ask) };
  }

  /** After a page or a focus that the person did not change, keys may be meant for what was there before. */
  function noteFocus(event: InboxEvent, before: Inbox): void {
    if (isOwnAct(event)) return;
    const isMoved = inbox.page !== before.page || focusedAsk(inbox.list)?.id !== focusedAsk(before.list)?.id;
    if (!isMoved) return;
    gate.cancel();
    if (before.list.loaded) guard.focusLost(Date.now());
    else guard.start(Date.now());
  }

  function turnPage(): void {
    const { page } = inbox;
    const client = options.client();
    const ask = page?.type === "ask" ? inbox.list.asks.get(page.id) : undefined;
    guard.pageChanged(Date.now());
    if (page?.type !== "ask" || ask === undefined || client === undefined) void opener.close().catch(() => {});
    else {
      const same = page.batch?.flatMap((id) => inbox.list.asks.get(id) ?? []);
      opener.open(client, ask, { ...page, same });
    }
  }

  function view(context: OpenAskContext): InboxFrame {
    const open = openView();
    return open === null
      ? viewInbox(inbox, { ...context, preview: opener.preview })
      : viewBesideList(inbox, context, open);
  }

  /** The view of the ask that is open, offered or just ended; null if there is none. */
  function openView(): ((context: OpenAskContext) => OpenFrame) | null {
    const { page, help } = inbox;
    const open = opener.current();
    if (help !== null) return null;
    if (page?.type === "ask" && open !== null) {
      const draft = inbox.list.asks.get(page.id)?.draft;
      const elsewhere =
        draft?.surface !== undefined && draft.surface !== options.by.surface && page.from === "start"
          ? `Being answered in ${toSurfaceName(draft.surface)}, too.`
          : undefined;
      return (context) => viewOpenAsk(open.ask, open.driven, context, elsewhere);
    }
    const offered = page?.type === "draft" ? inbox.list.asks.get(page.id) : undefined;
    if (page?.type === "draft" && offered !== undefined)
      return (context) => viewOffer(offered, opener.preview(offered), page.mine, context);
    if (page?.type !== "ended") return null;
    return (context) => viewEndedAsk(page.ask, opener.unsent(page.ask.id), context);
  }

  function onMouse(act: MouseAct): void {
    if (act.action === "press") pointer.press(act, Date.now());
    else if (act.action === "release") {
      const target = pointer.release(act);
      if (target !== undefined) onClick(target);
    } else turnWheel(pointer.at(act), act.action === "wheel-up" ? -1 : 1);
  }

  function onClick(target: InboxTarget): void {
    gate.cancel();
    guard.pressed();
    if (target.type === "block") opener.current()?.driven.click(target.block);
    else change({ type: "click", target, mine: opener.mine });
  }

  /** Over the list the wheel moves the cursor; over an ask it scrolls that. It never answers. */
  function turnWheel(over: InboxTarget | undefined, by: 1 | -1): void {
    const open = inbox.page?.type === "ask" && over?.type !== "ask" ? opener.current() : null;
    if (open !== null) open.driven.turnWheel(by);
    else change({ type: "wheel", by, over, room });
  }

  return {
    inbox: () => inbox,
    opener,
    input,
    /** Input from before the first frame. */
    early(received: TerminalInput) {
      if (received.type === "key") guard.allows(received.key, Date.now());
      quiet.watch();
    },
    /** Starts the guard: at the first frame, after a resume. */
    guard: startGuard,
    change,
    frame(context: OpenAskContext): InboxFrame {
      const ignored: Ignored = isInField() ? "enter" : "typing";
      const flash = flashing !== undefined;
      const frame = view({ ...context, flash, ignored: guard.typing(Date.now()) ? ignored : undefined });
      ({ room } = frame);
      pointer.drawn(frame.spots, Date.now());
      return frame;
    },
    stop() {
      gate.cancel();
      quiet.stop();
      clearTimeout(flashing);
    },
  };
}

function isOwnAct(event: InboxEvent): boolean {
  return (
    ["key", "paste", "click", "wheel", "left", "field-closed", "went", "batch-done"].includes(event.type) ||
    (event.type === "ask-ended" && event.here === true)
  );
}

/** Whether this cannot be undone: it leaves the inbox, declines, takes back, or puts off. */
function isFinal(before: Inbox, after: Inbox): boolean {
  return (
    after.quit ||
    after.goTo !== before.goTo ||
    after.declining !== before.declining ||
    after.revoking !== before.revoking ||
    after.list.putOff !== before.list.putOff
  );
}
