import { expect, test } from "vitest";
import type { WireReceipt } from "../wire/device-shapes.ts";
import { toDeviceWords } from "./receipt-words.ts";
import { toLocalTime } from "./times.ts";

const at = (minute: number) => new Date(2030, 5, 15, 14, minute).toISOString();
const now = new Date(2030, 5, 15, 15, 0).getTime();
const pixel = (what: WireReceipt["what"], minute: number, more = {}): WireReceipt => ({
  ...{ device: "dev_1", name: "Pixel", what, at: at(minute) },
  ...more,
});

test("each device is named with the newest that is known of it", () => {
  const telegram = { device: "dev_2", name: "Telegram", reason: "the bot is blocked" };
  expect(
    toDeviceWords([pixel("sent", 1), pixel("failed", 1, telegram), pixel("shown", 2)], now).map(({ text }) => text),
  ).toEqual([`Pixel: shown ${toLocalTime(at(2), now)}`, "Telegram: the bot is blocked"]);
});

test("a failure counts until a message was sent after all, and an answer more than what followed", () => {
  const failed = pixel("failed", 1, { reason: "no network" });
  expect(toDeviceWords([failed], now)).toMatchObject([{ isFailing: true }]);
  expect(toDeviceWords([failed, pixel("sent", 2)], now)).toMatchObject([{ isFailing: false }]);
  const [answered] = toDeviceWords([pixel("sent", 1), pixel("answered", 2), pixel("withdrawn", 3)], now);
  expect(answered?.text).toContain("answered");
});

test("a device that was removed is named by its id, and no name reaches a screen uncleaned", () => {
  const names = [undefined, "Pi\u001b[31mxel"].map((name) => toDeviceWords([pixel("sent", 1, { name })], now)[0]?.text);
  expect(names[0]).toMatch(/^dev_1: sent/);
  expect(names[1]).not.toContain("\u001b");
});
