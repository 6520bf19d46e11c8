import type { Key } from "@yourcall/core";
import { describe, expect, it } from "vitest";
import { createKeyGuard, parseGuardMs } from "./key-guard.ts";

const enter: Key = { name: "enter" };
const space: Key = { name: "space", text: " " };
const tab: Key = { name: "tab" };
const down: Key = { name: "down" };
const char = (text: string): Key => ({ name: "char", text });
const ctrl = (text: string): Key => ({ name: "char", text, ctrl: true });

describe("after the first frame", () => {
  it("keys that could answer do nothing for 250 ms", () => {
    for (const key of [enter, tab, char("1"), space, char("x"), "paste" as const]) {
      const guard = createKeyGuard();
      guard.start(1000);
      expect(guard.allows(key, 1249)).toBe(false);
      expect(guard.typing(1249)).toBe(true);
      expect(guard.allows(key, 1498)).toBe(false);
      expect(guard.allows(key, 1748)).toBe(true);
    }
    const guard = createKeyGuard();
    guard.start(1000);
    for (const key of [enter, tab, char("1"), space, char("x"), "paste" as const])
      expect(guard.allows(key, 1250)).toBe(true);
  });

  it("arrows, Esc, ?, Ctrl-C and Ctrl-Z always work", () => {
    const guard = createKeyGuard({ approval: true });
    guard.start(0);
    const always = [
      down,
      { name: "up" },
      { name: "left" },
      { name: "right" },
      { name: "escape" },
      char("?"),
      ctrl("c"),
      ctrl("z"),
    ];
    for (const key of always) expect(guard.allows(key, 1)).toBe(true);
    expect(guard.typing(1)).toBe(false);
  });

  it("keys that could answer do nothing before it", () => {
    const guard = createKeyGuard();
    expect(guard.allows(enter, 5)).toBe(false);
    expect(guard.allows(char("a"), 5)).toBe(false);
    expect(guard.allows(ctrl("c"), 5)).toBe(true);
    expect(guard.typing(5)).toBe(false);
    guard.start(10);
    expect(guard.allows(enter, 260)).toBe(true);
  });

  it("a key held down since before it does nothing while it repeats", () => {
    for (const key of [enter, space, char("1")]) {
      const guard = createKeyGuard();
      guard.start(0);
      for (let now = 100; now < 3000; now += 33) expect(guard.allows(key, now)).toBe(false);
    }
  });

  it("arrows do not prolong it", () => {
    const guard = createKeyGuard();
    guard.start(0);
    for (let now = 0; now < 250; now += 33) guard.allows(down, now);
    expect(guard.typing(249)).toBe(false);
    expect(guard.allows(enter, 250)).toBe(true);
  });

  it("an approval is guarded for 600 ms", () => {
    const guard = createKeyGuard({ approval: true });
    guard.start(0);
    guard.allows(down, 599);
    expect(guard.allows(enter, 600)).toBe(true);
    guard.start(1000);
    expect(guard.allows(enter, 1599)).toBe(false);
  });
});

describe("somebody who is typing", () => {
  it("is ignored until 250 ms without a key, with a message", () => {
    const guard = createKeyGuard();
    guard.start(0);
    expect(guard.allows(char("h"), 200)).toBe(false);
    expect(guard.typing(200)).toBe(true);
    expect(guard.quietAt()).toBe(450);
    expect(guard.allows(char("i"), 400)).toBe(false);
    expect(guard.allows(enter, 600)).toBe(false);
    expect(guard.quietAt()).toBe(850);
    expect(guard.typing(849)).toBe(true);
    expect(guard.typing(850)).toBe(false);
    expect(guard.quietAt()).toBeUndefined();
    expect(guard.allows(enter, 851)).toBe(true);
  });

  it("is also detected by Space and by a paste", () => {
    for (const key of [space, "paste" as const]) {
      const guard = createKeyGuard();
      guard.start(0);
      guard.allows(key, 100);
      expect(guard.typing(100)).toBe(true);
    }
  });

  it("never shortens the guard of an approval", () => {
    const guard = createKeyGuard({ approval: true });
    guard.start(0);
    guard.allows(char("y"), 10);
    expect(guard.allows(enter, 300)).toBe(false);
    expect(guard.quietAt()).toBe(600);
  });

  it("may still leave with Ctrl-C", () => {
    const guard = createKeyGuard();
    guard.start(0);
    guard.allows(char("a"), 10);
    expect(guard.allows(ctrl("c"), 20)).toBe(true);
  });

  it("is not assumed from text typed after the guard", () => {
    const guard = createKeyGuard();
    guard.start(0);
    expect(guard.allows(char("a"), 300)).toBe(true);
    expect(guard.typing(300)).toBe(false);
  });
});

describe("resuming", () => {
  it("starts the guard again", () => {
    const guard = createKeyGuard();
    guard.start(0);
    guard.start(5000);
    expect(guard.allows(enter, 5100)).toBe(false);
    expect(guard.allows(enter, 5350)).toBe(true);
  });

  it("does not shorten the guard while somebody is typing", () => {
    const guard = createKeyGuard({ guardMs: 100 });
    guard.start(0);
    guard.allows(char("a"), 50);
    guard.start(60);
    expect(guard.allows(enter, 299)).toBe(false);
  });
});

describe("another page", () => {
  it("ignores the key that led to it until 120 ms without that key", () => {
    const guard = createKeyGuard();
    guard.start(0);
    expect(guard.allows(enter, 1000)).toBe(true);
    guard.pageChanged(1000);
    for (let now = 1033; now < 2000; now += 33) expect(guard.allows(enter, now)).toBe(false);
    for (const key of [char("n"), tab, space, down, "paste" as const]) expect(guard.allows(key, 1990)).toBe(true);
    expect(guard.typing(1990)).toBe(false);
    expect(guard.allows(enter, 2111)).toBe(true);
    expect(guard.allows(enter, 2144)).toBe(true);
  });

  it("accepts the same letter twice in a row in a field", () => {
    const guard = createKeyGuard();
    guard.start(0);
    expect(guard.allows(char("o"), 1000)).toBe(true);
    guard.pageChanged(1000);
    for (const now of [1200, 1250, 1300]) expect(guard.allows(char("l"), now)).toBe(true);
  });
});

describe("a key that would send", () => {
  it("is held down if it comes again while it waits, and then no key acts until 250 ms of silence", () => {
    const guard = createKeyGuard();
    guard.start(0);
    expect(guard.sendDelayMs).toBe(60);
    expect(guard.allows(enter, 500)).toBe(true);
    expect(guard.interrupted(enter, 533)).toBe(true);
    expect(guard.typing(533)).toBe(true);
    for (let now = 566; now < 1500; now += 33) expect(guard.allows(enter, now)).toBe(false);
    expect(guard.allows(enter, 1800)).toBe(true);
  });

  it("is typing if another key that could answer follows immediately", () => {
    const guard = createKeyGuard();
    guard.start(0);
    expect(guard.allows(char("1"), 500)).toBe(true);
    expect(guard.interrupted(char("9"), 540)).toBe(true);
    expect(guard.allows(char("9"), 700)).toBe(false);
  });

  it("gives way to an arrow", () => {
    const guard = createKeyGuard();
    guard.start(0);
    expect(guard.allows(enter, 500)).toBe(true);
    expect(guard.interrupted(down, 540)).toBe(false);
    expect(guard.typing(540)).toBe(false);
  });
});

describe("YOURCALL_KEY_GUARD_MS", () => {
  it("sets the first guard", () => {
    expect(parseGuardMs("40")).toBe(40);
    const guard = createKeyGuard({ guardMs: 40 });
    guard.start(0);
    expect(guard.allows(enter, 40)).toBe(true);
    guard.start(100);
    expect(guard.allows(enter, 139)).toBe(false);
  });

  it("turns every guard off with 0", () => {
    const guard = createKeyGuard({ guardMs: parseGuardMs("0"), approval: true });
    guard.start(0);
    guard.pageChanged(0);
    expect(guard.allows(enter, 0)).toBe(true);
    expect(guard.allows(char("a"), 0)).toBe(true);
    expect(guard.typing(0)).toBe(false);
  });

  it("is ignored if it is not a number", () => {
    for (const value of [undefined, "", "-1", "soon"]) expect(parseGuardMs(value)).toBe(250);
  });
});
