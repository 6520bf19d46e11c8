import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Outcome, YourcallError } from "@yourcall/core";
import { type AskRecord, type Notice, systemClock } from "@yourcall/hub";
import type { Receipt } from "@yourcall/hub/internal";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPresence } from "../../../hub/src/presence.ts";
import { createNotifier, type Notifier } from "./create-notifier.ts";
import type { Channel, DeviceChannel } from "./notice.ts";
import type { NoticeStore } from "./notice-queue.ts";
import { readNotifyState } from "./notify-state.ts";

let directory: string;
const open: Notifier[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "yourcall-notify-"));
  // Only time is faked, not files and promises.
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], now: new Date(2030, 5, 15, 12, 0) });
});
afterEach(async () => {
  vi.useRealTimers();
  // Each notifier may still be writing its state.
  await Promise.all(open.splice(0).map((notifier) => notifier.stop()));
  rmSync(directory, { recursive: true, force: true });
});

const record = (id: string, question = `Question of ${id}?`): AskRecord => ({
  id,
  position: 1,
  token: "t",
  kind: "question",
  status: "pending",
  agent: { name: "claude" },
  questions: [{ question, header: "H", kind: "choice", options: [], multiSelect: false }],
  onTimeout: "expire",
  createdAt: Date.now(),
  lastSeenAt: Date.now(),
  draftRevision: 0,
});

/** A hub as the notifier sees it. */
function setUp(
  config: unknown = {},
  channels: Channel[] = [createRecorder().channel],
  devices: readonly DeviceChannel[] = [],
) {
  const presence = createPresence(systemClock);
  const asks = new Map<string, AskRecord>();
  let sequence = 0;
  const logged: string[] = [];
  const store = createNotices();
  const start = () => {
    const made = createNotifier({ directory, config, channels, devices, log: (message) => logged.push(message) });
    open.push(made);
    made.begin(
      {
        get: async (id) => {
          const found = asks.get(id);
          if (found === undefined) throw new YourcallError("not-found", "There is none.");
          return found;
        },
        list: async () => ({ records: [...asks.values()].filter(({ status }) => status === "pending").reverse() }),
        store,
        presence,
      },
      "http://hub",
    );
    return made;
  };
  let notifier = start();
  return {
    logged,
    beat: () => presence.beat(undefined),
    leave: () => presence.leave(undefined),
    shown: (ask: string, device: string) => store.shown(ask, device),
    /** What became of the notifications of an ask. */
    receipts: async (id: string) =>
      (await store.noticesOf(id)).map(({ event, target, state, attempts, reason }) =>
        [event, target, state, attempts, ...(reason === undefined ? [] : [reason])].join(", "),
      ),
    ask(id: string) {
      asks.set(id, record(id));
      notifier.watch({ sequence: ++sequence, type: "ask-created", record: record(id) });
    },
    draft: (id: string) => notifier.watch({ sequence: ++sequence, type: "ask-drafted", record: record(id) }),
    end(id: string, { unseen = false } = {}) {
      const at = new Date().toISOString();
      const outcome: Outcome = { status: "answered", answers: [], by: { surface: "web", act: "click" }, at };
      const ended: AskRecord = { ...record(id), status: "answered", outcome, endedAt: Date.now() };
      asks.set(id, ended);
      if (!unseen) notifier.watch({ sequence: ++sequence, type: "ask-ended", record: ended });
    },
    stop: () => notifier.stop(),
    /** Another hub takes over while the first one is still sending. */
    crash() {
      void notifier.stop();
      notifier = start();
    },
    async restart() {
      await notifier.stop();
      notifier = start();
    },
  };
}

/** The part of a store that keeps notices. The store's own tests show that SQLite does the same. */
function createNotices(): NoticeStore & { shown(ask: string, device: string): void } {
  const all: Notice[] = [];
  const receipts: Receipt[] = [];
  return {
    shown: (ask, device) => void receipts.push({ ask, device, what: "shown", at: Date.now() }),
    receiptsOf: async (ask) => receipts.filter((receipt) => receipt.ask === ask),
    async addNotices(added) {
      for (const notice of added)
        all.push({ id: all.length + 1, state: "waiting", attempts: 0, at: notice.dueAt, ...notice });
    },
    async takeDueNotices(now, { retryMs, limit }) {
      const due = all.filter(({ state, dueAt }) => state === "waiting" && dueAt <= now).slice(0, limit);
      return due.map((notice) => ({ ...Object.assign(notice, { dueAt: now + retryMs }) }));
    },
    async settleNotice(id, result) {
      Object.assign(all.find((notice) => notice.id === id) ?? {}, { reason: undefined }, result);
    },
    nextNoticeAt: async () =>
      all.reduce<number | null>(
        (next, { state, dueAt }) => (state === "waiting" ? Math.min(dueAt, next ?? dueAt) : next),
        null,
      ),
    noticesOf: async (ask) => all.filter((notice) => notice.ask === ask).map((notice) => ({ ...notice })),
  };
}

/** A channel that records what it gets. */
function createRecorder(name = "desktop") {
  const told: string[] = [];
  const ended: string[] = [];
  const channel: Channel = {
    name,
    what: "test",
    async send({ id, url }) {
      told.push(id);
      expect(url).toBe(`http://hub/a/${id}`);
      return `handle of ${id}`;
    },
    async end(_, { title }, handle) {
      ended.push(`${title}, ${handle}`);
    },
  };
  return { channel, told, ended };
}

/** Like a receiver that does not respond: it settles only when the test releases it. */
const hang: Channel["send"] = (_, signal) =>
  new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("stopped"))));

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test("an ask that has waited five seconds is notified once", async () => {
  const { channel, told } = createRecorder();
  const hub = setUp({}, [channel]);
  hub.ask("a");
  await pass(4999);
  expect(told).toEqual([]);
  await pass(1);
  expect(told).toEqual(["a"]);
  await pass(3_600_000);
  expect(told).toEqual(["a"]);
});

test("an ask that ended sooner is never notified", async () => {
  const { channel, told, ended } = createRecorder();
  const hub = setUp({ after: "10s" }, [channel]);
  hub.ask("a");
  hub.ask("b");
  await pass(9999);
  hub.end("a");
  await pass(60_000);
  expect(told).toEqual(["b"]);
  expect(ended).toEqual([]);
});

test("no notification is sent while somebody is working on the ask", async () => {
  const { channel, told } = createRecorder();
  const hub = setUp({}, [channel]);
  hub.ask("a");
  await pass(4000);
  hub.draft("a");
  await pass(4000);
  hub.draft("a");
  await pass(4999);
  expect(told).toEqual([]);
  await pass(1);
  expect(told).toEqual(["a"]);
});

test("the outcome of a notified ask goes to each channel with the channel's own receipt", async () => {
  const { channel, ended } = createRecorder();
  const hub = setUp({}, [channel]);
  hub.ask("a");
  await pass(5000);
  hub.end("a");
  await pass(0);
  expect(ended).toEqual(["Answered in web, handle of a"]);
});

test("in quiet hours nothing is sent, and asks still pending are notified at their end", async () => {
  const { channel, told, ended } = createRecorder();
  const hub = setUp({ quiet: { from: "12:01", to: "13:00" } }, [channel]);
  hub.ask("before");
  await pass(60_000);
  expect(told).toEqual(["before"]);
  hub.ask("a");
  hub.ask("b");
  await pass(30 * 60_000);
  hub.end("before");
  hub.end("a");
  await pass(29 * 60_000 - 1);
  expect(told).toEqual(["before"]);
  await pass(1);
  expect(told).toEqual(["before", "b"]);
  expect(ended).toEqual([]);
  await pass(24 * 3_600_000);
  expect(told).toEqual(["before", "b"]);
});

test("a channel that hangs delays no other, and a failure is counted with its reason", async () => {
  const { channel, told } = createRecorder("webhook 2");
  const hanging: Channel = { name: "desktop", what: "test", send: hang };
  const failing: Channel = { name: "webhook 1", what: "test", send: () => Promise.reject(new Error("no network")) };
  const hub = setUp({}, [hanging, failing, channel]);
  hub.ask("a");
  hub.ask("b");
  await pass(5000);
  expect(told).toEqual(["a", "b"]);
  await expect
    .poll(() => readNotifyState(directory)?.channels)
    .toMatchObject([
      { name: "desktop", sent: 0, failed: 0, failing: false },
      { name: "webhook 1", sent: 0, failed: 2, failing: true, error: { message: "no network" } },
      { name: "webhook 2", sent: 2, failed: 0, failing: false },
    ]);
  expect(hub.logged).toEqual(["webhook 1 (test) failed: no network"]);
});

test("a webhook gets what waits for it after the webhooks in config.json were reordered", async () => {
  const [one, two] = [createRecorder("webhook 1"), createRecorder("webhook 2")];
  let works = false;
  const send: Channel["send"] = async (...given) => {
    if (!works) throw new Error("responded with status 503");
    return one.channel.send(...given);
  };
  const first: Channel = { ...one.channel, id: "webhook aaaaaa", retries: true, send };
  const second: Channel = { ...two.channel, id: "webhook bbbbbb" };
  const channels = [first, second];
  const hub = setUp({}, channels);
  hub.ask("a");
  await pass(5000);
  expect([one.told.length, two.told.length]).toEqual([0, 1]);
  channels.splice(0, 2, { ...second, name: "webhook 1" }, { ...first, name: "webhook 2" });
  works = true;
  await hub.restart();
  await pass(60_000);
  expect([one.told.length, two.told.length]).toEqual([1, 1]);
  expect(await hub.receipts("a")).toEqual([
    "ask-created, webhook aaaaaa (test), sent, 2",
    "ask-created, webhook bbbbbb (test), sent, 1",
  ]);
});

test("a webhook that fails is retried with growing pauses, across restarts, until the ask has ended", async () => {
  const { channel } = createRecorder("webhook 1");
  const attempts: number[] = [];
  let works = false;
  const send: Channel["send"] = async (...given) => {
    attempts.push(Date.now());
    if (!works) throw new Error("responded with status 503");
    return channel.send(...given);
  };
  const hub = setUp({}, [{ ...channel, retries: true, send }]);
  hub.ask("a");
  hub.ask("b");
  await pass(5000 + 5000 + 15_000);
  const pauses = attempts.filter((_, index) => index % 2 === 0).map((at, index, all) => at - (all[index - 1] ?? at));
  expect(pauses).toEqual([0, 5000, 15_000]);
  expect(await hub.receipts("a")).toEqual(["ask-created, webhook 1 (test), waiting, 3, responded with status 503"]);
  await hub.restart();
  await pass(44_000);
  expect(attempts).toHaveLength(6);
  hub.end("b");
  works = true;
  await pass(1000);
  expect(attempts).toHaveLength(7);
  expect(await hub.receipts("a")).toEqual(["ask-created, webhook 1 (test), sent, 4"]);
  expect(await hub.receipts("b")).toEqual(["ask-created, webhook 1 (test), not-needed, 3, responded with status 503"]);
  await pass(7_200_000);
  expect(attempts).toHaveLength(7);
});

test("sending the outcome is retried too, and given up after a day", async () => {
  const { channel } = createRecorder("webhook 1");
  const end: Channel["end"] = () => Promise.reject(new Error("no network"));
  const hub = setUp({}, [{ ...channel, retries: true, end }]);
  hub.ask("a");
  await pass(5000);
  hub.end("a");
  await pass(3_600_000);
  expect((await hub.receipts("a"))[1]).toMatch(/^ask-ended, webhook 1 \(test\), waiting, [67], no network$/);
  await hub.restart();
  await pass(26 * 3_600_000);
  expect((await hub.receipts("a"))[1]).toBe("ask-ended, webhook 1 (test), failed, 30, no network");
});

test("an ask that ended while no hub was running is followed up by the next hub", async () => {
  const { channel, ended } = createRecorder();
  const hub = setUp({}, [channel]);
  hub.ask("a");
  await pass(5000);
  await hub.stop();
  hub.end("a", { unseen: true });
  await hub.restart();
  await expect.poll(() => ended).toEqual(["Answered in web, handle of a"]);
});

test("a restart sends nothing twice, and sends what was not sent", async () => {
  const { channel, told, ended } = createRecorder();
  const hub = setUp({}, [channel]);
  hub.ask("a");
  await pass(5000);
  hub.ask("b");
  await hub.restart();
  await pass(60_000);
  expect(told).toEqual(["a", "b"]);
  await hub.restart();
  hub.end("a");
  await pass(60_000);
  expect(told).toEqual(["a", "b"]);
  expect(ended).toEqual(["Answered in web, handle of a"]);
});

test("a notification that a stop interrupted is sent after the restart", async () => {
  const { channel, told } = createRecorder();
  let send = hang;
  const hub = setUp({}, [{ ...channel, send: (...given) => send(...given) }]);
  hub.ask("a");
  await pass(5000);
  send = channel.send;
  await hub.restart();
  await pass(0);
  await expect.poll(() => told).toEqual(["a"]);
  expect(readNotifyState(directory)?.channels).toMatchObject([{ failed: 0 }]);
});

test("the state file is private, and drops ended asks", async () => {
  const { channel } = createRecorder();
  const hub = setUp({ webhooks: [{ url: "https://hooks.example/secret" }] }, [channel]);
  hub.ask("a");
  hub.ask("b");
  await pass(5000);
  hub.end("a");
  await hub.stop();
  const file = join(directory, "notify.json");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readNotifyState(directory)?.told).toEqual([{ id: "b", handles: { desktop: "handle of b" } }]);
  expect(readFileSync(file, "utf8")).not.toContain("secret");
});

test("a clock set back delays no notification", async () => {
  const { channel, told } = createRecorder();
  const hub = setUp({}, [channel]);
  hub.ask("a");
  vi.setSystemTime(Date.now() - 3_600_000);
  await pass(10_000);
  expect(told).toEqual(["a"]);
});

test("an invalid setting is reported without quoting it, and the rest apply", async () => {
  const { channel, told } = createRecorder();
  const config = { after: "1s", quiet: { from: "now" }, webhooks: [{ url: "secret" }] };
  const hub = setUp(config, [channel]);
  expect(hub.logged).toHaveLength(2);
  expect(hub.logged.join()).not.toContain("secret");
  hub.ask("a");
  await pass(1000);
  expect(told).toEqual(["a"]);
});

test("a message that a crash interrupted is not sent again where that would ask twice; a refused one is", async () => {
  const { promise: crashed, resolve: release } = Promise.withResolvers<string>();
  const told: string[] = [];
  const answers = [() => crashed, () => Promise.reject(new Error("too many")), async () => "2"];
  const send: Channel["send"] = ({ id }) => {
    told.push(id);
    return (answers.shift() ?? (async () => ""))();
  };
  const channel: Channel = { name: "chat", what: "test", retries: true, isOnce: true, send };
  const hub = setUp({}, [channel]);
  hub.ask("a");
  await pass(5000);
  expect(told).toEqual(["a"]);
  hub.crash();
  await pass(61_000);
  expect(told).toEqual(["a"]);
  expect(await hub.receipts("a")).toEqual([
    "ask-created, chat (test), failed, 2, the hub stopped while it was being sent, so it may not have arrived",
  ]);
  hub.ask("b");
  await pass(5000);
  expect(await hub.receipts("b")).toEqual(["ask-created, chat (test), waiting, 1, too many"]);
  await pass(5000);
  expect(told).toEqual(["a", "b", "b"]);
  expect(await hub.receipts("b")).toEqual(["ask-created, chat (test), sent, 2"]);
  release("1");
});

/** Devices that record when they were told, in seconds since the test began. */
function createDevices(...names: string[]) {
  const told: [string, number][] = [];
  const start = Date.now();
  const devices = names.map(
    (name): DeviceChannel => ({
      ...{ name, what: "test", retries: true },
      async send() {
        told.push([name, Math.round((Date.now() - start) / 1000)]);
        if (name.startsWith("broken")) throw new Error("blocked");
        return "1";
      },
      end: async () => void told.push([`${name} ended`, Math.round((Date.now() - start) / 1000)]),
    }),
  );
  return { devices, told };
}

test("devices are tried one after another until somebody answers", async () => {
  const { devices, told } = createDevices("broken", "phone", "chat", "watch");
  const { channel, told: onDesktop } = createRecorder();
  const hub = setUp({}, [channel], devices);
  hub.ask("a");
  await pass(5000);
  expect(onDesktop).toEqual(["a"]);
  await pass(10_000);
  hub.shown("a", "phone");
  await pass(100_000);
  expect(told.filter(([name]) => name !== "broken")).toEqual([["phone", 5]]);
  await pass(60_000);
  hub.end("a");
  await pass(600_000);
  const others = told.filter(([name]) => name !== "broken");
  expect(others).toEqual([
    ["phone", 5],
    ["chat", 135],
    ["watch", 165],
    ...["phone ended", "chat ended", "watch ended"].map((name) => [name, 175]),
  ]);
});

test("devices keep silent while the person is at a screen, and begin when the beats stop", async () => {
  const { devices, told } = createDevices("phone");
  const { channel, told: onDesktop } = createRecorder();
  const hub = setUp({}, [channel], devices);
  hub.beat();
  hub.ask("a");
  await pass(60_000);
  hub.beat();
  expect([onDesktop, told]).toEqual([["a"], []]);
  await pass(89_000);
  expect(told).toEqual([]);
  await pass(1000);
  expect(told).toEqual([["phone", 150]]);
});

test("a device gets what has waited long enough as soon as its person has left", async () => {
  const { devices, told } = createDevices("phone");
  const hub = setUp({ after: "8s" }, [], devices);
  hub.beat();
  hub.ask("a");
  await pass(10_000);
  hub.ask("b");
  hub.leave();
  await pass(4999);
  expect(told).toEqual([]);
  await pass(100);
  expect(told).toEqual([["phone", 15]]);
  await pass(2901);
  expect(told).toEqual([
    ["phone", 15],
    ["phone", 18],
  ]);
});

test("an ask reaches the device of a person who stays at a screen without answering, after five minutes", async () => {
  const { devices, told } = createDevices("phone");
  const hub = setUp({}, [], devices);
  hub.ask("a");
  for (let at = 0; at < 400; at += 30) {
    hub.beat();
    await pass(30_000);
  }
  expect(told).toEqual([["phone", 300]]);
});

test("an urgent ask reaches the device in quiet hours and while its person is at a screen; another one does not", async () => {
  const { devices, told } = createDevices("phone");
  const quiet = { from: "11:00", to: "13:00" };
  const hub = setUp({ quiet, urgent: [{ agent: "claude" }] }, [], devices);
  hub.beat();
  hub.ask("a");
  await pass(5000);
  expect(told).toEqual([["phone", 5]]);
  hub.end("a");
  await pass(0);
  expect(told).toEqual([
    ["phone", 5],
    ["phone ended", 5],
  ]);
  const other = setUp({ quiet, urgent: [{ agent: "deploy" }] }, [], devices);
  other.ask("b");
  await pass(3_594_000);
  expect(told).toHaveLength(2);
  await pass(2000);
  expect(told[2]).toEqual(["phone", 3600]);
});

test("the next device is tried after a restart too", async () => {
  const { devices, told } = createDevices("phone", "chat");
  const hub = setUp({}, [], devices);
  hub.ask("a");
  await pass(10_000);
  await hub.restart();
  await pass(60_000);
  expect(told).toEqual([
    ["phone", 5],
    ["chat", 35],
  ]);
});
