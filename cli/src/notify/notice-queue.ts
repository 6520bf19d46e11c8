import type { Clock, Notice as QueuedNotice, Store } from "@yourcall/hub";
import type { Lane } from "./lane.ts";
import type { Channel } from "./notice.ts";
import { toChannelName } from "./notify-state.ts";
import { type QuietHours, quietUntil } from "./quiet-hours.ts";

export type { QueuedNotice };
export type NoticeStore = Pick<
  Store,
  "addNotices" | "takeDueNotices" | "settleNotice" | "nextNoticeAt" | "noticesOf" | "failedNotices"
>;

/** What one attempt came to; `gone`: the ask no longer exists, and the notice with it. */
export type Attempt = "sent" | "not-needed" | "gone";

interface NoticeQueueOptions {
  store: NoticeStore;
  channels: readonly Channel[];
  lanes: readonly Lane[];
  clock: Clock;
  quiet: QuietHours | null;
  signal: AbortSignal;
  /** Sends it. Rejects with a reason for the person. */
  send(channel: Channel, notice: QueuedNotice, signal: AbortSignal): Promise<Attempt>;
}

/**
 * Sends what waits in the store, which keeps it across restarts and records what became of it. A webhook that fails is tried
 * again with growing pauses: about a pending ask until it ends, about its end for a day.
 */
export interface NoticeQueue {
  /** Sends what is due. To be called whenever something was added. */
  look(): void;
  stop(): void;
}

const firstPauseMs = 5000;
const longestPauseMs = 3_600_000;
// Clocks jump and laptops sleep through timers, so look again at least this often.
const longestSleepMs = 30_000;
// With those pauses about a day.
const mostAttemptsAtEnd = 30;
// What a hub that crashed had taken comes again after this.
const leaseMs = 60_000;
const batch = 200;
const storeRetryMs = 1000;

export function createNoticeQueue({
  store,
  channels,
  lanes,
  clock,
  quiet,
  signal,
  send,
}: NoticeQueueOptions): NoticeQueue {
  const underWay = new Set<number>();
  let cancel = () => {};
  let looking = false;
  let again = false;

  async function run(): Promise<void> {
    looking = true;
    try {
      do {
        again = false;
        const end = quietUntil(quiet, clock.now());
        if (end !== null) return sleepUntil(end);
        for (const notice of await store.takeDueNotices(clock.now(), { retryMs: leaseMs, limit: batch })) push(notice);
        const next = await store.nextNoticeAt();
        if (next !== null) sleepUntil(next);
      } while (again && !signal.aborted);
    } catch {
      sleepUntil(clock.now() + storeRetryMs);
    } finally {
      looking = false;
    }
  }

  function look(): void {
    again = true;
    if (!looking && !signal.aborted) void run();
  }

  function sleepUntil(at: number): void {
    cancel();
    if (!signal.aborted) cancel = clock.after(Math.max(0, Math.min(at - clock.now(), longestSleepMs)), look);
  }

  function push(notice: QueuedNotice): void {
    if (underWay.has(notice.id)) return;
    const index = channels.findIndex((channel) => toChannelName(channel) === notice.target);
    const lane = lanes[index];
    if (lane === undefined)
      return void settle(notice, { state: "failed", reason: "this channel is no longer configured" });
    // Where the lane is full it comes again.
    if (lane.push((channel, signal) => attempt(channel, notice, signal))) underWay.add(notice.id);
  }

  async function attempt(channel: Channel, notice: QueuedNotice, signal: AbortSignal): Promise<boolean> {
    const attempts = notice.attempts + 1;
    try {
      const state = await send(channel, notice, signal);
      if (state !== "gone") await settle(notice, state === "sent" ? { state, attempts } : { state });
      return state === "sent";
    } catch (error) {
      const now = clock.now();
      const isStale = notice.event === "ask-ended" && attempts >= mostAttemptsAtEnd;
      const reason = (error as Error).message;
      // The next hub sends what a stop interrupted.
      if (signal.aborted) await settle(notice, { state: "waiting", dueAt: now });
      else if (channel.retries !== true || isStale) await settle(notice, { state: "failed", attempts, reason });
      else await settle(notice, { state: "waiting", attempts, reason, dueAt: now + pauseAfter(attempts) });
      throw error;
    } finally {
      underWay.delete(notice.id);
      look();
    }
  }

  /** A result that cannot be kept comes down to one more attempt later. */
  async function settle(
    { id, attempts, dueAt }: QueuedNotice,
    result: Pick<QueuedNotice, "state"> & Partial<QueuedNotice>,
  ): Promise<void> {
    await store.settleNotice(id, { attempts, dueAt, at: clock.now(), ...result }).catch(() => {});
  }

  return {
    look,
    stop: () => cancel(),
  };
}

function pauseAfter(attempts: number): number {
  return Math.min(firstPauseMs * 3 ** Math.min(attempts - 1, 20), longestPauseMs);
}
