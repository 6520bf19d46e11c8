import type { WireAsk } from "@yourcall/core/internal/wire";
import { expect, test } from "vitest";
import { startTestHub } from "../testing/test-hub.ts";

test("very large asks come in short pages, and a reader that missed many events gets a short snapshot instead", async () => {
  const hub = await startTestHub();
  const before = await (await hub.events()).next();
  const metadata = { text: "x".repeat(49_000) };
  const asks = await Promise.all(Array.from({ length: 100 }, () => hub.ask({ metadata })));
  const ids = asks.map(({ id }) => id).toSorted();

  const first = await hub.human("GET", "/v1/asks?limit=500");
  expect(first.body.asks).toHaveLength(84);
  const second = await hub.human("GET", `/v1/asks?limit=500&cursor=${first.body.cursor}`);
  expect(second.body).not.toHaveProperty("cursor");
  const listed = [...(first.body.asks ?? []), ...(second.body.asks ?? [])].map(({ id }) => id);
  expect(listed.toSorted()).toEqual(ids);

  for (const after of [{}, { after: before.id }]) {
    const { type, data } = await (await hub.events(after)).next();
    const { cursor, asks: page } = data as { cursor: string; asks: WireAsk[] };
    expect(type).toBe("snapshot");
    expect([...page, ...(second.body.asks ?? [])].map(({ id }) => id)).toEqual(listed);
    expect(cursor).toBe(first.body.cursor);
  }
});
