import { randomBytes } from "node:crypto";
import { YourcallError } from "@yourcall/core";
import type { DeviceBody } from "@yourcall/core/internal/wire";
import type { Caller, DeviceRecord, Hub } from "@yourcall/hub";
import { every } from "@yourcall/hub/internal";
import type { Channel } from "./notice.ts";
import { readAddress, type TelegramAddress } from "./telegram/address.ts";
import { type Bot, BotError, createBot } from "./telegram/bot-api.ts";
import { createUpdateHandler } from "./telegram/handle-update.ts";
import { pollBot } from "./telegram/poll-bot.ts";
import { createTelegramChannel } from "./telegram/telegram-channel.ts";

interface DevicesOptions {
  hub: Hub;
  /** The name of this hub among those that share its store. */
  holder: string;
  linkTo: (ask: string) => string;
  log: (message: string) => void;
  /** Called when the devices that can be reached have changed. */
  changed: () => void;
}

/** The devices of a hub: it adds and removes them, polls their services, and has a channel for each that is ready. */
export interface Devices {
  list(): Promise<DeviceRecord[]>;
  add(body: DeviceBody, caller: Caller): Promise<{ device: DeviceRecord; code: string; url: string }>;
  /** False if there is no such device. */
  remove(id: string): Promise<boolean>;
  channels(): Channel[];
  stop(): Promise<void>;
}

// Other hubs on the same store add devices too.
const refreshMs = 10_000;
const codeMs = 600_000;
const oneCall = new AbortController().signal;

export async function startDevices({ hub, holder, linkTo, log, changed }: DevicesOptions): Promise<Devices> {
  const { store, clock } = hub;
  const pollers = new Map<string, { stop: AbortController; done: Promise<void> }>();
  let known: DeviceRecord[] = [];
  let channels: Channel[] = [];

  function botOf(device: DeviceRecord): { bot: Bot; secret: string } {
    const { token, api } = readAddress(device);
    return { bot: createBot(token, api), secret: `${token} ${api ?? ""}` };
  }

  async function refresh(): Promise<void> {
    const before = toSignature(known);
    known = await store.listDevices();
    const wanted = new Map(known.map((device) => [botOf(device).secret, botOf(device).bot]));
    for (const [secret, poller] of pollers)
      if (!wanted.has(secret)) {
        poller.stop.abort();
        pollers.delete(secret);
      }
    for (const [secret, bot] of wanted) if (!pollers.has(secret)) pollers.set(secret, startPoller(bot, secret));
    if (toSignature(known) === before) return;
    channels = known.flatMap((device) =>
      device.state === "ready" ? [createTelegramChannel(hub, device, botOf(device).bot, noteHealth)] : [],
    );
    changed();
  }

  function startPoller(bot: Bot, secret: string) {
    const stop = new AbortController();
    const { signal } = stop;
    const devices = async () => (await store.listDevices()).filter((device) => botOf(device).secret === secret);
    const onBound = () => void refresh().catch(() => {});
    const onUpdate = createUpdateHandler({ hub, bot, devices, onBound, linkTo, signal });
    const onHealth = (reason: string | undefined) =>
      void devices()
        .then((all) => Promise.all(all.map(({ id }) => noteHealth(id, reason))))
        .catch(() => {});
    return { stop, done: pollBot({ hub, bot, holder, onUpdate, onHealth, signal }) };
  }

  /** Records that a device fails, and why, or that it works. */
  async function noteHealth(id: string, reason: string | undefined): Promise<void> {
    const device = (await store.listDevices()).find((one) => one.id === id);
    if (device === undefined || device.reason === reason) return;
    const now = clock.now();
    const since = reason === undefined ? undefined : (device.failingSince ?? now);
    log(`${device.name} (${device.kind}) ${reason === undefined ? "works again" : `fails: ${reason}`}`);
    const okAt = reason === undefined ? now : device.okAt;
    await store.saveDevice({ ...device, okAt, failingSince: since, reason });
  }

  await refresh();
  const stopRefreshing = every(clock, refreshMs, () => refresh().catch(() => {}));

  return {
    list: () => store.listDevices(),
    async add(body, caller) {
      const bot = createBot(body.token, body.api);
      const me = await bot.call("getMe", {}, oneCall).catch((error: Error) => {
        throw new YourcallError(
          "forbidden",
          error instanceof BotError ? `Not added: ${error.message}.` : error.message,
        );
      });
      const code = randomBytes(8).toString("base64url");
      const address: TelegramAddress = {
        ...{ token: body.token, api: body.api },
        ...{ code, codeUntil: clock.now() + codeMs },
      };
      const device: DeviceRecord = {
        id: `dev_${randomBytes(6).toString("hex")}`,
        kind: body.kind,
        name: body.name ?? "Telegram",
        person: caller.person,
        level: body.level ?? "questions",
        approvals: body.approvals ?? false,
        state: "adding",
        address: JSON.stringify(address),
        createdAt: clock.now(),
      };
      await store.saveDevice(device);
      await refresh();
      const { username = "" } = me as { username?: string };
      return { device, code, url: `https://t.me/${username}?start=${code}` };
    },
    async remove(id) {
      const device = (await store.listDevices()).find((one) => one.id === id);
      if (device === undefined) return false;
      await store.removeDevice(id);
      await refresh();
      return true;
    },
    channels: () => channels,
    async stop() {
      stopRefreshing();
      const all = [...pollers.values()];
      for (const { stop } of all) stop.abort();
      await Promise.all(all.map(({ done }) => done));
    },
  };
}

/** What decides which channels there are. */
function toSignature(devices: readonly DeviceRecord[]): string {
  return JSON.stringify(
    devices.map(({ id, name, level, approvals, state, address, person }) => [
      id,
      name,
      level,
      approvals,
      state,
      address,
      person,
    ]),
  );
}
