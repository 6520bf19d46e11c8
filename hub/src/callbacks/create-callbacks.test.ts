import type { ServerResponse } from "node:http";
import { callbackSecret } from "@yourcall/client/node";
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { createTestClock, type TestClock } from "../../../core/src/testing/test-clock.ts";
import type { StartOptions } from "../start-hub.ts";
import { passUntil, startReceiver } from "../testing/callback-receiver.ts";
import { choose, removal } from "../testing/sample-questions.ts";
import { startTestHub, type TestHub } from "../testing/test-hub.ts";

const hour = 3_600_000;

async function start(clock: TestClock = createTestClock({ start: Date.now() }), options: Partial<StartOptions> = {}) {
  const hub = await startTestHub({ clock, ...options });
  return { hub, clock };
}

const answer = (hub: TestHub, id: string) => hub.human("POST", `/v1/asks/${id}/answer`, choose("SQLite"));
const deliveryOf = async (hub: TestHub, id: string) => (await hub.human("GET", `/v1/asks/${id}`)).body.delivery;

describe("a callback", () => {
  test("gets the ended ask, signed for Standard Webhooks with a secret that follows from the token", async () => {
    const { hub } = await start();
    const { body: token } = await hub.human("POST", "/v1/tokens", { scope: "agent", name: "flow" });
    for (const as of [hub.tokens.agent, `${token.token}`]) {
      const { url, received } = await startReceiver([200]);
      const ask = await hub.ask({ key: "run-1", callback: url, agent: { name: "flow", session: "s" } }, { as });
      // Its path may be a secret.
      expect(ask).toMatchObject({ callback: new URL(url).origin });
      expect(JSON.stringify(ask)).not.toContain("secret");
      await answer(hub, ask.id);
      await expect.poll(() => deliveryOf(hub, ask.id)).toMatchObject({ state: "taken" });
      const [{ headers, text } = { headers: {}, text: "" }] = received;
      expect(received).toHaveLength(1);
      expect(headers["webhook-id"]).toBe(ask.id);
      const verified = new Webhook(callbackSecret(as)).verify(text, headers as Record<string, string>);
      expect(verified).toMatchObject({
        ...{ id: ask.id, key: "run-1", agent: { session: "s" } },
        outcome: { status: "answered", answers: [{ selectedOptions: ["SQLite"] }] },
      });
      const forged = text.replace("SQLite", "Oracle");
      expect(() => new Webhook(callbackSecret(as)).verify(forged, headers as Record<string, string>)).toThrow();
      expect(() => new Webhook(callbackSecret("other")).verify(text, headers as Record<string, string>)).toThrow();
    }
  });

  test("counts as somebody who waits, so the agent is not gone", async () => {
    const { hub, clock } = await start();
    const { url } = await startReceiver([200]);
    const { id } = await hub.ask({ callback: url });
    clock.advance(700_000);
    expect((await hub.human("GET", `/v1/asks/${id}`)).body.waiting).toMatchObject({ count: 1 });
  });

  test("is called until it accepts, with a new signature each time, after a day of being down", async () => {
    const { hub, clock } = await start();
    const { url, received } = await startReceiver([500, 302, 401, (response) => response.destroy(), 503, 503, 204]);
    const { id } = await hub.ask({ callback: url });
    await answer(hub, id);
    await passUntil(clock, received, 6, 500_000);
    clock.set(24 * hour);
    await passUntil(clock, received, 7, 500_000);
    await expect.poll(() => deliveryOf(hub, id)).toMatchObject({ state: "taken" });
    expect(received).toHaveLength(7);
    expect(new Set(received.map(({ headers }) => headers["webhook-id"]))).toEqual(new Set([id]));
    expect(new Set(received.map(({ headers }) => headers["webhook-signature"])).size).toBe(7);
  });

  test("honours Retry-After", async () => {
    const { hub, clock } = await start();
    const later = (response: ServerResponse) => response.writeHead(503, { "retry-after": "600" }).end();
    const { url, received } = await startReceiver([later, 200]);
    const { id } = await hub.ask({ callback: url });
    await answer(hub, id);
    await expect.poll(() => received.length).toBe(1);
    clock.advance(599_000);
    expect(await deliveryOf(hub, id)).toMatchObject({ state: "waiting" });
    expect(received).toHaveLength(1);
    await passUntil(clock, received, 2, 1000);
    await expect.poll(() => deliveryOf(hub, id)).toMatchObject({ state: "taken" });
  });

  test("is called again after what is no reply, and within hours whatever Retry-After says", async () => {
    const { hub, clock } = await start();
    const { url, received } = await startReceiver([
      (response) => response.socket?.end("taken, thank you\r\n\r\n"),
      (response) => {
        response.writeEarlyHints({ link: "</style.css>; rel=preload" });
        response.destroy();
      },
      (response) => response.writeHead(503, { "retry-after": "99999999999999" }).end(),
      (response) => response.writeHead(503, { "retry-after": "soon" }).end(),
      // What follows the status is not read.
      (response) => response.writeHead(200, { "content-length": "5" }).write("x".repeat(3)),
    ]);
    const { id } = await hub.ask({ callback: url });
    await answer(hub, id);
    await passUntil(clock, received, 3, 5000);
    expect(await deliveryOf(hub, id)).toMatchObject({ state: "waiting" });
    clock.advance(6 * hour);
    await passUntil(clock, received, 5, 500_000);
    await expect.poll(() => deliveryOf(hub, id)).toMatchObject({ state: "taken" });
    expect(received).toHaveLength(5);
  });

  test("is not led elsewhere by a redirect, whatever its status", async () => {
    const { hub, clock } = await start();
    const elsewhere = await startReceiver([200]);
    const location = { location: elsewhere.url };
    const redirects = [301, 302, 303, 307, 308].map(
      (status) => (response: ServerResponse) => void response.writeHead(status, location).end(),
    );
    const { url, received } = await startReceiver([...redirects, 410]);
    const { id } = await hub.ask({ callback: url });
    await answer(hub, id);
    await passUntil(clock, received, 6, 500_000);
    await expect.poll(() => deliveryOf(hub, id)).toMatchObject({ state: "refused" });
    expect(elsewhere.received).toEqual([]);
  });

  test("says with 410 at once, and with 404 and 409 after some minutes, that the run is gone", async () => {
    const { hub, clock } = await start();
    const gone = await startReceiver([410]);
    const one = await hub.ask({ callback: gone.url });
    await answer(hub, one.id);
    await expect
      .poll(() => deliveryOf(hub, one.id))
      .toMatchObject({ state: "refused", note: expect.stringContaining("410") });
    const unknown = await startReceiver([404, 409, 404, 409, 404, 409]);
    const two = await hub.ask({ callback: unknown.url });
    await answer(hub, two.id);
    await passUntil(clock, unknown.received, 6, 60_000);
    await expect.poll(() => deliveryOf(hub, two.id)).toMatchObject({ state: "refused" });
    expect(gone.received).toHaveLength(1);
  });

  test("is given up after three days, and says so", async () => {
    const { hub, clock } = await start();
    const { url, received } = await startReceiver([500]);
    const { id } = await hub.ask({ callback: url });
    await answer(hub, id);
    await passUntil(clock, received, 4, 500_000);
    clock.set(73 * hour);
    await passUntil(clock, received, 5, 500_000);
    await expect
      .poll(() => deliveryOf(hub, id))
      .toMatchObject({ state: "refused", note: expect.stringContaining("500") });
  });

  test("gets what ended while no hub ran, and what expired; not what its asker withdrew or has", async () => {
    const { hub, clock } = await start();
    const { url, received } = await startReceiver([500, 200]);
    const [one, expiring] = [await hub.ask({ callback: url }), await hub.ask({ callback: url, timeoutMs: 1000 })];
    const [withdrawn, taken] = [await hub.ask({ callback: url }), await hub.ask({ callback: url })];
    await hub.agent("POST", `/v1/asks/${withdrawn.id}/cancel`, {});
    const held = hub.agent("GET", `/v1/asks/${taken.id}?wait=60`);
    await expect.poll(async () => (await hub.human("GET", `/v1/asks/${taken.id}`)).body.waiting?.count).toBe(2);
    await answer(hub, taken.id);
    await held;
    await answer(hub, one.id);
    await expect.poll(() => received.length).toBe(1);
    clock.advance(1000);
    const again = await hub.restart();
    await expect.poll(() => deliveryOf(again, one.id)).toMatchObject({ state: "taken" });
    await expect.poll(() => deliveryOf(again, expiring.id)).toMatchObject({ state: "taken" });
    const ids = received.map(({ text }) => (JSON.parse(text) as { id: string }).id);
    expect(new Set(ids)).toEqual(new Set([one.id, expiring.id]));
  });

  test("gets the decision about an approval, and nothing that an agent reported about itself", async () => {
    const { hub } = await start();
    const { url, received } = await startReceiver([200]);
    const { id } = await hub.ask({ ...removal, callback: url });
    const answers = [{ question: removal.questions[0]?.question, selectedOptions: ["deny"] }];
    await hub.human("POST", `/v1/asks/${id}/answer`, { answers, act: "click", surface: "web" });
    await expect.poll(() => deliveryOf(hub, id)).toMatchObject({ state: "taken" });
    expect(received[0]?.text).toContain('"deny"');
  });

  test("elsewhere is refused with the ask, unless the person allows it; one that is no longer allowed is not called", async () => {
    let allowed: string[] = [];
    const { hub } = await start(undefined, { callbacks: () => allowed });
    const body = { ...removal, callback: "https://hooks.example.com/x" };
    const refused = await hub.agent("POST", "/v1/asks", body);
    expect(refused).toMatchObject({ status: 422, body: { code: "invalid-ask", issues: [{ path: "callback" }] } });
    allowed = ["https://hooks.example.com"];
    const { id } = await hub.ask({ callback: body.callback });
    allowed = [];
    await answer(hub, id);
    await expect
      .poll(() => deliveryOf(hub, id))
      .toMatchObject({ state: "refused", note: expect.stringContaining("hooks.example.com") });
  });
});
