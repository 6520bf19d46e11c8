import type { HubClient, HubEvent, WireAsk } from "@yourcall/client";
import { createHubClient } from "@yourcall/client/browser";
import { createHubClient as createServerClient } from "@yourcall/client/node";
import { expect } from "vitest";
import { database } from "../support/asks.ts";
import type { TestHub } from "../support/hub.ts";

/** A new app of this hub: a client with its token, and the environment for its server. */
export async function openApp({ url, tokens }: TestHub): Promise<{ app: HubClient; env: Record<string, string> }> {
  const person = createServerClient({ url, token: tokens.human });
  const { token } = await person.createToken({ scope: "app", name: "my-chat-app" });
  person.close();
  return { app: createServerClient({ url, token }), env: { YOURCALL_URL: url, YOURCALL_TOKEN: token } };
}

const choose = (label: string) => ({
  answers: [{ question: database.question, selectedOptions: [label] }],
  act: "click" as const,
});

export const askOf = (app: HubClient, session: string, key: string): Promise<WireAsk> =>
  app.create({
    ...{ questions: [{ ...database, kind: "choice" }], key, agent: { name: "chat", session } },
    metadata: { form: "durable" },
  });

/** What the page of a chat app needs of its server, whatever framework serves it. `app` is the hub as that server knows it. */
export async function checkRoutes(url: string, app: HubClient): Promise<void> {
  const session = `ana-${crypto.randomUUID()}`;
  const asked = await askOf(app, session, "call_1");
  const heard: string[] = [];
  const as = (user: string, origin = url) =>
    createHubClient({
      ...{ baseUrl: `${url}/api/yourcall`, token: () => null },
      async fetch(to, init) {
        const response = await fetch(to, { ...init, headers: { ...init?.headers, cookie: `user=${user}`, origin } });
        if (!String(to).includes("/v1/events")) return response;
        const listen = new TransformStream<Uint8Array, Uint8Array>({
          transform(piece, controller) {
            heard.push(new TextDecoder().decode(piece));
            controller.enqueue(piece);
          },
        });
        return new Response(response.body?.pipeThrough(listen), response);
      },
    });
  const [page, stranger, foreign] = [as("ana"), as("bob"), as("ana", "https://evil.example.com")];
  const { id } = asked;
  expect((await page.list({ session, key: "call_1" })).asks.map((ask) => ask.id)).toEqual([id]);
  expect(await page.get(id)).toMatchObject({ status: "pending", agent: { session } });

  // Each event has to arrive before the next act.
  const events = page.events({ session, signal: AbortSignal.timeout(60_000) })[Symbol.asyncIterator]();
  async function next(type: HubEvent["type"]): Promise<HubEvent> {
    for (;;) {
      const { value, done } = await events.next();
      if (done === true) throw new Error(`The stream ended without ${type}.`);
      if (value.type === type) return value;
    }
  }
  expect(await next("snapshot")).toMatchObject({ asks: [{ id }] });
  const draft = { answers: [{ question: database.question, selectedOptions: ["MongoDB"] }] };
  expect(await page.saveDraft(id, { draft: draft as never, baseRevision: 0 })).toMatchObject({ revision: 1 });
  expect(await next("ask-drafted")).toMatchObject({ id, draft: { surface: "card" } });

  const notFound = { code: "not-found" };
  await expect(stranger.get(id)).rejects.toMatchObject(notFound);
  await expect(stranger.list({ session })).rejects.toMatchObject(notFound);
  await expect(stranger.answer(id, choose("SQLite"))).rejects.toMatchObject(notFound);
  await expect(foreign.answer(id, choose("SQLite"))).rejects.toMatchObject({ code: "forbidden" });
  const form = { method: "POST", headers: { cookie: "user=ana", "content-type": "text/plain" } };
  const asForm = await fetch(`${url}/api/yourcall/v1/asks/${id}/answer`, {
    ...form,
    body: JSON.stringify(choose("SQLite")),
  });
  expect(asForm.status).toBe(415);
  expect((await app.get(id)).status).toBe("pending");

  const by = { surface: "card", act: "click", user: "ana", token: { scope: "app" } };
  const outcome = { status: "answered", answers: [{ selectedOptions: ["SQLite"] }], by };
  expect(await page.answer(id, choose("SQLite"))).toMatchObject({ status: "answered", outcome });
  expect(await next("ask-ended")).toMatchObject({ ask: { id, outcome } });
  expect(await page.answer(id, choose("SQLite"))).toMatchObject({ outcome });
  await expect(page.answer(id, choose("MongoDB"))).rejects.toMatchObject({ code: "already-ended", outcome });

  const other = await askOf(app, session, "call_2");
  expect(await next("ask-created")).toMatchObject({ ask: { id: other.id } });
  const declined = { status: "declined", reason: "Not now", by: { surface: "card", user: "ana" } };
  expect(await page.decline(other.id, { reason: "Not now" })).toMatchObject({ outcome: declined });
  await events.return?.();
  // Nor did a heartbeat, after 15 seconds of silence, push out what was held back.
  expect(heard.join("")).not.toMatch(/^:$/m);
  // `onAnswered` has heard of both.
  for (const ask of [asked, other])
    await expect.poll(async () => (await app.get(ask.id)).delivery?.state).toBe("taken");
  for (const client of [page, stranger, foreign]) client.close();
}
