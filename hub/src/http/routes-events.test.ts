import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ServerResponse } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import type { WireAsk } from "@yourcall/core/internal/wire";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestClock } from "../../../core/src/testing/test-clock.ts";
import { openSqliteStore } from "../store/sqlite/open-store.ts";
import type { ReadEvent } from "../testing/read-events.ts";
import { choose, features } from "../testing/sample-questions.ts";
import { soon } from "../testing/soon.ts";
import { temporaryDirectory } from "../testing/temporary-directory.ts";
import { startTestHub, type TestHub, withStore } from "../testing/test-hub.ts";

/** `ask-created ask_…` */
function named({ type, data }: ReadEvent): string {
  const { id, ask } = data as { id?: string; ask?: WireAsk };
  return type === "snapshot" ? type : `${type} ${id ?? ask?.id}`;
}

function draft(hub: TestHub, id: string, baseRevision: number) {
  return hub.human("PUT", `/v1/asks/${id}/draft`, { draft: { at: baseRevision }, baseRevision, surface: "web" });
}

test("a stream begins with what is pending, then sends what happens, in order", async () => {
  const hub = await startTestHub();
  const before = await hub.ask();
  const over = await hub.ask();
  await hub.human("POST", `/v1/asks/${over.id}/decline`);
  await draft(hub, before.id, 0);
  const stream = await hub.events();
  expect(stream.response.headers).toMatchObject({
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  const snapshot = await stream.next();
  expect(snapshot).toMatchObject({ type: "snapshot", data: { asks: [{ id: before.id, draft: { revision: 1 } }] } });
  expect(snapshot.data.asks).toHaveLength(1);

  const ask = await hub.ask({ questions: [features] });
  await draft(hub, ask.id, 0);
  const answer = { answers: [{ question: features.question, selectedOptions: ["TypeScript"] }], surface: "card" };
  await hub.human("POST", `/v1/asks/${ask.id}/answer`, answer);
  const [created, drafted, ended] = await stream.take(3);
  expect(created).toMatchObject({ type: "ask-created", data: { ask: { id: ask.id, status: "pending" } } });
  expect(drafted).toMatchObject({
    type: "ask-drafted",
    data: { id: ask.id, draft: { revision: 1, surface: "web", draft: { at: 0 } } },
  });
  expect(ended).toMatchObject({
    type: "ask-ended",
    data: { ask: { id: ask.id, status: "answered", outcome: { by: { surface: "card" } } } },
  });
  expect(stream.waiting()).toEqual([]);
});

test("a snapshot is a page; its cursor leads to the rest of the list", async () => {
  const hub = await startTestHub({ maxPendingPerSession: 1000 });
  const asks = await Promise.all(Array.from({ length: 205 }, () => hub.ask()));
  const { data } = await (await hub.events()).next();
  const { cursor, asks: page } = data as { cursor: string; asks: WireAsk[] };
  expect(page).toHaveLength(200);
  const rest = (await hub.human("GET", `/v1/asks?cursor=${cursor}`)).body.asks ?? [];
  expect(new Set([...page, ...rest].map(({ id }) => id))).toEqual(new Set(asks.map(({ id }) => id)));
});

describe("Last-Event-ID", () => {
  test("resumes after any event without a gap, a repeat or a second snapshot, even after a restart", async () => {
    const hub = await startTestHub();
    const stream = await hub.events();
    const [one, other] = [await hub.ask(), await hub.ask()];
    await draft(hub, one.id, 0);
    await hub.human("POST", `/v1/asks/${other.id}/decline`);
    await hub.human("POST", `/v1/asks/${one.id}/answer`, choose("SQLite"));
    const third = await hub.ask();
    await draft(hub, third.id, 0);
    const all = await stream.take(8);
    const names = all.map(named);
    const [created, drafted] = [`ask-created ${one.id}`, `ask-drafted ${one.id}`];
    expect(names.slice(0, 4)).toEqual(["snapshot", created, `ask-created ${other.id}`, drafted]);
    const resumes = async (running: TestHub) => {
      for (const [index, { id }] of all.entries()) {
        const resumed = await running.events({ after: id });
        // Nobody needs the draft of an ended ask.
        const expected = names.slice(index + 1).filter((name) => name !== drafted);
        const next = await running.ask();
        expect((await resumed.take(expected.length + 1)).map(named)).toEqual([...expected, `ask-created ${next.id}`]);
        resumed.close();
        names.push(`ask-created ${next.id}`);
      }
    };
    await resumes(hub);
    await resumes(await hub.restart());
  });

  test("shows a created ask as it was then, not as it has become", async () => {
    const hub = await startTestHub();
    const first = await (await hub.events()).next();
    const ask = await hub.ask();
    await draft(hub, ask.id, 0);
    await hub.human("POST", `/v1/asks/${ask.id}/answer`, choose("SQLite"));
    const [created, ended] = await (await hub.events({ after: first.id })).take(2);
    expect(created).toMatchObject({ type: "ask-created", data: { ask: { id: ask.id, status: "pending" } } });
    expect(created?.data.ask).not.toHaveProperty("outcome");
    expect(created?.data.ask).not.toHaveProperty("draft");
    expect(ended).toMatchObject({ type: "ask-ended", data: { ask: { status: "answered" } } });
  });

  test("sends only the current draft, however often it changed in the meantime", async () => {
    const hub = await startTestHub();
    const ask = await hub.ask();
    const first = await (await hub.events()).next();
    for (let revision = 0; revision < 5; revision++) await draft(hub, ask.id, revision);
    const other = await hub.ask();
    await draft(hub, ask.id, 5);
    const last = await hub.ask();
    const resumed = await (await hub.events({ after: first.id })).take(3);
    expect(resumed.map(named)).toEqual([`ask-created ${other.id}`, `ask-drafted ${ask.id}`, `ask-created ${last.id}`]);
    expect(resumed[1]?.data).toMatchObject({ draft: { revision: 6, draft: { at: 5 } } });
  });

  test("misses nothing that is committed while the stream is being opened", async () => {
    const hub = await startTestHub({ maxPendingPerSession: 1000 });
    let after = (await (await hub.events()).next()).id;
    const seen: string[] = [];
    const asked: string[] = [];
    let asking = true;
    const askers = Array.from({ length: 4 }, async () => {
      while (asking) asked.push((await hub.ask()).id);
    });
    for (let round = 0; round < 30; round++) {
      const stream = await hub.events({ after });
      for (const event of await stream.take(2)) {
        seen.push(named(event));
        after = event.id;
      }
      stream.close();
    }
    asking = false;
    await Promise.all(askers);
    const rest = await hub.events({ after });
    for (const event of await rest.take(asked.length - seen.length)) seen.push(named(event));
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.toSorted()).toEqual(asked.map((id) => `ask-created ${id}`).toSorted());
  });

  test.each(["snapshot", "resumed"])(
    "sends events committed during a slow read once, and in order: %s",
    async (how) => {
      let hub: TestHub | undefined;
      const asked: string[] = [];
      let slow = false;
      const askMeanwhile = async () => {
        if (slow) asked.push((await (hub as TestHub).ask()).id);
      };
      hub = await startTestHub(
        withStore((store) => ({
          lastSequence: async () => {
            await askMeanwhile();
            return store.lastSequence();
          },
          list: async (query) => {
            const page = await store.list(query);
            await askMeanwhile();
            return page;
          },
          eventsAfter: async (sequence, limit) => {
            await askMeanwhile();
            const events = await store.eventsAfter(sequence, limit);
            await askMeanwhile();
            return events;
          },
        })),
      );
      const { id: after } = await (await hub.events()).next();
      slow = true;
      const stream = await hub.events(how === "snapshot" ? {} : { after });
      slow = false;
      asked.push((await hub.ask()).id);
      const seen: string[] = [];
      while (seen.length < asked.length) {
        const { data } = await stream.next();
        seen.push(...((data.asks as WireAsk[] | undefined) ?? [data.ask as WireAsk]).map(({ id }) => id));
      }
      expect(asked).toHaveLength(how === "snapshot" ? 5 : 3);
      expect(seen).toEqual(asked);
      expect(stream.waiting()).toEqual([]);
    },
  );

  test.each(["", "nonsense", "0", ".", "another-store.1", "another-store.", `${"9".repeat(30)}.${"9".repeat(30)}`])(
    "that is not of this hub (%j) gets a snapshot",
    async (after) => {
      const hub = await startTestHub();
      const { id } = await hub.ask();
      const first = await (await hub.events({ after })).next();
      expect(first).toMatchObject({ type: "snapshot", data: { asks: [{ id }] } });
    },
  );

  test.each(["", "-1", "1.5", "0x1", " 1"])("of this hub, but with no number (%j), gets a snapshot", async (number) => {
    const hub = await startTestHub();
    const { id } = await hub.ask();
    const after = `${hub.hub.store.epoch}.${number}`;
    expect(await (await hub.events({ after })).next()).toMatchObject({ type: "snapshot", data: { asks: [{ id }] } });
  });

  test("of this hub but higher than its last event gets a snapshot", async () => {
    const hub = await startTestHub();
    await hub.ask();
    const { id } = await (await hub.events()).next();
    const ahead = id.replace(/\d+$/, (sequence) => `${Number(sequence) + 100}`);
    expect((await (await hub.events({ after: ahead })).next()).type).toBe("snapshot");
    expect((await (await hub.events({ after: id.replace(/\d+$/, "-1") })).next()).type).toBe("snapshot");
    expect((await (await hub.events({ after: id.replace(/\d+$/, "1.5") })).next()).type).toBe("snapshot");
  });

  test("older than the store's events gets a snapshot, then events", async () => {
    const directory = temporaryDirectory();
    const store = () => openSqliteStore(join(directory, "yourcall.db"), { keepEvents: 5 });
    const hub = await startTestHub({ directory, store });
    const first = await (await hub.events()).next();
    for (let n = 0; n < 5; n++) await hub.ask();
    expect((await (await hub.events({ after: first.id })).next()).type).toBe("ask-created");
    await hub.ask();
    const behind = await hub.events({ after: first.id });
    const snapshot = await behind.next();
    expect(snapshot.type).toBe("snapshot");
    expect(snapshot.data.asks).toHaveLength(6);
    const last = await hub.ask();
    expect(named(await behind.next())).toBe(`ask-created ${last.id}`);
  });
});

/** A store that notifies its listeners only when told to, like one that learns of commits over a network. */
function withLateNotices() {
  const late: (() => void)[] = [];
  const options = withStore((store) => ({
    subscribe: (listener) => store.subscribe((events) => void late.push(() => listener(events))),
  }));
  return { options, notify: () => late.splice(0).forEach((tell) => void tell()) };
}

describe("an event announced after a read that already showed it", () => {
  test("is not sent again after a snapshot", async () => {
    const { options, notify } = withLateNotices();
    const hub = await startTestHub(options);
    const shown = await hub.ask();
    const stream = await hub.events();
    expect((await stream.next()).data.asks).toMatchObject([{ id: shown.id }]);
    notify();
    const next = await hub.ask();
    notify();
    expect(named(await stream.next())).toBe(`ask-created ${next.id}`);
  });

  test("is not sent again after a replay", async () => {
    const { options, notify } = withLateNotices();
    const hub = await startTestHub(options);
    const { id: after } = await (await hub.events()).next();
    const [one, two] = [await hub.ask(), await hub.ask()];
    const stream = await hub.events({ after });
    notify();
    const three = await hub.ask();
    notify();
    expect((await stream.take(3)).map(named)).toEqual([one, two, three].map(({ id }) => `ask-created ${id}`));
    expect(stream.waiting()).toEqual([]);
  });

  test("is not sent for an ask created between the reads of a snapshot that shows it", async () => {
    let hub: TestHub | undefined;
    const asked: string[] = [];
    let slow = true;
    hub = await startTestHub(
      withStore((store) => ({
        list: async (query) => {
          if (slow) asked.push((await (hub as TestHub).ask()).id);
          return store.list(query);
        },
      })),
    );
    const stream = await hub.events();
    slow = false;
    expect((await stream.next()).data.asks).toMatchObject([{ id: asked[0] }]);
    const next = await hub.ask();
    expect(named(await stream.next())).toBe(`ask-created ${next.id}`);
  });
});

describe("an agent's stream", () => {
  test("shows the asks of its token and session, and never a draft", async () => {
    const hub = await startTestHub();
    const { body: named } = await hub.human("POST", "/v1/tokens", { scope: "agent", name: "ci" });
    const session = (name: string) => ({ agent: { name: "a", session: name } });
    const mine = await hub.ask(session("mine"));
    await hub.ask(session("other"));
    await hub.ask(session("mine"), { as: `${named.token}` });
    await draft(hub, mine.id, 0);
    const stream = await hub.events({ as: "agent", session: "mine" });
    const snapshot = await stream.next();
    expect((snapshot.data.asks as WireAsk[]).map(({ id }) => id)).toEqual([mine.id]);
    expect(JSON.stringify(snapshot)).not.toContain("draft");

    await hub.ask();
    await hub.ask(session("other"));
    await hub.ask(session("mine"), { as: `${named.token}` });
    await draft(hub, mine.id, 1);
    const next = await hub.ask(session("mine"));
    await hub.human("POST", `/v1/asks/${mine.id}/decline`);
    const expected = [`ask-created ${next.id}`, `ask-ended ${mine.id}`];
    const events = await stream.take(2);
    expect(events.map(({ type, data }) => `${type} ${(data.ask as WireAsk).id}`)).toEqual(expected);
    expect(JSON.stringify(events)).not.toContain("draft");

    const resumed = await (await hub.events({ as: "agent", session: "mine", after: snapshot.id })).take(2);
    expect(resumed.map(({ type, data }) => `${type} ${(data.ask as WireAsk).id}`)).toEqual(expected);
    expect(JSON.stringify(resumed)).not.toContain("draft");
  });

  test("needs a session, and a person may look at one too", async () => {
    const hub = await startTestHub();
    await expect(hub.events({ as: "agent" })).rejects.toThrow("403");
    expect((await hub.agent("GET", "/v1/events?session=a&session=b")).status).toBe(422);
    const ask = await hub.ask({ agent: { name: "a", session: "one" } });
    await hub.ask({ agent: { name: "a", session: "other" } });
    const { data } = await (await hub.events({ session: "one" })).next();
    expect((data.asks as WireAsk[]).map(({ id }) => id)).toEqual([ask.id]);
  });
});

test("silent streams, however many, send a heartbeat every fifteen seconds", async () => {
  const clock = createTestClock();
  const hub = await startTestHub({ clock });
  const streams = await Promise.all(Array.from({ length: 120 }, () => hub.events()));
  await Promise.all(streams.map((stream) => stream.next()));
  for (let beat = 0; beat < 3; beat++) {
    const heard = streams.map((stream) => stream.heartbeat());
    clock.advance(15_000);
    await Promise.all(heard);
  }
});

test("revoking a token ends its streams and no others", async () => {
  const hub = await startTestHub();
  const { body } = await hub.human("POST", "/v1/tokens", { scope: "human", name: "phone" });
  const [phone, desk] = [await hub.events({ as: `${body.token}` }), await hub.events()];
  await Promise.all([phone.next(), desk.next()]);
  expect(await hub.metric("yourcall_event_streams")).toBe(2);
  await hub.human("DELETE", `/v1/tokens/${body.id}`);
  await phone.ended;
  const { id } = await hub.ask();
  expect(named(await desk.next())).toBe(`ask-created ${id}`);
  expect(await hub.metric("yourcall_event_streams")).toBe(1);
  await expect(hub.events({ as: `${body.token}` })).rejects.toThrow("401");
});

test("when the store has lost events, streams end, and one that is just being opened shows the current state", async () => {
  const rewound = new Set<() => void>();
  const rewind = () => {
    for (const tell of [...rewound]) tell();
  };
  let opening = async () => {};
  const hub = await startTestHub(
    withStore((store) => ({
      subscribe(listener, onRewound = () => {}) {
        rewound.add(onRewound);
        const stop = store.subscribe(listener, onRewound);
        return () => {
          rewound.delete(onRewound);
          stop();
        };
      },
      list: async (query) => {
        const page = await store.list(query);
        await opening();
        return page;
      },
    })),
  );
  const { id } = await hub.ask();
  const open = await hub.events();
  await open.next();
  rewind();
  await open.ended;

  opening = async () => {
    opening = async () => {};
    await hub.hub.store.end(id, { status: "cancelled", at: new Date(0).toISOString() });
    rewind();
  };
  expect(await (await hub.events()).next()).toMatchObject({ type: "snapshot", data: { asks: [] } });
});

test("a reader that leaves while its stream is being opened leaves nothing behind", async () => {
  const looking = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  const slow = withStore((store) => ({
    lastSequence: async () => {
      looking.resolve();
      await gone.promise;
      return store.lastSequence();
    },
  }));
  const hub = await startTestHub(slow);
  const leaving = new AbortController();
  const call = hub.human("GET", "/v1/events", undefined, { signal: leaving.signal }).catch(() => {});
  await looking.promise;
  leaving.abort();
  await call;
  // The hub notices the closed connection before it replies to another request.
  await hub.call("GET", "/healthz");
  await hub.call("GET", "/healthz");
  gone.resolve();
  await hub.ask();
  expect(await hub.metric("yourcall_event_streams")).toBe(0);
});

test("readers that do not read are dropped, delay nobody, and need little buffer", async () => {
  const hub = await startTestHub({ maxPendingPerSession: 1000 });
  const lazy = 10;
  const responses = new Set<ServerResponse>();
  const note = (message: unknown) => responses.add((message as { response: ServerResponse }).response);
  subscribe("http.server.request.start", note);
  onTestFinished(() => void unsubscribe("http.server.request.start", note));
  await Promise.all(
    Array.from({ length: lazy }, async () => {
      const socket = connect({ port: hub.port, host: "127.0.0.1" });
      onTestFinished(() => void socket.destroy());
      socket.on("error", () => {});
      socket.pause();
      socket.write(
        `GET /v1/events HTTP/1.1\r\nHost: 127.0.0.1:${hub.port}\r\nAuthorization: Bearer ${hub.tokens.human}\r\n\r\n`,
      );
      await new Promise((resolve) => socket.once("connect", resolve));
    }),
  );
  await soon(() => hub.metric("yourcall_event_streams")).toBe(lazy);
  const reader = await hub.events();
  await reader.next();
  const { id } = await hub.ask();
  const text = "x".repeat(200_000);
  const count = 60;
  let most = 0;
  for (let revision = 0; revision < count; revision++) {
    const saved = await hub.human("PUT", `/v1/asks/${id}/draft`, { draft: { text, revision }, baseRevision: revision });
    expect(saved.status).toBe(200);
    for (const response of responses) most = Math.max(most, response.writableLength);
  }
  const events = await reader.take(count + 1);
  expect(events.map(({ type }) => type)).toEqual(["ask-created", ...Array(count).fill("ask-drafted")]);
  expect(await hub.metric("yourcall_event_streams_dropped_total")).toBe(lazy);
  expect(await hub.metric("yourcall_event_streams")).toBe(1);
  // A megabyte and the event that exceeded it, of the 12 sent.
  expect(most).toBeLessThan(1_500_000);
});
