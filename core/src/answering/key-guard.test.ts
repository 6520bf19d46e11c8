import { describe, expect, it } from "vitest";
import { createKeyGuard, parseGuardMs } from "./key-guard.ts";
import type { Key } from "./key-map.ts";

const enter: Key = { name: "enter" };
const ctrlEnter: Key = { name: "enter", ctrl: true };
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
      expect(guard.allows(key, 1998)).toBe(true);
    }
    for (const key of [tab, char("1"), space, char("x"), "paste" as const]) {
      const guard = createKeyGuard();
      guard.start(1000);
      expect(guard.allows(key, 1250)).toBe(true);
    }
  });

  it("Enter does nothing for 500 ms, and pressed three times a second it never does anything", () => {
    const once = createKeyGuard();
    once.start(1000);
    expect(once.allows(enter, 1500)).toBe(true);
    for (let first = 1000; first < 1333; first += 37) {
      const guard = createKeyGuard();
      guard.start(1000);
      for (let now = first; now < 6000; now += 333) expect(guard.allows(enter, now)).toBe(false);
      expect(guard.typing(6000)).toBe(true);
    }
  });

  it("arrows, Esc, ?, Ctrl-C and Ctrl-Z always work", () => {
    const guard = createKeyGuard();
    guard.start(0, { approval: true });
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
    expect(guard.allows(enter, 510)).toBe(true);
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
    expect(guard.allows(tab, 250)).toBe(true);
  });

  it("a letter that only moves always works and prolongs nothing, except in a run of letters", () => {
    const guard = createKeyGuard();
    guard.start(0);
    for (let now = 0; now < 250; now += 33) expect(guard.allows(char("j"), now, "move")).toBe(true);
    expect(guard.allows(tab, 250)).toBe(true);
    for (const [at, key] of ["o", "b", "j"].entries()) guard.allows(char(key), 1000 + at * 100);
    expect(guard.allows(char("k"), 1300, "move")).toBe(false);
    expect(guard.quietAt(1300)).toBe(2300);
  });

  it("an approval is guarded for 600 ms", () => {
    const guard = createKeyGuard();
    guard.start(0, { approval: true });
    guard.allows(down, 599);
    expect(guard.allows(enter, 600)).toBe(true);
    guard.start(1000, { approval: true });
    expect(guard.allows(enter, 1599)).toBe(false);
  });
});

describe("somebody who is typing", () => {
  it("is ignored until 250 ms without a key, with a message", () => {
    const guard = createKeyGuard();
    guard.start(0);
    expect(guard.allows(char("h"), 200)).toBe(false);
    expect(guard.typing(200)).toBe(true);
    expect(guard.quietAt(200)).toBe(450);
    expect(guard.allows(char("i"), 400)).toBe(false);
    expect(guard.allows(tab, 600)).toBe(false);
    expect(guard.quietAt(600)).toBe(850);
    expect(guard.typing(849)).toBe(true);
    expect(guard.typing(850)).toBe(false);
    expect(guard.quietAt(850)).toBeUndefined();
    expect(guard.allows(tab, 851)).toBe(true);
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
    const guard = createKeyGuard();
    guard.start(0, { approval: true });
    guard.allows(char("y"), 10);
    expect(guard.allows(enter, 300)).toBe(false);
    expect(guard.quietAt(300)).toBe(600);
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
    expect(guard.allows(tab, 5100)).toBe(false);
    expect(guard.allows(tab, 5350)).toBe(true);
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
    for (const now of [1200, 1250, 1300]) expect(guard.allows(char("l"), now, "field")).toBe(true);
  });
});

describe("a key that would send", () => {
  it("is held down if it comes again while it waits, and then no key acts until it has been released", () => {
    const guard = createKeyGuard();
    guard.start(0);
    expect(guard.sendDelayMs(enter)).toBe(60);
    expect(guard.allows(enter, 500)).toBe(true);
    expect(guard.interrupted(enter, enter, 533)).toBe("ignore");
    expect(guard.typing(533)).toBe(true);
    for (let now = 566; now < 1500; now += 33) expect(guard.allows(enter, now)).toBe(false);
    expect(guard.allows(enter, 2000)).toBe(true);
  });

  it("is typing if another key that could answer follows immediately", () => {
    const guard = createKeyGuard();
    guard.start(0);
    expect(guard.allows(char("1"), 500)).toBe(true);
    expect(guard.interrupted(char("1"), char("9"), 540)).toBe("ignore");
    expect(guard.allows(char("9"), 700)).toBe(false);
  });

  it("gives way to an arrow", () => {
    const guard = createKeyGuard();
    guard.start(0);
    expect(guard.allows(enter, 500)).toBe(true);
    expect(guard.interrupted(enter, down, 540)).toBe("replace");
    expect(guard.typing(540)).toBe(false);
  });

  it("waits for longer if it is a digit or a letter, which may begin a text; Enter after it sends at once", () => {
    const guard = createKeyGuard();
    guard.start(0);
    expect(guard.sendDelayMs(char("1"))).toBe(300);
    expect(guard.allows(char("1"), 500)).toBe(true);
    expect(guard.interrupted(char("1"), enter, 600)).toBe("send");
    expect(guard.interrupted(char("1"), space, 600)).toBe("ignore");
  });
});

/** Presses these keys one after the other on rows, and says which of them may act. */
function press(guard: ReturnType<typeof createKeyGuard>, text: string, { from = 1000, everyMs = 100 } = {}): string {
  return [...text].filter((each, at) => guard.allows(each === " " ? space : char(each), from + at * everyMs)).join("");
}

function startedGuard() {
  const guard = createKeyGuard();
  guard.start(0);
  return guard;
}

describe("a run of letters", () => {
  it("is text: from the third key on nothing that answers acts until one second without a key", () => {
    const guard = startedGuard();
    expect(press(guard, "exactly 1 s")).toBe("ex");
    expect(guard.typing(2000)).toBe(true);
    expect(guard.allows(enter, 2999)).toBe(false);
    expect(guard.quietAt(2999)).toBe(3999);
    expect(guard.allows(enter, 3999)).toBe(true);
  });

  it("is noticed at 250 ms a key, and not at 400", () => {
    expect(press(startedGuard(), "extra", { everyMs: 250 })).toBe("ex");
    expect(press(startedGuard(), "extra", { everyMs: 400 })).toBe("extra");
  });

  it("is not made by digits, by j and k, or by one letter", () => {
    for (const keys of ["1 3 2", "jkjkjjj", "jjkx", "ssss", "j 2 k"]) expect(press(startedGuard(), keys)).toBe(keys);
  });

  it("is made by letters of any script and by capitals", () => {
    for (const keys of ["Привет", "Les", "éàb"]) expect(press(startedGuard(), keys)).toBe(keys.slice(0, 2));
  });

  it("also holds back ?, but neither arrows nor Esc nor Ctrl-C", () => {
    const guard = startedGuard();
    press(guard, "why");
    expect(guard.allows(char("?"), 1300)).toBe(false);
    for (const key of [down, { name: "escape" }, ctrl("c")]) expect(guard.allows(key, 1310)).toBe(true);
    expect(guard.quietAt(1310)).toBe(2300);
  });

  it("goes on in a field that one of its letters opened: the text goes in, Enter does not send it", () => {
    const guard = startedGuard();
    expect(press(guard, "do")).toBe("do");
    for (const [at, key] of ["n", "o", "t"].entries())
      expect(guard.allows(char(key), 1200 + at * 100, "field")).toBe(true);
    expect(guard.allows(enter, 1500, "field")).toBe(false);
    expect(guard.typing(1500)).toBe(true);
    expect(guard.allows(enter, 2600, "field")).toBe(true);
  });

  it("is two keys if the first one opened a field", () => {
    const guard = startedGuard();
    expect(guard.allows(char("o"), 2000)).toBe(true);
    expect(guard.allows(char("k"), 2200, "field")).toBe(true);
    expect(guard.allows(enter, 2400, "field")).toBe(false);
    expect(guard.allows(enter, 3400, "field")).toBe(true);
  });

  it("goes on in a field that appeared under it: Enter does not send it", () => {
    for (const first of [0, 100, 260, 600, 900])
      for (const everyMs of [40, 90, 160, 250]) {
        const guard = startedGuard();
        const keys = [..."not yet"];
        for (const [at, key] of keys.entries()) guard.allows(char(key), first + at * everyMs, "field");
        expect(guard.allows(enter, first + keys.length * everyMs, "field")).toBe(false);
        expect(guard.allows(enter, first + keys.length * everyMs + 1000, "field")).toBe(true);
      }
  });

  it("is not made by a number that is typed into a field", () => {
    const guard = startedGuard();
    for (const [at, key] of [..."8080"].entries()) guard.allows(char(key), 600 + at * 90, "field");
    expect(guard.allows(enter, 1000, "field")).toBe(true);
  });

  it("is not made by what is typed into a field", () => {
    const guard = startedGuard();
    for (const [at, key] of [..."plain text"].entries())
      expect(guard.allows(char(key), 1000 + at * 40, "field")).toBe(true);
    expect(guard.allows(enter, 1400, "field")).toBe(true);
    guard.allows(char("o"), 5000);
    for (const [at, key] of [..."later"].entries()) expect(guard.allows(char(key), 5800 + at * 40, "field")).toBe(true);
    expect(guard.allows(enter, 6000, "field")).toBe(true);
  });

  it("is not made by the letters that mark lines, one after the other, nor by a comment that one of them opens", () => {
    for (const keys of ["djd", "rcx", "djjc", "DxCk"]) {
      const guard = startedGuard();
      expect([...keys].filter((key, at) => guard.allows(char(key), 1000 + at * 80, "lines")).join("")).toBe(keys);
      for (const [at, key] of [..."too often"].entries())
        expect(guard.allows(char(key), 1400 + at * 80, "field")).toBe(true);
      expect(guard.allows(enter, 2120, "field")).toBe(true);
      expect(guard.allows(char("d"), 2200, "lines")).toBe(true);
    }
    const opened = startedGuard();
    expect(opened.allows(char("r"), 1000)).toBe(true);
    expect(opened.allows(char("c"), 1080, "lines")).toBe(true);
    expect(opened.allows(char("n"), 1160, "field")).toBe(true);
    expect(opened.allows(enter, 1240, "field")).toBe(true);
  });

  it("is made on lines by a sentence that begins with these letters", () => {
    const guard = startedGuard();
    const acted = [..."discard it"].filter((key, at) => guard.allows(char(key), 1000 + at * 80, "lines"));
    expect(acted.join("")).toBe("dis");
    expect(guard.allows(char("d"), 2600, "lines")).toBe(false);
  });

  /** Opens a field with `o` and types into it. */
  function typeInField(guard: ReturnType<typeof createKeyGuard>, from: number): number {
    expect(guard.allows(char("o"), from)).toBe(true);
    for (const at of [1, 2, 3, 4]) expect(guard.allows(char("k"), from + at * 100, "field")).toBe(true);
    expect(guard.typing(from + 400)).toBe(true);
    return from + 500;
  }

  it("is over once the person leaves the field with Esc: every key acts at once", () => {
    for (const key of [char("c"), char("1"), space, tab, enter]) {
      const guard = startedGuard();
      const left = typeInField(guard, 2000);
      expect(guard.allows({ name: "escape" }, left, "field")).toBe(true);
      expect(guard.typing(left)).toBe(false);
      expect(guard.allows(key, left + 50)).toBe(true);
    }
  });

  it("is over once the person leaves the field with Tab, but Enter waits: Tab also completes a word", () => {
    const guard = startedGuard();
    const left = typeInField(guard, 2000);
    expect(guard.allows(tab, left, "field")).toBe(true);
    expect(guard.allows(char("c"), left + 50)).toBe(true);
    expect(guard.allows(enter, left + 100)).toBe(false);
    expect(guard.allows(enter, left + 600)).toBe(true);
  });

  it("goes on after Esc and Tab if it began before the field, or before anybody could read the question", () => {
    for (const key of [{ name: "escape" }, tab]) {
      const sentence = startedGuard();
      expect(press(sentence, "do", { from: 2000 })).toBe("do");
      sentence.allows(char("n"), 2200, "field");
      expect(sentence.allows(key, 2300, "field")).toBe(key.name === "escape");
      expect(sentence.allows(char("c"), 2400)).toBe(false);
      const under = startedGuard();
      for (const at of [600, 800, 1000, 1200]) under.allows(char("n"), at, "field");
      expect(under.allows(key, 1300, "field")).toBe(key.name === "escape");
      expect(under.allows(char("c"), 1400)).toBe(false);
    }
  });

  it("does not hold back Ctrl-Enter in the field that a key opened", () => {
    const guard = startedGuard();
    const typed = typeInField(guard, 2000);
    expect(guard.allows(ctrlEnter, typed, "field")).toBe(true);
    expect(guard.typing(typed)).toBe(false);
    // Held down until the next ask has come up, it does nothing there.
    guard.start(typed + 40);
    for (let now = typed + 66; now < typed + 3000; now += 33) expect(guard.allows(ctrlEnter, now, "field")).toBe(false);
  });

  it("holds back Ctrl-Enter elsewhere, and in a field if it came from elsewhere", () => {
    const outside = startedGuard();
    expect(press(outside, "exact", { from: 2000 })).toBe("ex");
    expect(outside.allows(ctrlEnter, 2500)).toBe(false);
    const before = startedGuard();
    expect(press(before, "do", { from: 2000 })).toBe("do");
    before.allows(char("n"), 2200, "field");
    // Slower, but without a rest.
    before.allows(char("e"), 3000, "field");
    expect(before.allows(ctrlEnter, 3300, "field")).toBe(false);
    const under = startedGuard();
    for (const at of [600, 800, 1000, 1200]) under.allows(char("n"), at, "field");
    expect(under.allows(ctrlEnter, 1300, "field")).toBe(false);
    const replaced = startedGuard();
    const at = typeInField(replaced, 2000);
    replaced.start(at);
    replaced.allows(char("k"), at + 100, "field");
    expect(replaced.allows(ctrlEnter, at + 700, "field")).toBe(false);
    const lost = startedGuard();
    lost.focusLost(typeInField(lost, 2000));
    lost.allows(char("k"), 2700, "field");
    expect(lost.allows(ctrlEnter, 3600, "field")).toBe(false);
    expect(lost.allows(ctrlEnter, 4600, "field")).toBe(true);
  });

  it("no longer counts after a pointer press", () => {
    const guard = startedGuard();
    press(guard, "exact");
    guard.pressed();
    expect(guard.allows(enter, 1600)).toBe(true);
  });
});

describe("after the focus was taken away", () => {
  it("nothing that answers acts until one second without a key", () => {
    const guard = startedGuard();
    guard.focusLost(1000);
    expect(guard.typing(1000)).toBe(false);
    for (let now = 1250; now < 4000; now += 250) expect(guard.allows(char("s"), now)).toBe(false);
    expect(guard.typing(4000)).toBe(true);
    expect(guard.allows(down, 4000)).toBe(true);
    expect(guard.allows(enter, 4750)).toBe(true);
  });

  it("a pointer press ends it", () => {
    const guard = startedGuard();
    guard.focusLost(1000);
    guard.pressed();
    expect(guard.allows(char("1"), 1100)).toBe(true);
  });

  it("leaving the field that stayed ends it, too", () => {
    const guard = startedGuard();
    guard.allows(char("a"), 1900, "field");
    guard.focusLost(2000);
    guard.allows(char("b"), 2100, "field");
    expect(guard.allows({ name: "escape" }, 2200, "field")).toBe(true);
    expect(guard.allows(char("1"), 2300)).toBe(true);
  });

  it("text still goes into a field", () => {
    const guard = startedGuard();
    guard.focusLost(1000);
    expect(guard.allows(char("a"), 1100, "field")).toBe(true);
    expect(guard.allows(enter, 1200, "field")).toBe(false);
  });
});

describe("YOURCALL_KEY_GUARD_MS", () => {
  it("sets the first guard", () => {
    expect(parseGuardMs("40")).toBe(40);
    const guard = createKeyGuard({ guardMs: 40 });
    guard.start(0);
    expect(guard.allows(tab, 40)).toBe(true);
    expect(guard.allows(enter, 80)).toBe(true);
    guard.start(100);
    expect(guard.allows(tab, 139)).toBe(false);
  });

  it("turns every guard off with 0", () => {
    const guard = createKeyGuard({ guardMs: parseGuardMs("0") });
    guard.start(0, { approval: true });
    guard.pageChanged(0);
    expect(guard.allows(enter, 0)).toBe(true);
    expect(guard.allows(char("a"), 0)).toBe(true);
    expect(guard.typing(0)).toBe(false);
  });

  it("is ignored if it is not a number", () => {
    for (const value of [undefined, "", "-1", "soon"]) expect(parseGuardMs(value)).toBe(250);
  });
});
