import { describe, expect, test } from "vitest";
import { prose } from "../testing/prose.ts";
import { createKeyGuard } from "./key-guard.ts";
import type { Key } from "./key-map.ts";

const speeds = [40, 90, 160, 250];
// When a sentence begins after an ask has come up.
const moments = [0, 130, 260, 410, 650, 1500, 3000];
// Every sentence at every speed; in a short run not at every moment.
const isLong = process.env.YOURCALL_TORTURE === "long";

/** A surface at which every key that is no move would answer, if the guard let it. */
function openSurface(approval: boolean) {
  const guard = createKeyGuard();
  const sent: string[] = [];
  let now = 10_000;
  let waiting: { key: Key; at: number } | undefined;
  guard.start(now, { approval });

  function send({ name, text = name }: Key): void {
    sent.push(text);
    waiting = undefined;
  }
  return {
    guard,
    sent,
    now: () => now,
    pass(ms: number) {
      now += ms;
      if (waiting !== undefined && now >= waiting.at) send(waiting.key);
    },
    press(key: Key, place: "field" | "row" = "row") {
      const first = waiting;
      waiting = undefined;
      const meaning = first && guard.interrupted(first.key, key, now);
      if (first !== undefined && meaning === "send") send(first.key);
      if (meaning === "send" || meaning === "ignore") return;
      const isMove = key.text === "j" || key.text === "k";
      const acts = guard.allows(key, now, isMove && place === "row" ? "move" : place);
      const isWritten = place === "field" && key.name !== "enter";
      if (acts && !isMove && !isWritten && key.text !== "?") waiting = { key, at: now + guard.sendDelayMs(key) };
    },
  };
}

function toKeys(sentence: string): Key[] {
  const keys = [...sentence].map((text): Key => (text === " " ? { name: "space", text } : { name: "char", text }));
  return [...keys, { name: "enter" }];
}

describe("no key of an ordinary sentence sends anything, at any speed,", () => {
  test("there are enough of them", () => {
    expect(new Set(prose).size).toBeGreaterThanOrEqual(200);
  });

  test.each([false, true])(
    "without a field, from any moment on after an ask has come up; an approval: %s",
    (approval) => {
      const answered: unknown[] = [];
      for (const [index, sentence] of prose.entries())
        for (const [speed, everyMs] of speeds.entries())
          for (const moment of moments.filter((_, at) => isLong || at % 3 === (index + speed) % 3)) {
            const surface = openSurface(approval);
            surface.pass(moment);
            for (const key of toKeys(sentence)) {
              surface.press(key);
              surface.pass(everyMs);
            }
            surface.pass(2000);
            if (surface.sent.length > 0) answered.push([sentence, everyMs, moment, surface.sent]);
          }
      expect(answered).toEqual([]);
    },
  );

  test("when its first letter opened a field that Tab leaves in the middle of it", () => {
    const answered: unknown[] = [];
    for (const sentence of prose)
      for (const everyMs of speeds) {
        const keys = toKeys(sentence);
        for (const at of new Set([2, Math.max(2, keys.length - 6), keys.length - 1])) {
          const surface = openSurface(false);
          surface.pass(3000);
          surface.guard.allows({ name: "char", text: "o" }, surface.now());
          for (const [place, key] of keys.entries()) {
            surface.pass(everyMs);
            if (place === at) {
              surface.guard.allows({ name: "tab" }, surface.now(), "field");
              surface.pass(everyMs);
            }
            surface.press(key, place < at ? "field" : "row");
          }
          surface.pass(2000);
          if (surface.sent.length > 0) answered.push([sentence, everyMs, at, surface.sent]);
        }
      }
    expect(answered).toEqual([]);
  });

  test("except Ctrl-Enter after it, in the field that a key opened for it and that stayed", () => {
    const wrong: unknown[] = [];
    for (const [index, sentence] of prose.entries())
      for (const everyMs of speeds)
        for (const change of [undefined, "start", "focusLost"] as const) {
          const surface = openSurface(false);
          surface.pass(3000);
          surface.guard.allows({ name: "char", text: index % 2 === 0 ? "o" : "b" }, surface.now());
          const keys = toKeys(sentence).slice(0, -1);
          for (const [place, key] of keys.entries()) {
            surface.pass(everyMs);
            if (place === Math.floor(keys.length / 2) && change !== undefined) surface.guard[change](surface.now());
            surface.press(key, "field");
          }
          surface.pass(everyMs);
          surface.press({ name: "enter", ctrl: true }, "field");
          surface.pass(2000);
          if (surface.sent.length !== (change === undefined ? 1 : 0)) wrong.push([sentence, everyMs, change]);
        }
    expect(wrong).toEqual([]);
  });

  // What takes the ask away: another one comes up in its place, or its field goes, or both.
  test.each([
    ["another ask comes up", "row", { start: true, focusLost: false }],
    ["the field goes", "field", { start: false, focusLost: true }],
    ["the field goes and another ask comes up", "field", { start: true, focusLost: true }],
  ] as const)("when in the middle of it, at any place, %s", (_, first, { start, focusLost }) => {
    const answered: unknown[] = [];
    for (const [index, sentence] of prose.entries())
      for (const everyMs of speeds) {
        const keys = toKeys(sentence);
        // Near the beginning nobody is known to be typing yet.
        const places = [1, 2, 3, 5, 1 + (index % (keys.length - 2)), keys.length - 1];
        for (const at of new Set(isLong ? places : places.filter((_, place) => place % 2 === index % 2))) {
          const surface = openSurface(index % 2 === 0);
          surface.pass(3000);
          for (const [place, key] of keys.entries()) {
            if (place === at && focusLost) surface.guard.focusLost(surface.now());
            if (place === at && start) surface.guard.start(surface.now(), { approval: index % 2 === 0 });
            surface.press(key, place < at ? first : "row");
            surface.pass(everyMs);
          }
          surface.pass(2000);
          if (surface.sent.length > 0) answered.push([sentence, everyMs, at, surface.sent]);
        }
      }
    expect(answered).toEqual([]);
  });
});
