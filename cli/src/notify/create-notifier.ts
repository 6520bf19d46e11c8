import { YourcallError } from "@yourcall/core";
import { type DeviceTold, dropOldest, whoIsToldNow } from "@yourcall/core/internal";
import { type AskRecord, type Clock, type Hub, type StoredEvent, systemClock } from "@yourcall/hub";
import type { Receipt } from "@yourcall/hub/internal";
import { createChannels } from "./channels.ts";
import { type Channel, type DeviceChannel, toEnding, toNotice } from "./notice.ts";
import { type Attempt, createNoticeQueue, type NoticeStore, type QueuedNotice } from "./notice-queue.ts";
import { parseNotifySettings, quietUntil } from "./notify-settings.ts";
import { type ChannelState, createStateKeeper, readNotifyState, toTarget } from "./notify-state.ts";
import { createPlan } from "./plan.ts";
import { isUrgent } from "./urgent-rules.ts";

interface NotifierOptions {
  /** Where `notify.json` is kept. */
  directory: string;
  /** `notify` in `config.json`, unchecked. */
  config: unknown;
  log: (message: string) => void;
  clock?: Clock;
  /** Channels instead of the configured ones. */
  channels?: Channel[];
  /** The devices, in the order in which they are tried. */
  devices?: readonly DeviceChannel[];
  /** The person's home directory, shown as `~` in paths. */
  home?: string;
}

/**
 * Notifies the person about pending asks. It learns of them after they are committed and delays nothing: it sends on its own,
 * and records failures.
 *
 *   ask-created ──plan──▶ waited long enough ──whoIsToldNow──▶ queued in the store for these channels, and planned again
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

type NotifierHub = Pick<Hub, "get" | "list" | "presence"> & { store: NoticeStore };

// More than anybody reads one by one. The list of pending asks shows the older ones.
const mostAtStart = 1000;
const mostTold = 5000;
const retryMs = 1000;

export function createNotifier(options: NotifierOptions): Notifier {
  const { directory, config, log, clock = systemClock, home } = options;
  const { settings, faults } = parseNotifySettings(config);
  for (const { path, expected } of faults) log(`config.json: ${path} is ignored; it must be ${expected}`);
  const others = options.channels ?? createChannels(settings);
  const devices = options.devices ?? [];
  const channels: readonly Channel[] = [...others, ...devices];
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
  const queue = createNoticeQueue({
    ...{ channels, states, clock, signal, send, silentUntil, log },
    changed: keeper.changed,
    // The next device need not wait if this one failed.
    attempted: ({ ask, event }) => {
      if (devices.length > 1 && event === "ask-created" && told.has(ask)) plan.again(ask, clock.now());
    },
  });
  const plan = createPlan({ ...settings, clock, onDue: (id) => void notify(id) });
  // What channels need to withdraw notifications of asks that have just ended.
  const endings = new Map<string, Record<string, string>>();
  // Asks that are decided on again later, for instance when a person is no longer at a screen.
  const undecided = new Set<string>();
  let stopWatching = () => {};
  let hub: NotifierHub | undefined;
  let baseUrl = "";

  async function notify(id: string): Promise<void> {
    if (hub === undefined) return;
    const isFirst = !told.has(id);
    const handles = told.get(id) ?? {};
    told.set(id, handles);
    dropOldest(told, mostTold);
    try {
      const record = await find(id);
      if (record?.status !== "pending") {
        undecided.delete(id);
        return void told.delete(id);
      }
      const { targets, lookAt } = await decide(hub, record);
      const dueAt = clock.now();
      if (targets.length > 0)
        await hub.store.addNotices(
          targets.map((channel) => ({ ask: id, event: "ask-created", target: toTarget(channel), dueAt })),
        );
      else if (isFirst && lookAt !== null) told.delete(id);
      if (lookAt === null) undecided.delete(id);
      else {
        undecided.add(id);
        plan.again(id, lookAt);
      }
      queue.check();
      keeper.changed();
    } catch {
      if (isFirst && told.get(id) === handles) told.delete(id);
      if (!signal.aborted) plan.again(id, clock.now() + retryMs);
    }
  }

  /** To which channels a pending ask is sent now, and when to decide again. */
  async function decide({ store, presence }: NotifierHub, record: AskRecord) {
    const before = (await store.noticesOf(record.id)).filter(({ event }) => event === "ask-created");
    const receipts = devices.length > 1 ? await store.receiptsOf(record.id) : [];
    const isFor = ({ isFor }: Channel) => isFor?.(record) ?? true;
    const concerned = Map.groupBy(devices.filter(isFor), ({ person }) => person);
    const now = clock.now();
    const {
      others: tellOthers,
      devices: toTell,
      lookAt,
    } = whoIsToldNow({
      now,
      askedAt: record.createdAt,
      touchedAt: record.draft?.at,
      isUrgent: isUrgent(record, settings.urgent, home),
      quietUntil: quietUntil(quiet, now),
      // Old asks are not sent to channels that were added since then.
      othersTold: before.length > 0,
      people: Array.from(concerned, ([person, channels]) => ({
        presentUntil: presence.until(person),
        devices: channels.map((channel) => toDeviceTold(channel, before, receipts)),
      })),
    });
    const chosen = [
      ...(tellOthers ? others.filter(isFor) : []),
      ...devices.filter(({ name }) => toTell.includes(name)),
    ];
    return { targets: chosen, lookAt };
  }

  /** Null if the ask no longer exists. */
  async function find(id: string): Promise<AskRecord | null> {
    if (hub === undefined) return null;
    return hub.get(id).catch((error) => {
      if (YourcallError.isInstance(error) && error.code === "not-found") return null;
      throw error;
    });
  }

  function isDevice(target: string): boolean {
    return devices.some((device) => toTarget(device) === target);
  }

  /** Quiet hours may have begun since a notice was queued, or between two attempts. */
  async function silentUntil({ ask, event, target }: QueuedNotice): Promise<number | null> {
    const until = quietUntil(quiet, clock.now());
    if (until === null || (event === "ask-ended" && isDevice(target))) return null;
    const record = await find(ask);
    return record === null || isUrgent(record, settings.urgent, home) ? null : until;
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
    undecided.delete(record.id);
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
      // A device's message is changed without a sound, and its buttons must go.
      const isSilent = quietUntil(quiet, at) !== null && !isDevice(target);
      if (!wasTold || isFollowed || channel.end === undefined || isSilent) return;
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
      for (const [id, createdAt] of [...waiting].reverse())
        if (!told.has(id) || devices.length > 1) plan.add(id, createdAt);
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
      stopWatching = running.presence.onAway(() => {
        for (const id of undecided) plan.again(id, clock.now());
      });
      void planPending();
    },
    async stop() {
      stopWatching();
      plan.stop();
      abort.abort();
      await queue.stop();
      await keeper.settled();
    },
  };
}

/** What is known of an ask at a device, from the queue and from the device itself. */
function toDeviceTold(channel: Channel, notices: readonly QueuedNotice[], receipts: readonly Receipt[]): DeviceTold {
  const notice = notices.find(({ target }) => target === toTarget(channel));
  const at = (what: Receipt["what"]) =>
    receipts.find((receipt) => receipt.device === channel.name && receipt.what === what)?.at;
  const failed = notice?.state === "failed" || (notice?.state === "waiting" && notice.reason !== undefined);
  return { id: channel.name, told: notice?.at, failed, shown: at("shown"), opened: at("opened") };
}
