import { describe, expect, test } from "vitest";
import { type DeviceTold, type Telling, whoIsToldNow } from "./who-is-told.ts";

const second = 1000;
const minute = 60 * second;
const start = Date.parse("2030-06-15T12:00:00Z");

/** An ask of which nobody has been told, with two devices of one person who is away. */
const given = (more: Partial<Telling> = {}, devices: DeviceTold[] = [{ id: "phone" }, { id: "chat" }]): Telling => ({
  now: start,
  askedAt: start - 5 * second,
  isUrgent: false,
  quietUntil: null,
  othersTold: false,
  people: [{ presentUntil: null, devices }],
  ...more,
});
const at = (presentUntil: number, ...ids: string[]): Telling["people"] => [
  { presentUntil, devices: ids.map((id) => ({ id })) },
];

describe("an ask", () => {
  test("is told on the desktop and the first device", () => {
    expect(whoIsToldNow(given())).toEqual({ others: true, devices: ["phone"], lookAt: start + 30 * second });
  });

  test("of a person with one device or none needs no further look", () => {
    expect(whoIsToldNow(given({}, [{ id: "phone" }]))).toMatchObject({ devices: ["phone"], lookAt: null });
    expect(whoIsToldNow(given({ people: [] }))).toEqual({ others: true, devices: [], lookAt: null });
  });

  test("in quiet hours is told to nobody until they end, unless it is urgent", () => {
    const quietUntil = start + 60 * minute;
    expect(whoIsToldNow(given({ quietUntil }))).toEqual({ others: false, devices: [], lookAt: quietUntil });
    expect(whoIsToldNow(given({ quietUntil, isUrgent: true }))).toMatchObject({ others: true, devices: ["phone"] });
  });

  test("for two people is told to the first device of each, whoever is at a screen", () => {
    const people = [...at(start + minute, "ana's phone"), { presentUntil: null, devices: [{ id: "ben's phone" }] }];
    expect(whoIsToldNow(given({ people }))).toEqual({
      others: true,
      devices: ["ben's phone"],
      lookAt: start + minute,
    });
  });
});

describe("a person at a screen", () => {
  test("is not disturbed by devices until the beats stop", () => {
    const people = at(start + 90 * second, "phone");
    expect(whoIsToldNow(given({ people }))).toEqual({ others: true, devices: [], lookAt: start + 90 * second });
    expect(whoIsToldNow(given({ people, now: start + 90 * second }))).toMatchObject({ devices: ["phone"] });
  });

  test("is told after five minutes all the same", () => {
    const askedAt = start - 5 * minute + second;
    const people = at(start + 90 * second, "phone");
    expect(whoIsToldNow(given({ askedAt, people }))).toMatchObject({ devices: [], lookAt: start + second });
    expect(whoIsToldNow(given({ askedAt, people, now: start + second }))).toMatchObject({ devices: ["phone"] });
  });

  test("is told at once if it is urgent", () => {
    expect(whoIsToldNow(given({ people: at(start + minute, "phone"), isUrgent: true })).devices).toEqual(["phone"]);
  });
});

describe("the next device", () => {
  const after = (now: number, phone: Partial<DeviceTold>, more: Partial<Telling> = {}) =>
    whoIsToldNow(given({ now, othersTold: true, ...more }, [{ id: "phone", told: start, ...phone }, { id: "chat" }]));

  test("is tried 30 s after the first one was told, if that showed nothing", () => {
    expect(after(start + 29 * second, {})).toEqual({ others: false, devices: [], lookAt: start + 30 * second });
    expect(after(start + 30 * second, {})).toEqual({ others: false, devices: ["chat"], lookAt: null });
  });

  test("is tried two minutes after the ask was shown, if nobody came", () => {
    const shown = start + 10 * second;
    expect(after(start + 30 * second, { shown })).toMatchObject({ devices: [], lookAt: shown + 2 * minute });
    expect(after(shown + 2 * minute, { shown })).toMatchObject({ devices: ["chat"] });
  });

  test("waits for a person who opened the ask or works on it", () => {
    const came = start + 100 * second;
    expect(after(start + 2 * minute, { shown: start, opened: came })).toMatchObject({ lookAt: came + 2 * minute });
    expect(after(start + 2 * minute, {}, { touchedAt: came })).toMatchObject({ lookAt: came + 2 * minute });
    expect(after(came + 2 * minute, {}, { touchedAt: came })).toMatchObject({ devices: ["chat"] });
  });

  test("is tried at once if the first one failed", () => {
    expect(after(start + second, { failed: true })).toMatchObject({ devices: ["chat"] });
  });

  test("is tried after the person's presence has ended", () => {
    const devices = [{ id: "phone", told: start }, { id: "chat" }];
    const now = start + 40 * second;
    const people = [{ presentUntil: now + minute, devices }];
    expect(whoIsToldNow(given({ now, people }))).toMatchObject({ devices: [], lookAt: now + minute });
  });
});

test("a clock that was set back delays no device for longer than a new ask", () => {
  const now = start - 60 * minute;
  const told = [{ id: "phone", told: start }, { id: "chat" }];
  expect(whoIsToldNow(given({ now, othersTold: true }, told)).devices).toEqual(["chat"]);
  expect(whoIsToldNow(given({ now, people: at(now + minute, "phone") })).devices).toEqual(["phone"]);
});

test("an ask that is looked at whenever it says so reaches every device in order, whatever the clock does", () => {
  const devices: DeviceTold[] = [{ id: "phone" }, { id: "chat" }, { id: "watch" }];
  const order: [string, number][] = [];
  let now = start;
  let passed = 0;
  for (let look = 0; look < 10; look++) {
    const { devices: told, lookAt } = whoIsToldNow(given({ now, othersTold: look > 0 }, devices));
    for (const id of told) {
      order.push([id, passed]);
      Object.assign(devices.find((device) => device.id === id) ?? {}, { told: now });
    }
    if (lookAt === null) break;
    passed += lookAt - now;
    // After the first look the clock is set back by a day.
    now = look === 0 ? lookAt - 1440 * minute : lookAt;
  }
  expect(order).toEqual([
    ["phone", 0],
    ["chat", 30 * second],
    ["watch", 60 * second],
  ]);
});
