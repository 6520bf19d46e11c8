import { wakeAt } from "@yourcall/core/internal";
import type { Clock, Notice as QueuedNotice, Store } from "@yourcall/hub";
import { type Channel, FinalError } from "./notice.ts";
import { type ChannelState, toChannelName, toTarget } from "./notify-state.ts";

export type { QueuedNotice };
export type NoticeStore = Pick<
  Store,
  "addNotices" | "takeDueNotices" | "settleNotice" | "nextNoticeAt" | "noticesOf" | "receiptsOf"
>;

/** The result of one attempt; `gone`: the ask no longer exists, and neither does the notice. */
export type Attempt = "sent" | "not-needed" | "gone";

interface NoticeQueueOptions {
  channels: readonly Channel[];
  /** For each channel, what was sent and what failed. */
  states: readonly ChannelState[];
  clock: Clock;
  /** Until when a notice that is due must wait because of quiet hours; null if it may be sent. */
  silentUntil(notice: QueuedNotice): Promise<number | null>;
  /** Aborting cancels what is being sent. */
  signal: AbortSignal;
  /** Sends a notice. Rejects with a reason for the person. */
  send(channel: Channel, notice: QueuedNotice): Promise<Attempt>;
  /** Called after each attempt, whatever became of it. */
  attempted(notice: QueuedNotice): void;
  /** Called when a state has changed. */
  changed: () => void;
  log: (message: string) => void;
}

/**
 * Sends the notices in the store, which keeps them across restarts and records what became of them. A webhook that fails is
 * retried with growing pauses: about a pending ask until it ends, about its outcome for a day. Each channel has its own lane,
 * so that one that hangs delays only itself.
 */
interface NoticeQueue {
  start(store: NoticeStore): void;
  /** Sends what is due. Call this whenever something was added. */
  check(): void;
  /** Runs `act` after what the channel is sending now. */
  afterCurrent(channel: Channel, act: () => Promise<void>): void;
  /** Resolves when nothing is being sent. */
  stop(): Promise<void>;
}

const firstPauseMs = 5000;
const longestPauseMs = 3_600_000;
// With the growing pauses, this takes about a day.
const mostAttemptsAtEnd = 30;
// Notices that a crashed hub had taken are due again after this time.
const leaseMs = 60_000;
const batch = 200;
const storeRetryMs = 1000;

const longestLane = 200;

export function createNoticeQueue(options: NoticeQueueOptions): NoticeQueue {
  const { channels, states, clock, signal, send, changed, log } = options;
  const lanes = new Map(channels.map((channel, index) => [toTarget(channel), createLane(channel, states[index])]));
  const underWay = new Set<number>();
  let store: NoticeStore | undefined;
  let cancel = () => {};
  let checking = false;
  let again = false;

  async function run(store: NoticeStore): Promise<void> {
    checking = true;
    try {
      do {
        again = false;
        for (const notice of await store.takeDueNotices(clock.now(), { retryMs: leaseMs, limit: batch })) {
          const until = await options.silentUntil(notice);
          if (until === null) push(notice);
          else await settle(notice, { state: "waiting", reason: notice.reason, dueAt: until });
        }
        const next = await store.nextNoticeAt();
        if (next !== null) sleepUntil(next);
      } while (again && !signal.aborted);
    } catch {
      sleepUntil(clock.now() + storeRetryMs);
    } finally {
      checking = false;
    }
  }

  function check(): void {
    again = true;
    if (store !== undefined && !checking && !signal.aborted) void run(store);
  }

  function sleepUntil(at: number): void {
    cancel();
    if (!signal.aborted) cancel = wakeAt(clock, at, check);
  }

  function push(notice: QueuedNotice): void {
    if (underWay.has(notice.id)) return;
    const lane = lanes.get(notice.target);
    if (lane === undefined)
      return void settle(notice, { state: "failed", reason: "this channel is no longer configured" });
    // If the lane is full, the notice is found again later.
    if (lane.push(() => attempt(lane.channel, notice))) underWay.add(notice.id);
  }

  async function attempt(channel: Channel, notice: QueuedNotice): Promise<boolean> {
    const attempts = notice.attempts + 1;
    try {
      if (channel.isOnce === true && notice.event === "ask-created") await beginOnce(notice, attempts);
      const state = await send(channel, notice);
      if (state !== "gone") await settle(notice, state === "sent" ? { state, attempts } : { state });
      return state === "sent";
    } catch (error) {
      const now = clock.now();
      const isStale = notice.event === "ask-ended" && attempts >= mostAttemptsAtEnd;
      const reason = (error as Error).message;
      // The next hub sends what a stop interrupted.
      if (signal.aborted) await settle(notice, { state: "waiting", dueAt: now });
      else if (channel.retries !== true || isStale || error instanceof FinalError)
        await settle(notice, { state: "failed", attempts, reason });
      else await settle(notice, { state: "waiting", attempts, reason, dueAt: now + pauseAfter(attempts) });
      throw error;
    } finally {
      underWay.delete(notice.id);
      options.attempted(notice);
      check();
    }
  }

  /**
   * Counts the attempt before it is made. One that was counted and has no result was interrupted by a crash: it is unknown whether the
   * message arrived, and a second one would ask twice.
   */
  async function beginOnce(notice: QueuedNotice, attempts: number): Promise<void> {
    if (notice.attempts > 0 && notice.reason === undefined) throw new InterruptedError();
    const change = { state: "waiting", attempts, dueAt: clock.now() + leaseMs, at: clock.now() } as const;
    await store?.settleNotice(notice.id, change);
  }

  /** If the result cannot be stored, the notice is attempted once more later. */
  async function settle(
    { id, attempts, dueAt }: QueuedNotice,
    result: Pick<QueuedNotice, "state"> & Partial<QueuedNotice>,
  ): Promise<void> {
    await store?.settleNotice(id, { attempts, dueAt, at: clock.now(), ...result }).catch(() => {});
  }

  /** The sends of one channel, one after another. An errand resolves with whether there was anything to send. */
  function createLane(channel: Channel, state: ChannelState | undefined) {
    const errands: (() => Promise<boolean>)[] = [];
    let work: Promise<void> | null = null;

    async function run(): Promise<void> {
      // The caller must get the promise before it settles, even if there is nothing to do.
      await null;
      for (let errand = errands.shift(); errand !== undefined && !signal.aborted; errand = errands.shift()) {
        try {
          if (await errand()) note();
        } catch (error) {
          if (!signal.aborted) note((error as Error).message);
        }
      }
      work = null;
    }

    function note(message?: string): void {
      if (state === undefined) return;
      const at = new Date(clock.now()).toISOString();
      const failing = message !== undefined;
      // Logged when it changes, not for every ask until it is fixed.
      if (failing !== state.failing) log(`${toChannelName(channel)} ${failing ? `failed: ${message}` : "works again"}`);
      Object.assign(
        state,
        failing
          ? { failing, failed: state.failed + 1, error: { message, at } }
          : { failing, sent: state.sent + 1, sentAt: at },
      );
      changed();
    }

    return {
      channel,
      /** False if the lane is full. */
      push(errand: () => Promise<boolean>): boolean {
        if (errands.length >= longestLane) return false;
        errands.push(errand);
        work ??= run();
        return true;
      },
      idle: () => work ?? Promise.resolve(),
    };
  }

  return {
    start(running) {
      store = running;
      check();
    },
    check,
    afterCurrent(channel, act) {
      const isPushed = lanes.get(toTarget(channel))?.push(() => act().then(() => false));
      if (isPushed !== true) void act();
    },
    async stop() {
      cancel();
      await Promise.all(Array.from(lanes.values(), (lane) => lane.idle()));
    },
  };
}

class InterruptedError extends FinalError {
  override message = "the hub stopped while it was being sent, so it may not have arrived";
}

function pauseAfter(attempts: number): number {
  return Math.min(firstPauseMs * 3 ** Math.min(attempts - 1, 20), longestPauseMs);
}
