import type { Channel } from "./notice.ts";
import type { ChannelState } from "./notify-state.ts";

/** One thing to send; resolves with whether there was anything to send after all. */
type Errand = (channel: Channel, signal: AbortSignal) => Promise<boolean>;

interface LaneOptions {
  channel: Channel;
  /** Counts what was sent and what failed. */
  state: ChannelState;
  now: () => number;
  signal: AbortSignal;
  /** Called when the state has changed. */
  changed: () => void;
  log: (message: string) => void;
}

/** The queue of one channel, so that a channel that hangs delays only itself. */
export interface Lane {
  /** False if the queue is full. */
  push(errand: Errand): boolean;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
}

const longestQueue = 200;

export function createLane({ channel, state, now, signal, changed, log }: LaneOptions): Lane {
  const queue: Errand[] = [];
  let work: Promise<void> | null = null;

  async function run(): Promise<void> {
    // The caller must get the promise before it settles, even if there is nothing to do.
    await null;
    for (let errand = queue.shift(); errand !== undefined && !signal.aborted; errand = queue.shift()) {
      try {
        if (await errand(channel, signal)) succeeded();
      } catch (error) {
        if (!signal.aborted) failed((error as Error).message);
      }
    }
    work = null;
  }

  function succeeded(): void {
    state.sent += 1;
    state.sentAt = new Date(now()).toISOString();
    if (state.failing) log(`${channel.name} (${channel.what}) works again`);
    state.failing = false;
    changed();
  }

  function failed(message: string): void {
    state.failed += 1;
    state.error = { message, at: new Date(now()).toISOString() };
    // Once, not for every ask until it is fixed.
    if (!state.failing) log(`${channel.name} (${channel.what}) failed: ${message}`);
    state.failing = true;
    changed();
  }

  return {
    push(errand) {
      if (queue.length >= longestQueue) return false;
      queue.push(errand);
      work ??= run();
      return true;
    },
    idle: () => work ?? Promise.resolve(),
  };
}
