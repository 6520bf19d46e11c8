import type { HubEvent } from "@yourcall/client";
import { expect, test } from "vitest";
import { createAskFeed } from "./ask-feed.ts";
import { toEventResponse } from "./event-response.ts";

test("a reader that stops reading is disconnected, and no more events are buffered for it", async () => {
  const snapshot = { type: "snapshot" as const, asks: [], cursor: undefined };
  let heard = 0;
  let isClosed = false;
  async function* events({ signal }: { signal: AbortSignal }): AsyncGenerator<HubEvent> {
    yield snapshot;
    for (; !signal.aborted; heard += 1) {
      yield { type: "ask-delivered", id: "ask_1", delivery: { state: "taken", at: "2026-01-01T00:00:00Z" } };
      await new Promise(setImmediate);
    }
    isClosed = true;
  }
  const get = async () => ({ agent: { name: "chat", session: "chat-1" } });
  const response = await toEventResponse({
    feed: createAskFeed({ events, get } as unknown as Parameters<typeof createAskFeed>[0]),
    snapshot: async () => snapshot,
    sees: async () => true,
    signal: new AbortController().signal,
  });
  await expect.poll(() => isClosed).toBe(true);
  expect(heard).toBeLessThan(1100);
  expect((await response.text()).match(/event: ask-delivered/g)?.length).toBeLessThanOrEqual(1000);
});
