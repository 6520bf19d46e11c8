import { AlreadyEndedError, type HubClient, type WireAsk } from "@yourcall/client";
import type { Key } from "@yourcall/core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answered, noon, wireAsk, withdrawn } from "../../../../core/src/testing/wire-ask.ts";
import { unicodeGlyphs } from "../screen/glyphs.ts";
import { flashMs } from "../screen/painter.ts";
import { pressCalmly, toKey } from "../testing/type-prose.ts";
import { lineText } from "../text/styled-line.ts";
import { driveInbox } from "./drive-inbox.ts";

beforeEach(() => void vi.useFakeTimers({ now: noon }));
afterEach(() => void vi.useRealTimers());

const by = { surface: "terminal", act: "submit", user: "ana" } as const;

/** An inbox with one ask, which is open, and another. The hub replies to an answer when the test says so. */
function open(more: Partial<WireAsk> = {}) {
  const reply = Promise.withResolvers<WireAsk>();
  const client = { answer: () => reply.promise, saveDraft: async () => ({ revision: 1 }) } as unknown as HubClient;
  const noop = () => {};
  const driven = driveInbox({ by, client: () => client, onChange: noop, onEditor: noop, onChanged: noop });
  const ask = wireAsk("first", more);
  driven.change({ type: "asks-listed", all: true, asks: [ask, wireAsk("second")] });
  driven.change({ type: "link-changed", link: "live" });
  const press = (key: Key) => driven.input({ type: "key", key });
  const screen = () =>
    driven
      .frame({ width: 80, height: 30, glyphs: unicodeGlyphs, now: Date.now(), link: "live", home: undefined })
      .lines.map(lineText)
      .join("\n");
  screen();
  pressCalmly(press, ["enter"]);
  const styleOf = (text: string) =>
    driven
      .frame({ width: 80, height: 30, glyphs: unicodeGlyphs, now: Date.now(), link: "live", home: undefined })
      .lines.flat()
      .find((piece) => piece.text.includes(text))?.style;
  return { driven, ask, reply, press, screen, styleOf };
}

/** What the hub says once the first option was chosen here. */
function sentHere(ask: WireAsk): WireAsk {
  const ended = answered(ask, "Yes (Recommended)");
  return ended.outcome?.status === "answered" ? { ...ended, outcome: { ...ended.outcome, by } } : ended;
}

test("an answer counts as sent here whether its event or the reply comes first", async () => {
  for (const isEventFirst of [true, false]) {
    const { driven, ask, reply, press, screen } = open();
    pressCalmly(press, ["1"]);
    await vi.advanceTimersByTimeAsync(500);
    if (isEventFirst) driven.change({ type: "ask-ended", ask: sentHere(ask) });
    reply.resolve(sentHere(ask));
    await vi.advanceTimersByTimeAsync(0);
    if (!isEventFirst) driven.change({ type: "ask-ended", ask: sentHere(ask) });
    expect(screen()).toContain("✔ Sent Yes to claude · fix login");
    expect(screen()).toContain("> second");
    driven.stop();
  }
});

test("the line that says what was sent flashes once", async () => {
  const { driven, ask, reply, press, styleOf } = open();
  pressCalmly(press, ["1"]);
  await vi.advanceTimersByTimeAsync(500);
  reply.resolve(sentHere(ask));
  await vi.advanceTimersByTimeAsync(0);
  expect(styleOf("Sent Yes to")).toBe("flash");
  await vi.advanceTimersByTimeAsync(flashMs);
  expect(styleOf("Sent Yes to")).toBe("text");
  driven.stop();
});

test("an answer that comes too late says who ended the ask, whether the event or the reply says so", async () => {
  for (const isEventFirst of [true, false]) {
    const { driven, ask, reply, press, screen } = open();
    pressCalmly(press, ["1"]);
    await vi.advanceTimersByTimeAsync(500);
    if (isEventFirst) driven.change({ type: "ask-ended", ask: withdrawn(ask) });
    const { outcome } = withdrawn(ask);
    if (outcome !== undefined) reply.reject(new AlreadyEndedError("It had ended.", outcome));
    await vi.advanceTimersByTimeAsync(0);
    expect(driven.inbox().page?.type).toBe("ended");
    expect(screen()).toContain("withdrawn by the agent");
    driven.stop();
  }
});

test("the countdown of the open ask follows the deadline that another screen extends", () => {
  const { driven, screen } = open({ expiresAt: new Date(noon + 120_000).toISOString() });
  expect(screen()).toMatch(/expires in [12]:|paused/);
  const draft = { draft: { entries: [], comment: "", reason: "" }, revision: 1, at: new Date(noon).toISOString() };
  driven.change({ type: "ask-drafted", id: "first", draft, expiresAt: new Date(noon + 600_000).toISOString() });
  vi.advanceTimersByTime(5000);
  expect(screen()).toMatch(/expires in 9:/);
  driven.stop();
});

/** An inbox with two asks on a screen of this width, and a left button. */
function mouse(width: number) {
  const client = { saveDraft: async () => ({ revision: 1 }) } as unknown as HubClient;
  const noop = () => {};
  const driven = driveInbox({ by, client: () => client, onChange: noop, onEditor: noop, onChanged: noop });
  const draw = () => {
    const context = {
      width,
      height: 30,
      glyphs: unicodeGlyphs,
      now: Date.now(),
      link: "live" as const,
      home: undefined,
    };
    return driven.frame(context).lines.map(lineText);
  };
  driven.guard();
  driven.change({ type: "asks-listed", all: true, asks: [wireAsk("first"), wireAsk("second")] });
  driven.change({ type: "link-changed", link: "live" });
  draw();
  const click = (text: string, to = text) => {
    const placeOf = (wanted: string) => {
      // In the list, if it is there too.
      const places = draw().map((line, row) => ({ row, column: line.indexOf(wanted) }));
      const [first] = places.filter(({ column }) => column >= 0).sort((one, other) => one.column - other.column);
      return first ?? { row: -1, column: -1 };
    };
    driven.input({ type: "mouse", action: "press", ...placeOf(text) });
    driven.input({ type: "mouse", action: "release", ...placeOf(to) });
    return draw().join("\n");
  };
  return { driven, click, screen: () => draw().join("\n"), rest: () => vi.advanceTimersByTime(1000) };
}

test("a click on what has just been drawn does nothing; once it has stayed there a moment, it counts", () => {
  for (const width of [80, 130]) {
    const { driven, click, rest } = mouse(width);
    // The list has just appeared.
    click("second");
    expect(driven.inbox().page).toBeNull();
    expect(click("second")).not.toContain("╭─");
    rest();
    click("second");
    expect(driven.inbox().page).toBeNull();
    expect(click("second")).toContain("╭─ second ─╮");
    // The third click of a hasty person meets an ask that has just opened.
    click("Yes");
    click("Yes");
    expect(driven.opener.current()?.driven.state()).toMatchObject({ end: null, entries: [{ picked: [] }] });
    rest();
    expect(click("Yes")).toContain("● Yes");
    driven.stop();
  }
});

test("a button pressed on one row and released on another chooses neither", () => {
  const { driven, click, rest } = mouse(80);
  rest();
  expect(click("second", "first")).toContain("> first");
  expect(driven.inbox().page).toBeNull();
  driven.stop();
});

test("from 120 columns on an ask is answered next to the list, which stays and leads to the other asks", () => {
  const { driven, click, rest, screen } = mouse(120);
  rest();
  const before = screen();
  const open = click("first");
  const column = (text: string) => text.split("\n").map((line) => line.slice(1, 40));
  expect(open).toContain("╭─ first ─╮");
  expect(column(open).slice(0, -1)).toEqual(column(before).slice(0, -1));
  rest();
  expect(click("second")).not.toContain("╭─");
  expect(driven.inbox().page).toBeNull();
  driven.stop();
});

test("below 120 columns an ask has the whole screen", () => {
  const { click, rest, driven } = mouse(119);
  rest();
  const open = click("first");
  expect(open).toContain("╭─ first ─╮");
  expect(open).not.toContain("second");
  driven.stop();
});

test("Esc on a decline page that x opened in the list leads back to the list", () => {
  const { driven, rest, screen } = mouse(120);
  rest();
  const press = (key: Key) => driven.input({ type: "key", key });
  pressCalmly(press, ["x"]);
  expect(screen()).toContain("╭─ Decline ─╮");
  expect(screen()).toContain("esc list");
  pressCalmly(press, ["escape"]);
  expect(driven.inbox()).toMatchObject({ page: null, quit: false });
  // Answering opens the question, where x and Esc work as usual.
  rest();
  pressCalmly(press, ["enter"]);
  expect(screen()).toContain("╭─ first ─╮");
  pressCalmly(press, ["x"]);
  expect(screen()).toContain("esc keep answering");
  pressCalmly(press, ["escape"]);
  expect(screen()).toContain("╭─ first ─╮");
  driven.stop();
});

test("the wheel moves in the list and never answers", () => {
  const { driven, rest, click, screen } = mouse(80);
  rest();
  driven.input({ type: "mouse", action: "wheel-down", row: 5, column: 5 });
  expect(screen()).toContain("> second");
  rest();
  click("second");
  rest();
  for (let turn = 0; turn < 9; turn++) driven.input({ type: "mouse", action: "wheel-down", row: 5, column: 5 });
  expect(driven.opener.current()?.driven.state()).toMatchObject({ end: null, field: null, entries: [{ picked: [] }] });
  driven.stop();
});

test("Enter right after the words of a filter keeps it, and does not open what it found until the keys have rested", () => {
  const { driven, rest, screen } = mouse(80);
  const press = (key: Key) => driven.input({ type: "key", key });
  rest();
  for (const name of ["/", "s", "e", "c"]) {
    press(toKey(name));
    vi.advanceTimersByTime(90);
  }
  press(toKey("enter"));
  expect(driven.inbox()).toMatchObject({ typing: false, list: { filter: "sec" } });
  press(toKey("enter"));
  expect(driven.inbox().page).toBeNull();
  expect(screen()).toContain("Typing ignored.");
  pressCalmly(press, ["enter"]);
  expect(driven.inbox().page).toMatchObject({ type: "ask", id: "second" });
  driven.stop();
});

test("the hint about typing from before the first frame goes when that typing has ended", () => {
  const [noop, onChange] = [() => {}, vi.fn()];
  const client = () => undefined;
  const driven = driveInbox({ by, client, onChange, onEditor: noop, onChanged: noop });
  for (const key of ["h", "e", "y"]) driven.early({ type: "key", key: toKey(key) });
  expect(onChange).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1100);
  expect(onChange).toHaveBeenCalled();
  driven.stop();
});
