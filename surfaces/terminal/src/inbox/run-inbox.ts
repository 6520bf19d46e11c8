import type { HubClient, WireAsk } from "@yourcall/client";
import { declineAsks, followPending } from "@yourcall/client/internal";
import type { PersonBy } from "@yourcall/core";
import { lateAt, toCoversText } from "@yourcall/core/internal";
import type { TerminalInput } from "../keys/parse-keys.ts";
import { showPlans } from "../markdown/streaming-markdown.ts";
import { openScreen } from "../screen/open-screen.ts";
import { neededPage } from "./ask-log.ts";
import type { OpenerOptions } from "./ask-opener.ts";
import { driveInbox } from "./drive-inbox.ts";
import type { Inbox, InboxEvent } from "./inbox.ts";

export interface InboxOptions {
  /** Finds the hub. Called once, after the first frame. */
  connect: () => Promise<HubClient>;
  by: PersonBy;
  /** Whether letters act as commands. */
  letters?: boolean;
  /** Names of agents that were connected just before. */
  connected?: readonly string[];
  /** What to say below the list until the first key. */
  notice?: string;
  /** Whether clicks and the wheel work. The terminal then selects text only with Shift. */
  mouse?: boolean;
  /** Sends a decision; it may start a hub first. */
  send?: OpenerOptions["send"];
  /** An ask to open immediately. */
  openAt?: string;
  /** Shows the session that asked, and resolves with the result. */
  goTo?: (ask: WireAsk) => Promise<{ done: boolean; text: string }>;
  /** Called when an ask that arrived while the inbox was open has waited for `waitedMs` and is still pending. */
  onWaiting?: (ask: WireAsk) => void;
  waitedMs?: number;
}

/** How the inbox was left: by `q`, by Ctrl-C or a signal, or because the hub cannot be used. */
export type InboxEnd = { type: "quit" } | { type: "interrupted" } | { type: "failed"; error: Error };

// Ages are shown in minutes.
const tickMs = 20_000;
// Uses are counted in the head.
const grantsMs = 5000;
const searchMs = 150;
const logPage = 100;
// A hub that does not respond must not delay quitting.
const leaveMs = 2000;

/**
 * Opens the inbox on this terminal's alternate screen, and restores the terminal when the person leaves.
 *
 * @example
 * await runInbox({ connect: async () => hub, by: { surface: "terminal", act: "submit" } });
 */
export async function runInbox(options: InboxOptions): Promise<InboxEnd> {
  const { promise: ended, resolve: end } = Promise.withResolvers<InboxEnd>();
  const stopping = new AbortController();
  const driven = driveInbox({
    ...options,
    client: () => client,
    onChange: paintSoon,
    onChanged,
    onEditor: () => void openEditor(),
  });
  const { opener } = driven;
  let client: HubClient | undefined;
  let reading: string | undefined;
  let searching: NodeJS.Timeout | undefined;
  let painting: NodeJS.Immediate | undefined;
  const screen = openScreen({
    terminal: { input: process.stdin, output: process.stdout },
    alternate: true,
    mouse: options.mouse ?? true,
    view(size) {
      const { link, pending } = driven.inbox().list;
      const frame = driven.frame({ ...size, now: Date.now(), link, home: process.env.HOME });
      return { ...frame, title: pending === 0 ? "yourcall" : `(${pending}) yourcall` };
    },
    onInput,
    onEarly: driven.early,
    onTurn: driven.guard,
    onEnd: () => end({ type: "interrupted" }),
  });
  showPlans(screen.glyphs);
  if (options.notice !== undefined) change({ type: "went", done: false, text: options.notice });
  const ticking = setInterval(paintSoon, tickMs);
  const looking = setInterval(() => void readGrants(), grantsMs);

  /** Everything that changes in one round of the event loop is painted once. */
  function paintSoon(): void {
    painting ??= setImmediate(() => {
      painting = undefined;
      screen.paint();
    });
  }

  function onInput(received: TerminalInput): void {
    if (received.type === "key" || received.type === "paste") client?.beat();
    if (received.type === "key" && received.key.ctrl === true && received.key.text === "c")
      end({ type: "interrupted" });
    else driven.input(received);
  }

  async function openEditor(): Promise<void> {
    const open = opener.current();
    if (open === null) return;
    const { state, takeEdited } = open.driven;
    takeEdited(await screen.lend(async () => (await import("../edit-in-editor.ts")).editInEditor(state())));
  }

  function change(event: InboxEvent): void {
    if (!stopping.signal.aborted) driven.change(event);
  }

  function onChanged(event: InboxEvent, before: Inbox): void {
    const inbox = driven.inbox();
    if (event.type === "ask-created") announceLater(event.ask);
    const late = event.type === "ask-ended" ? lateAt(event.ask) : undefined;
    if (late !== undefined) setTimeout(paintSoon, Math.max(0, late - Date.now()) + 50).unref();
    if (inbox.declining !== null && inbox.declining !== before.declining) void declineAll(inbox.declining);
    if (inbox.revoking !== null && inbox.revoking !== before.revoking) void revoke(inbox.revoking);
    if (event.type === "ask-ended" || event.type === "batch-done") void readGrants();
    if (inbox.goTo !== null && inbox.goTo !== before.goTo) void goTo(inbox.goTo);
    readLog();
    if (inbox.quit) end({ type: "quit" });
    else paintSoon();
  }

  async function goTo(ask: WireAsk): Promise<void> {
    const unknown = { done: false, text: "This inbox cannot show other sessions." };
    const went = await (options.goTo?.(ask) ?? unknown);
    change({ type: "went", ...went });
  }

  async function declineAll(ids: readonly string[]): Promise<void> {
    if (client === undefined) return;
    const { asks } = driven.inbox().list;
    const { by, send } = options;
    const onEnded = (ask: WireAsk) => change({ type: "ask-ended", ask, here: true });
    const { done, text } = await declineAsks(
      client,
      ids.flatMap((id) => asks.get(id) ?? []),
      { by, send, onEnded },
    );
    change({ type: "went", done, text });
  }

  async function revoke(ids: readonly string[]): Promise<void> {
    const going = driven.inbox().grants.filter(({ id }) => ids.includes(id));
    try {
      await client?.revokeGrants(ids);
      const [only] = going;
      const what = going.length === 1 && only !== undefined ? toCoversText(only.covers, only) : `all ${going.length}`;
      change({ type: "went", done: true, text: `Taken back: ${what}. You will be asked again.` });
    } catch (error) {
      change({ type: "went", done: false, text: `Not taken back: ${(error as Error).message}` });
    }
    await readGrants();
  }

  /** What is allowed for a while. Nothing is shown to somebody without the right to see it. */
  async function readGrants(): Promise<void> {
    const grants = await client?.listGrants().catch(() => undefined);
    if (grants !== undefined && JSON.stringify(grants) !== JSON.stringify(driven.inbox().grants))
      change({ type: "grants", grants });
  }

  /** Reads the page of the log that is needed next; while typing, a moment after the last key. */
  function readLog(): void {
    const inbox = driven.inbox();
    const request = inbox.tab === "log" ? neededPage(inbox.log) : null;
    const wanted = request === null ? undefined : JSON.stringify(request);
    if (request === null || client === undefined || wanted === reading) return;
    reading = wanted;
    clearTimeout(searching);
    const { query, cursor } = request;
    const read = async (from: HubClient) => {
      try {
        const page = await from.list({ status: "ended", limit: logPage, q: query === "" ? undefined : query, cursor });
        if (reading === wanted) reading = undefined;
        change({ type: "log-page", request, page });
      } catch (error) {
        if (reading === wanted) reading = undefined;
        change({ type: "log-failed", problem: (error as Error).message });
      }
    };
    const from = client;
    searching = setTimeout(() => void read(from), inbox.typing ? searchMs : 0);
  }

  function announceLater(ask: WireAsk): void {
    const announce = () => {
      const isPending = driven.inbox().list.asks.get(ask.id)?.status === "pending";
      // No notification for the ask on the screen.
      if (!stopping.signal.aborted && isPending && opener.current()?.ask.id !== ask.id) options.onWaiting?.(ask);
    };
    setTimeout(announce, options.waitedMs ?? 0).unref();
  }

  async function follow(): Promise<void> {
    client = await options.connect();
    if (stopping.signal.aborted) return client.close();
    readLog();
    void readGrants();
    await followPending({ client, signal: stopping.signal, list: () => driven.inbox().list, onChange: change });
  }

  // The first frame did not wait for a hub.
  follow().catch((error) => end({ type: "failed", error }));
  const how = await ended;
  stopping.abort();
  driven.stop();
  clearInterval(ticking);
  clearInterval(looking);
  clearTimeout(searching);
  clearImmediate(painting);
  screen.close();
  const closed = opener.close().catch(() => {});
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, leaveMs).unref())]);
  client?.close();
  return how;
}
