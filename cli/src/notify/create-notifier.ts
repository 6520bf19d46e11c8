import { YourcallError } from "@yourcall/core";
import { type AskRecord, type Clock, type Hub, type StoredEvent, systemClock } from "@yourcall/hub";
import { createChannels } from "./channels.ts";
import { createLane } from "./lane.ts";
import { type Channel, type Notice, toEnding, toNotice } from "./notice.ts";
import { parseNotifySettings } from "./notify-settings.ts";
import { type ChannelState, createStateKeeper, digestSettings, readNotifyState } from "./notify-state.ts";
import { createPlan } from "./plan.ts";
import { quietUntil } from "./quiet-hours.ts";

export interface NotifierOptions {
  /** Where `notify.json` is kept. */
  directory: string;
  /** `notify` of `config.json`, unchecked. */
  config: unknown;
  log: (message: string) => void;
  clock?: Clock;
  /** Channels instead of the configured ones. */
  channels?: Channel[];
  /** The person's home directory, which paths are shortened by. */
  home?: string;
}

/**
 * Notifies the person about pending asks. It learns of them after they are committed and delays nothing: it sends on its own,
 * and records failures.
 *
 *   ask-created ──plan──▶ waited long enough, not in quiet hours ──▶ sent on every channel
 *   ask-drafted ──▶ somebody is working on it: the wait begins again
 *   ask-ended   ──▶ out of the plan; a sent notification is withdrawn or followed up
 */
export interface Notifier {
  /** For the hub's `watchers`. */
  watch(event: StoredEvent): void;
  /** Starts notifying, including about asks that are already pending. */
  begin(hub: Pick<Hub, "get" | "list">, baseUrl: string): void;
  /** Drops what is under way. The next hub notifies about the rest. */
  stop(): Promise<void>;
}

interface Told {
  handles: Record<string, string>;
  /** Some channel has sent it, or has tried to. */
  tried: boolean;
}

// More than anybody reads one by one. The list of pending asks shows older ones.
const mostAtStart = 1000;
const mostTold = 5000;
const retryMs = 1000;

export function createNotifier(options: NotifierOptions): Notifier {
  const { directory, config, log, clock = systemClock, home } = options;
  const { settings, faults } = parseNotifySettings(config);
  for (const { path, expected } of faults) log(`config.json: ${path} is ignored; it must be ${expected}`);
  const channels = options.channels ?? createChannels(settings);
  const before = readNotifyState(directory);
  const states = channels.map(({ name, what }): ChannelState => {
    const known = before?.channels.find((state) => state.name === name && state.what === what);
    return known ?? { name, what, sent: 0, failed: 0, failing: false };
  });
  // Only pending asks: an ended one cannot come back.
  const told = new Map<string, Told>(before?.told.map(({ id, handles }) => [id, { handles, tried: true }]));
  const keeper = createStateKeeper(
    directory,
    () => ({
      settings: digestSettings(config),
      channels: states,
      told: Array.from(told, ([id, { handles, tried }]) => ({ id, handles, tried }))
        .filter(({ tried }) => tried)
        .map(({ id, handles }) => ({ id, handles })),
    }),
    log,
  );
  const abort = new AbortController();
  const lanes = channels.map((channel, index) =>
    createLane({
      channel,
      state: states[index] as ChannelState,
      now: clock.now,
      signal: abort.signal,
      changed: keeper.changed,
      log,
    }),
  );
  const plan = createPlan({ ...settings, clock, tell: (id) => void tell(id) });
  let hub: Pick<Hub, "get" | "list"> | undefined;
  let baseUrl = "";

  async function tell(id: string): Promise<void> {
    if (hub === undefined || told.has(id)) return;
    const entry: Told = { handles: {}, tried: false };
    told.set(id, entry);
    const [oldest] = told.keys();
    if (told.size > mostTold && oldest !== undefined) told.delete(oldest);
    let record: AskRecord;
    try {
      record = await hub.get(id);
    } catch (error) {
      if (told.get(id) === entry) told.delete(id);
      const gone = YourcallError.isInstance(error) && error.code === "not-found";
      if (!gone && !abort.signal.aborted) plan.add(id, clock.now());
      return;
    }
    if (record.status !== "pending") return void told.delete(id);
    const notice = toNotice(record, baseUrl, home);
    for (const lane of lanes)
      lane.push((channel, signal) => {
        // It may have ended while others were sent.
        if (told.get(id) !== entry) return undefined;
        return attempt(channel, notice, entry, signal);
      });
  }

  async function attempt(channel: Channel, notice: Notice, entry: Told, signal: AbortSignal): Promise<void> {
    try {
      entry.handles[channel.name] = await channel.tell(notice, signal);
    } finally {
      if (!signal.aborted) entry.tried = true;
    }
  }

  function ended(record: AskRecord): void {
    plan.remove(record.id);
    const entry = told.get(record.id);
    if (entry === undefined || record.outcome === null) return;
    told.delete(record.id);
    keeper.changed();
    const ending = toEnding(record.outcome);
    const notice = toNotice(record, baseUrl, home);
    for (const [index, lane] of lanes.entries()) {
      if (channels[index]?.end === undefined) continue;
      lane.push((channel, signal) => {
        const handle = entry.handles[channel.name];
        if (handle === undefined || quietUntil(settings.quiet, clock.now()) !== null) return undefined;
        return channel.end?.(notice, ending, handle, signal);
      });
    }
  }

  async function lookAtPending(): Promise<void> {
    try {
      const page = await hub?.list({ status: "pending", order: "newest", limit: mostAtStart });
      const waiting = new Map(page?.records.map(({ id, createdAt }) => [id, createdAt]));
      for (const [id, { tried }] of told) if (tried && !waiting.has(id)) told.delete(id);
      for (const [id, createdAt] of [...waiting].reverse()) if (!told.has(id)) plan.add(id, createdAt);
      keeper.changed();
    } catch {
      // The store cannot be read now; its asks will still be there.
      if (!abort.signal.aborted) clock.after(retryMs, () => void lookAtPending());
    }
  }

  return {
    watch({ type, record }) {
      if (channels.length === 0) return;
      if (type === "ask-created") plan.add(record.id, record.createdAt);
      else if (type === "ask-drafted") plan.postpone(record.id);
      else ended(record);
    },
    begin(running, url) {
      [hub, baseUrl] = [running, url];
      keeper.changed();
      if (channels.length === 0) return;
      plan.start();
      void lookAtPending();
    },
    async stop() {
      plan.stop();
      abort.abort();
      await Promise.all(lanes.map((lane) => lane.idle()));
      await keeper.settled();
    },
  };
}
