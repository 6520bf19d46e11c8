import { AlreadyEndedError, type HubClient, type WireAsk } from "@yourcall/client";
import type { Key } from "@yourcall/core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answered, noon, wireAsk, withdrawn } from "../../../../core/src/testing/wire-ask.ts";
import { unicodeGlyphs } from "../screen/glyphs.ts";
import { pressCalmly } from "../testing/type-prose.ts";
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
  return { driven, ask, reply, press, screen };
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
    expect(screen()).toContain("✔ Sent Yes to claude · shop");
    expect(screen()).toContain("> second");
    driven.stop();
  }
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
