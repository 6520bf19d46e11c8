import { YourcallError } from "@yourcall/core";
import type { AskPage, AskQuery, WireAsk } from "@yourcall/core/internal/wire";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createTestClock, type TestClock } from "../../core/src/testing/test-clock.ts";
import { wireAsk, withdrawn } from "../../core/src/testing/wire-ask.ts";
import { HubUnreachableError } from "./errors.ts";
import { type EventSink, followPending } from "./follow-pending.ts";
import {
  changePendingList,
  dismissEnded,
  emptyPendingList,
  type PendingList,
  pendingOf,
} from "./inbox/pending-list.ts";

const a = wireAsk("a");
const b = wireAsk("b");

let stop: AbortController;
let clock: TestClock;
let list: PendingList;
let sink: EventSink;
let onListed: () => void;
/** The hub's asks, and how it serves a page of them. */
let held: Map<string, WireAsk>;
let serve: (query: AskQuery) => Promise<AskPage>;

const pending = () => pendingOf(list).map(({ id }) => id);
const untilListed = () => new Promise<void>((resolve) => (onListed = resolve));

/** Follows a source that the test drives, and dismisses ended asks immediately. */
function follow(): void {
  void followPending({
    client: {
      events: () => {
        throw new Error("The test is the source.");
      },
      list: (query = {}) => serve(query),
      async get(id) {
        const ask = held.get(id);
        if (ask === undefined) throw new YourcallError("not-found", "Unknown ask.");
        return ask;
      },
    },
    signal: stop.signal,
    clock,
    list: () => list,
    onChange(change) {
      list = dismissEnded(changePendingList(list, change));
      if (change.type === "asks-listed" && change.all) onListed();
    },
    source: async (given) => {
      sink = given;
    },
  });
}

beforeEach(() => {
  stop = new AbortController();
  clock = createTestClock({ skipUpToMs: 10_000 });
  list = emptyPendingList;
  onListed = () => {};
  held = new Map([a, b].map((ask) => [ask.id, ask]));
  serve = async () => ({ asks: [...held.values()].filter(({ status }) => status === "pending") });
});
afterEach(() => stop.abort());

describe("following what is pending", () => {
  test("begins with a list, page by page, and continues with events", async () => {
    serve = async ({ cursor }) => (cursor === undefined ? { asks: [a], cursor: "next" } : { asks: [b] });
    const first = untilListed();
    follow();
    await first;
    expect(pending()).toEqual(["a", "b"]);
    sink.onEvent({ type: "ask-created", ask: wireAsk("c") });
    sink.onEvent({ type: "ask-ended", ask: withdrawn(a) });
    expect(pending()).toEqual(["b", "c"]);
  });

  test("a list from before an ask ended does not bring it back", async () => {
    const first = untilListed();
    serve = async () => {
      // Its end arrives while the list is still on its way.
      sink.onEvent({ type: "ask-ended", ask: withdrawn(b) });
      return { asks: [a, b] };
    };
    follow();
    await first;
    expect(pending()).toEqual(["a"]);
  });

  test("an ask that ended or was deleted during a gap is removed", async () => {
    const first = untilListed();
    follow();
    await first;
    held.set("a", withdrawn(a));
    held.delete("b");
    held.set("c", wireAsk("c"));
    sink.onState("reconnecting");
    const again = untilListed();
    sink.onState("live");
    await again;
    await expect.poll(pending).toEqual(["c"]);
  });

  test("a snapshot replaces a list that is still being read", async () => {
    const slow = Promise.withResolvers<AskPage>();
    serve = () => slow.promise;
    follow();
    sink.onEvent({ type: "snapshot", asks: [b] });
    expect(pending()).toEqual(["b"]);
    slow.resolve({ asks: [a, b] });
    await slow.promise;
    await new Promise(setImmediate);
    expect(pending()).toEqual(["b"]);
  });

  test("a hub that refuses the list for a moment is asked again", async () => {
    let refusals = 2;
    serve = async () => {
      if (refusals-- > 0) throw new HubUnreachableError("Not now.", { mayHaveArrived: false });
      return { asks: [a] };
    };
    const first = untilListed();
    follow();
    await first;
    expect(pending()).toEqual(["a"]);
    expect(clock.pauses).toEqual([500, 500]);
  });

  test("the number of waiting askers is refreshed every minute while the hub is there", async () => {
    const first = untilListed();
    follow();
    await first;
    // The first read is over only once it has looked up the missing asks.
    await new Promise(setImmediate);
    sink.onState("live");
    held.set("a", { ...a, waiting: { ...a.waiting, count: 0 } });
    const again = untilListed();
    clock.advance(60_000);
    await again;
    expect(list.asks.get("a")?.waiting.count).toBe(0);
  });
});
