import { describe, expect } from "vitest";
import { database } from "../support/asks.ts";
import { createFailingSync } from "../support/failing-sync.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { testWith } from "../support/needs.ts";

const test = testWith("gcc");
const answers = [{ question: database.question, header: "Database", selectedOptions: ["SQLite"] }];

/** A single request, without a client that retries. */
async function answer(hub: TestHub, id: string) {
  const response = await fetch(`${hub.url}/v1/asks/${id}/answer`, {
    method: "POST",
    headers: { authorization: `Bearer ${hub.tokens.human}`, "content-type": "application/json" },
    body: JSON.stringify({ answers }),
  });
  return { status: response.status, body: await response.json() };
}

async function read(hub: TestHub, id: string): Promise<number | string> {
  const response = await fetch(`${hub.url}/v1/asks/${id}`, {
    headers: { authorization: `Bearer ${hub.tokens.human}` },
  });
  return response.status === 200 ? ((await response.json()) as { status: string }).status : response.status;
}

describe("a sync that fails", () => {
  test("a refused answer cannot take effect after a crash, unless the hub already showed it before", async () => {
    const disk = createFailingSync();
    const hub = await startHub({ env: disk.env });
    const { id } = await hub.ask([database]);
    disk.fail();
    const refused = await answer(hub, id);
    expect(refused).toMatchObject({
      status: 503,
      body: { code: "store-unavailable", message: expect.stringContaining("may have been kept") },
    });
    disk.recover();
    await expect.poll(() => read(hub, id)).not.toBe(503);
    const said = await read(hub, id);
    await hub.stop("SIGKILL");
    const next = await hub.restart({ env: {} });
    expect(await read(next, id)).toBe(said);
  });

  test("on a failing disk nothing is acknowledged until the store has been reopened; then everything works", async () => {
    const disk = createFailingSync();
    const hub = await startHub({ env: disk.env });
    const [first, second] = [await hub.ask([database]), await hub.ask([database])];
    disk.fail();
    for (const { id } of [first, second, first])
      expect(await answer(hub, id)).toMatchObject({ status: 503, body: { code: "store-unavailable" } });
    expect(await read(hub, second.id)).toBe(503);
    disk.recover();
    await expect.poll(() => read(hub, second.id)).toBe("pending");
    expect(await answer(hub, second.id)).toMatchObject({ status: 200 });
    expect([200, 409]).toContain((await answer(hub, first.id)).status);
    await hub.stop("SIGKILL");
    const next = await hub.restart({ env: {} });
    for (const { id } of [first, second]) expect(await read(next, id)).toBe("answered");
    expect(hub.log()).toContain("was reopened after a failed sync");
  });
});
