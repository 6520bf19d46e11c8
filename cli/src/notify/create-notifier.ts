import { YourcallError } from "@yourcall/core";
import { dropOldest } from "@yourcall/core/internal";
import { type AskRecord, type Clock, type Hub, type StoredEvent, systemClock } from "@yourcall/hub";
import { createChannels } from "./channels.ts";
import { type Channel, toEnding, toNotice } from "./notice.ts";
import { type Attempt, createNoticeQueue, type NoticeStore, type QueuedNotice } from "./notice-queue.ts";
import { parseNotifySettings, quietUntil } from "./notify-settings.ts";
import { type ChannelState, createStateKeeper, readNotifyState, toTarget } from "./notify-state.ts";
import { createPlan } from "./plan.ts";

interface NotifierOptions {
  /** Where `notify.json` is kept. */
  directory: string;
  /** `notify` in `config.json`, unchecked. */
  config: unknown;
  log: (message: string) => void;
  clock?: Clock;
  /** Channels instead of the configured ones. */
  channels?: Channel[];
  /** The person's home directory, shown as `~` in paths. */
  home?: string;
}

/**
 * Notifies the person about pending asks. It learns of them after they are committed and delays nothing: it sends on its own,
 * and records failures.
 *
 *   ask-created ──plan──▶ waited long enough, not in quiet hours ──▶ queued in the store for every channel
 *   ask-drafted ──▶ somebody is working on it: the wait begins again
 *   ask-ended   ──▶ out of the plan and the queue; a sent notification is withdrawn or followed up
 */
export interface Notifier {
  /** For the hub's `watchers`. */
  watch(event: StoredEvent): void;
  /** Starts notifying, including about asks that are already pending. */
  begin(hub: NotifierHub, baseUrl: string): void;
  /** Cancels what is being sent. The next hub sends the rest. */
  stop(): Promise<void>;
}

type NotifierHub = Pick<Hub, "get" | "list"> & { store: NoticeStore };

// More than anybody reads one by one. The list of pending asks shows the older ones.
const mostAtStart = 1000;
const mostTold = 5000;
const retryMs = 1000;

export function createNotifier(options: NotifierOptions): Notifier {
  const { directory, config, log, clock = systemClock, home } = options;
  const { settings, faults } = parseNotifySettings(config);
  for (const { path, expected } of faults) log(`config.json: ${path} is ignored; it must be ${expected}`);
  const channels = options.channels ?? createChannels(settings);
  const before = readNotifyState(directory);
  const states = channels.map(({ id, name, what }): ChannelState => {
    const known = before?.channels.find((state) => toTarget(state) === toTarget({ id, name, what }));
    return { ...(known ?? { sent: 0, failed: 0, failing: false }), id, name, what };
  });
  // Only pending asks: an ended one cannot come back.
  const told = new Map(before?.told.map(({ id, handles }) => [id, handles]));
  const keeper = createStateKeeper(
    directory,
    () => ({
      channels: states,
      told: Array.from(told, ([id, handles]) => ({ id, handles })),
    }),
    log,
  );
  const abort = new AbortController();
  const { signal } = abort;
  const { quiet } = settings;
  const queue = createNoticeQueue({ channels, states, clock, quiet, signal, send, changed: keeper.changed, log });
  const plan = createPlan({ ...settings, clock, onDue: (id) => void notify(id) });
  // What channels need to withdraw notifications of asks that have just ended.
  const endings = new Map<string, Record<string, string>>();
  let hub: NotifierHub | undefined;
  let baseUrl = "";

  async function notify(id: string): Promise<void> {
    if (hub === undefined || told.has(id)) return;
    const handles: Record<string, string> = {};
    told.set(id, handles);
    dropOldest(told, mostTold);
    try {
      const record = await find(id);
      if (record?.status !== "pending") return void told.delete(id);
      const before = await hub.store.noticesOf(id);
      const dueAt = clock.now();
      if (before.length === 0)
        await hub.store.addNotices(
          channels
            .filter(({ isFor }) => isFor?.(record) ?? true)
            .map((channel) => ({ ask: id, event: "ask-created", target: toTarget(channel), dueAt })),
        );
      queue.check();
      keeper.changed();
    } catch {
      if (told.get(id) === handles) told.delete(id);
      if (!signal.aborted) plan.add(id, clock.now());
    }
  }

  /** Null if the ask no longer exists. */
  async function find(id: string): Promise<AskRecord | null> {
    if (hub === undefined) return null;
    return hub.get(id).catch((error) => {
      if (YourcallError.isInstance(error) && error.code === "not-found") return null;
      throw error;
    });
  }

  async function send(channel: Channel, { ask, event }: QueuedNotice): Promise<Attempt> {
    const record = await find(ask);
    if (record === null) return "gone";
    const notice = toNotice(record, baseUrl, home);
    if (event === "ask-created") {
      if (record.outcome !== undefined) return "not-needed";
      const handle = await channel.send(notice, signal, record);
      const handles = told.get(ask) ?? endings.get(ask);
      if (handles !== undefined) handles[channel.name] = handle;
      return "sent";
    }
    // A channel that retries needs nothing from the first notification to send the outcome.
    const handle = endings.get(ask)?.[channel.name] ?? (channel.retries === true ? "" : undefined);
    if (record.outcome === undefined || handle === undefined) return "not-needed";
    const ending = channel.end?.(notice, toEnding(record.outcome), handle, signal, record);
    if (ending === undefined) return "not-needed";
    await ending;
    return "sent";
  }

  function ended(record: AskRecord): void {
    plan.remove(record.id);
    const handles = told.get(record.id);
    if (handles === undefined || record.outcome === undefined) return;
    told.delete(record.id);
    keeper.changed();
    endings.set(record.id, handles);
    dropOldest(endings, mostTold);
    // After the current send, because only then is it known whether this ask was notified.
    for (const channel of channels) queue.afterCurrent(channel, () => followUp(record.id, channel));
  }

  /** Queues the outcome of an ask on a channel that has notified about it; a notification still waiting there is dropped. */
  async function followUp(id: string, channel: Channel): Promise<void> {
    try {
      const target = toTarget(channel);
      const notices = (await hub?.store.noticesOf(id))?.filter((notice) => notice.target === target) ?? [];
      const at = clock.now();
      for (const notice of notices)
        if (notice.event === "ask-created" && notice.state === "waiting")
          await hub?.store.settleNotice(notice.id, { ...notice, state: "not-needed", at });
      const wasTold = notices.some(({ event, state }) => event === "ask-created" && state === "sent");
      const isFollowed = notices.some(({ event }) => event === "ask-ended");
      if (!wasTold || isFollowed || channel.end === undefined || quietUntil(quiet, at) !== null) return;
      await hub?.store.addNotices([{ ask: id, event: "ask-ended", target, dueAt: at }]);
      queue.check();
    } catch {
      // The store is away; the next attempt to notify finds that the ask has ended.
    }
  }

  async function planPending(): Promise<void> {
    try {
      const page = await hub?.list({ status: "pending", order: "newest", limit: mostAtStart });
      const waiting = new Map(page?.records.map(({ id, createdAt }) => [id, createdAt]));
      for (const id of [...told.keys()].filter((id) => !waiting.has(id))) await checkNotified(id);
      for (const [id, createdAt] of [...waiting].reverse()) if (!told.has(id)) plan.add(id, createdAt);
      keeper.changed();
    } catch {
      // The store cannot be read now; its asks will still be there later.
      if (!signal.aborted) clock.after(retryMs, () => void planPending());
    }
  }

  /** An ask that was notified may have ended while no notifier was running. */
  async function checkNotified(id: string): Promise<void> {
    const record = await find(id);
    if (record === null) told.delete(id);
    else ended(record);
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
      queue.start(running.store);
      if (channels.length === 0) return;
      plan.start();
      void planPending();
    },
    async stop() {
      plan.stop();
      abort.abort();
      await queue.stop();
      await keeper.settled();
    },
  };
}
