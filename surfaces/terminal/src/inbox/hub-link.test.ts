import type { HubClient, WireAsk } from "@yourcall/client";
import { expect, test } from "vitest";
import { refreshWaiting } from "./hub-link.ts";
import type { InboxEvent } from "./inbox.ts";

test("a list from before an ask ended does not bring it back", async () => {
  const asks = ["ask_waits", "ask_ended"].map((id) => ({ id, status: "pending" }) as WireAsk);
  const pending = new Set(["ask_waits", "ask_ended"]);
  const changes: InboxEvent[] = [];
  async function* listAll() {
    yield* asks;
    // Its end comes by an event while the list is still on its way.
    pending.delete("ask_ended");
  }
  const client = { listAll } as unknown as HubClient;
  await refreshWaiting({ client, change: (event) => changes.push(event), pending: () => pending });
  expect(changes).toEqual([{ type: "asks", asks: [asks[0]] }]);
});
