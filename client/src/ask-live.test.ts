import { parseAsk } from "@yourcall/core";
import { beforeEach, describe, expect, test } from "vitest";
import { database } from "../../core/src/testing/sample-questions.ts";
import { askLive } from "./ask-live.ts";
import { createHubClient } from "./node.ts";
import { type SmallHub, startSmallHub } from "./testing/small-hub.ts";

const ask = parseAsk({ questions: [database] });
const refused = { status: 401, body: { code: "unauthorized", message: "The hub does not know this token." } };
let hub: SmallHub;
let here: SmallHub;
beforeEach(async () => {
  [hub, here] = [await startSmallHub(), await startSmallHub()];
  return () => Promise.all([hub.stop(), here.stop()]);
});

/** A question on a screen of this process, which can open a hub itself. */
function show() {
  const connect = ({ url }: SmallHub, revive: (error: Error) => boolean) =>
    createHubClient({
      url,
      token: "token",
      async onUnreachable({ error }) {
        if (!revive(error)) throw error;
        return undefined;
      },
    });
  const client = () => connect(here, () => false);
  return askLive(ask, ask, {
    by: { surface: "terminal", act: "submit" },
    hub: {
      open: async (_, revive) => connect(hub, revive),
      openHere: async () => ({ agent: client(), person: client() }),
    },
    onLost: () => {},
    withdrawWithinMs: 1000,
  });
}

describe("an ask of this process", () => {
  test("is in a hub of its own if no other accepts it", async () => {
    hub.plan("POST /v1/asks", refused);
    const live = show();
    await live.created;
    expect([hub.memory.asks.length, here.memory.asks.length]).toEqual([0, 1]);
    live.close();
  });

  test("is in no second hub if the first may have it, whatever that one replies later", async () => {
    hub.plan("POST /v1/asks", "drop-after", refused);
    await expect(show().created).rejects.toMatchObject({ code: "unauthorized" });
    expect([hub.memory.asks.length, here.memory.asks.length]).toEqual([1, 0]);
  });
});
