import { randomBytes } from "node:crypto";
import { YourcallError } from "@yourcall/core";
import type { AddedDevice, DeviceBody, DeviceKind, ReceiptBody, SubscriptionBody } from "@yourcall/core/internal/wire";
import type { Caller, DeviceRecord, Hub } from "@yourcall/hub";
import { every, issueDeviceToken, noteReceipt, type Press, press } from "@yourcall/hub/internal";
import type { DeviceService, DeviceServiceOptions } from "./device-service.ts";
import type { Channel } from "./notice.ts";
import { createNtfyService } from "./ntfy/ntfy-service.ts";
import { createPushService, type PushService } from "./push/push-service.ts";
import { createTelegramService } from "./telegram/telegram-service.ts";
import { finishAdding } from "./test-button.ts";

interface DevicesOptions {
  hub: Hub;
  /** The name of this hub among those that share its store. */
  holder: string;
  linkTo: (ask: string) => string;
  pushSecret: Buffer;
  log: (message: string) => void;
  /** Called when the devices that can be reached have changed. */
  changed: () => void;
}

/** The devices of a hub: it adds and removes them, listens to their services, and has a channel for each that is ready. */
export interface Devices {
  list(): Promise<DeviceRecord[]>;
  add(body: DeviceBody, caller: Caller): Promise<{ device: DeviceRecord; more: Omit<AddedDevice, keyof DeviceRecord> }>;
  /** False if there is no such device. */
  remove(id: string): Promise<boolean>;
  /** A press that the device itself reports; `ready` if it was the test button. Null if there is no such device. */
  press(
    id: string,
    button: string,
    reply?: string,
  ): Promise<{ device: DeviceRecord; press: Press | { to: "ready" } } | null>;
  /** False if the device has no such button. */
  receipt(id: string, body: ReceiptBody): Promise<boolean>;
  /** Sets where a browser can be reached. False if there is no such browser. */
  subscribe(id: string, body: SubscriptionBody): Promise<boolean>;
  channels(): Channel[];
  stop(): Promise<void>;
}

// Other hubs on the same store add devices too, and their message about it may get lost.
const refreshMs = 10_000;
// Each is read or polled.
const mostDevices = 20;

export async function startDevices({ log, changed, ...given }: DevicesOptions): Promise<Devices> {
  const { hub } = given;
  const { store, clock } = hub;
  const options: DeviceServiceOptions = { ...given, onBound, noteHealth };
  const services: { [Kind in DeviceKind]: DeviceService<Kind> } & { push: PushService } = {
    telegram: createTelegramService(options),
    ntfy: createNtfyService(options),
    push: createPushService(options),
  };
  const listeners = new Map<string, { stop: AbortController; done: Promise<void> }>();
  /** Why sending to a device, or listening to it, fails in this hub. */
  const faults = new Map<string, string | undefined>();
  let known: DeviceRecord[] = [];
  let channels: Channel[] = [];

  function serviceOf({ kind }: Pick<DeviceRecord, "kind">): DeviceService {
    // Each service is only given bodies and devices of its own kind.
    return services[kind] as DeviceService;
  }

  function onBound(): void {
    void announce().catch(() => {});
  }

  /** Takes up a change here, and has the other hubs on this store take it up. */
  async function announce(): Promise<void> {
    store.messages?.send(JSON.stringify({ devices: "changed" }));
    await refresh();
  }

  async function refresh(): Promise<void> {
    const before = toSignature(known);
    known = await store.listDevices();
    const wanted = new Map(
      known.flatMap((device) => {
        const listener = serviceOf(device).listen?.(device);
        return listener === undefined ? [] : [[listener.key, listener]];
      }),
    );
    for (const [key, { stop }] of listeners)
      if (!wanted.has(key)) {
        stop.abort();
        listeners.delete(key);
      }
    for (const [key, { run }] of wanted) {
      if (listeners.has(key)) continue;
      const stop = new AbortController();
      listeners.set(key, { stop, done: run(stop.signal) });
    }
    if (toSignature(known) === before) return;
    channels = known.filter(({ state }) => state === "ready").map((device) => serviceOf(device).channel(device));
    changed();
  }

  async function find(id: string): Promise<DeviceRecord | undefined> {
    return (await store.listDevices()).find((one) => one.id === id);
  }

  async function noteHealth(id: string, now: string | undefined, part = "sending"): Promise<void> {
    // That a device is heard says nothing about sending, which may have failed in another hub, or before this one started.
    if (part === "listening" && now === undefined && faults.get(`listening ${id}`) === undefined) return;
    faults.set(`${part} ${id}`, now);
    const reason = faults.get(`listening ${id}`) ?? faults.get(`sending ${id}`);
    const device = await find(id);
    if (device === undefined || device.reason === reason) return;
    const at = clock.now();
    const since = reason === undefined ? undefined : (device.failingSince ?? at);
    log(`${device.name} (${device.kind}) ${reason === undefined ? "works again" : `fails: ${reason}`}`);
    const okAt = reason === undefined ? at : device.okAt;
    await store.saveDevice({ ...device, okAt, failingSince: since, reason });
  }

  await refresh();
  const stopHearing = store.messages?.listen((text) => {
    const { devices } = JSON.parse(text) as { devices?: string };
    if (devices !== undefined) void refresh().catch(() => {});
  });
  const stopRefreshing = every(clock, refreshMs, () => refresh().catch(() => {}));

  return {
    list: () => store.listDevices(),
    async add(body, caller) {
      const service = serviceOf(body);
      const theirs = (await store.listDevices()).filter(({ person }) => person === caller.person);
      if (theirs.length >= mostDevices)
        throw new YourcallError("forbidden", `You have ${mostDevices} devices. Remove one first.`);
      const device: DeviceRecord = {
        id: `dev_${randomBytes(6).toString("hex")}`,
        kind: body.kind,
        name: body.name ?? service.defaultName,
        person: caller.person,
        level: body.level ?? "questions",
        approvals: body.approvals ?? false,
        state: "adding",
        address: "{}",
        createdAt: clock.now(),
      };
      const save = async (address: object) => {
        const saved = { ...device, address: JSON.stringify(address) };
        await store.saveDevice(saved);
        return saved;
      };
      const token = await issueDeviceToken(hub, device, caller.token);
      const more = await service.begin(body, device, save, token).catch(async (error) => {
        // Also removes its token.
        await store.removeDevice(device.id);
        throw error;
      });
      await announce();
      return { device, more };
    },
    async remove(id) {
      if ((await find(id)) === undefined) return false;
      await store.removeDevice(id);
      await announce();
      return true;
    },
    async press(id, button, reply) {
      const device = await find(id);
      if (device === undefined) return null;
      const ready = await finishAdding(hub, device, button);
      if (ready === null) return { device, press: await press(hub, device, button, reply) };
      onBound();
      return { device: ready, press: { to: "ready" } };
    },
    async subscribe(id, body) {
      const device = await find(id);
      if (device?.kind !== "push") return false;
      await services.push.subscribe(device, body);
      return true;
    },
    receipt: (id, { button, what }) => noteReceipt(hub, id, button, what),
    channels: () => channels,
    async stop() {
      stopRefreshing();
      stopHearing?.();
      const all = [...listeners.values()];
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
