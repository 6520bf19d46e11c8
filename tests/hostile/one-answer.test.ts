import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import type { HubClient, WireAsk } from "@yourcall/client";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { database } from "../support/asks.ts";
import { keepStepping, steppingClock } from "../support/clocks.ts";
import { askOf } from "../support/find-ask.ts";
import { startHub, type TestHub, temporaryDirectory } from "../support/hub.ts";
import { answerAsk, askOver, type McpOptions, overHttp, overStdio } from "../support/mcp.ts";
import { hasPostgres } from "../support/postgres.ts";
import {
  aimAtPostgres,
  givePostgres,
  restartPostgres,
  startPostgres,
  stopPostgres,
} from "../support/postgres-server.ts";

// One answer never serves two calls, however the first call, the hub or the database ended.

const patience = { timeout: 30_000, interval: 30 };
const select = "SQLite";
type Open = (hub: TestHub, options?: McpOptions) => Promise<Client>;

/** The pending asks with the question that all tests ask, once there are this many. */
function cards(human: HubClient, count: number): Promise<WireAsk[]> {
  return vi.waitFor(async () => {
    const { asks } = await human.list({ status: "pending" });
    if (asks.length !== count) throw new Error(`${asks.length} are pending, not ${count}.`);
    return asks;
  }, patience);
}

/** Asks, and has the person answer. Returns the ask once its client has the answer. */
async function askAndAnswer(client: Client, human: HubClient): Promise<WireAsk> {
  const asked = askOver(client, [database]);
  const ask = await askOf(human, database.question);
  await answerAsk(human, database.question, { select });
  expect((await asked).structuredContent).toMatchObject({ status: "answered", id: ask.id });
  return ask;
}

/** Asks with another client in the same words; the person must be asked again. */
async function asksAnew(client: Client, human: HubClient, old: WireAsk): Promise<WireAsk> {
  const asked = askOver(client, [database]);
  const first = await Promise.race([asked, askOf(human, database.question)]);
  expect("structuredContent" in first ? first.structuredContent : first).toMatchObject({ status: "pending" });
  const ask = await askOf(human, database.question);
  expect(ask.id).not.toBe(old.id);
  await answerAsk(human, database.question, { select: "MongoDB" });
  expect((await asked).structuredContent).toMatchObject({
    id: ask.id,
    answers: [{ selectedOptions: ["MongoDB"] }],
  });
  return ask;
}

describe.each<[string, Open, string]>([
  ["stdio", overStdio, ""],
  ["HTTP", overHttp, "?session=one-answer"],
])("over %s", (_transport, open, query) => {
  test("a hub that is killed after it has handed out an answer asks the person again, and says why", async () => {
    const hub = await startHub();
    const cwd = temporaryDirectory("mcp");
    const old = await askAndAnswer(await open(hub, { cwd, query }), hub.client("human"));
    await hub.stop("SIGKILL");
    const later = await hub.restart();
    const human = later.client("human");
    expect((await human.get(old.id)).delivery).toMatchObject({ state: "taken" });
    const again = await asksAnew(await open(later, { cwd, query }), human, old);
    expect(again.context).toMatch(/one answer never serves two calls/);
  });

  test("two live clients in one project that ask in the same words get two cards, and two answers", async () => {
    const hub = await startHub();
    const human = hub.client("human");
    const cwd = temporaryDirectory("mcp");
    const [one, two] = await Promise.all([open(hub, { cwd, query }), open(hub, { cwd, query })]);
    const asked = [one, two].map((client) => askOver(client, [database]));
    const [first, second] = await cards(human, 2);
    const answers = [{ question: database.question, selectedOptions: [select] }];
    await human.answer(`${first?.id}`, { answers, surface: "web", act: "click" });
    const answered = await Promise.race(asked);
    expect(answered.structuredContent).toMatchObject({ status: "answered", id: first?.id });
    expect((await human.get(`${second?.id}`)).status).toBe("pending");
    await human.decline(`${second?.id}`, { surface: "web" });
    const ended = await Promise.all(asked);
    expect(new Set(ended.map(({ structuredContent }) => (structuredContent as WireAsk).id)).size).toBe(2);
  });
});

test("two clients over HTTP that do not say where they are never share a card", async () => {
  const hub = await startHub();
  const human = hub.client("human");
  const generation = "2026-07-28";
  const [one, two] = [await overHttp(hub, { generation }), await overHttp(hub, { generation })];
  const leave = new AbortController();
  const call = { name: "AskUserQuestion", arguments: { questions: [database] } };
  const left = one.callTool(call, { signal: leave.signal }).catch(() => "left");
  const [{ id }] = (await cards(human, 1)) as [WireAsk];
  await vi.waitFor(async () => expect((await human.get(id)).waiting.count).toBe(1), patience);
  leave.abort();
  expect(await left).toBe("left");
  await vi.waitFor(async () => expect((await human.get(id)).waiting.count).toBe(0), patience);
  void askOver(two, [database]).catch(() => {});
  await cards(human, 2);
});

test("the exit of one client leaves the question of another, asked in the same words, pending", async () => {
  const hub = await startHub();
  const human = hub.client("human");
  const cwd = temporaryDirectory("mcp");
  const args = ["--keep", "0"];
  const [one, two] = [await overStdio(hub, { cwd, args }), await overStdio(hub, { cwd, args })];
  const staying = askOver(one, [database]);
  const [{ id }] = (await cards(human, 1)) as [WireAsk];
  void askOver(two, [database]).catch(() => {});
  const own = (await cards(human, 2)).find((ask) => ask.id !== id);
  await two.close();
  await vi.waitFor(async () => expect((await human.get(`${own?.id}`)).status).toBe("cancelled"), patience);
  expect((await human.get(id)).status).toBe("pending");
  const answers = [{ question: database.question, selectedOptions: [select] }];
  await human.answer(id, { answers, surface: "web", act: "click" });
  expect((await staying).structuredContent).toMatchObject({ status: "answered", id });
});

test("a question that a client left is taken over by one of two that come at the same instant", async () => {
  const hub = await startHub();
  const human = hub.client("human");
  const cwd = temporaryDirectory("mcp");
  for (let round = 0; round < 2; round++) {
    const leaving = await overStdio(hub, { cwd });
    void askOver(leaving, [database]).catch(() => {});
    const [{ id }] = (await cards(human, 1)) as [WireAsk];
    await leaving.close();
    await vi.waitFor(async () => expect((await human.get(id)).waiting.count).toBe(0), patience);
    const racing = await Promise.all([overStdio(hub, { cwd }), overStdio(hub, { cwd })]);
    const asked = racing.map((client) => askOver(client, [database]));
    const both = await cards(human, 2);
    expect(both.map((ask) => ask.id)).toContain(id);
    for (const ask of both) await human.decline(ask.id, { surface: "web" });
    const ids = (await Promise.all(asked)).map(({ structuredContent }) => (structuredContent as WireAsk).id);
    expect(ids.sort()).toEqual(both.map((ask) => ask.id).sort());
    for (const client of racing) await client.close();
  }
});

test.each(["accept", "cancel"] as const)(
  "an answer from the inbox while a form is open (%s) is taken, and a new run asks anew",
  async (action) => {
    const hub = await startHub();
    const human = hub.client("human");
    const options = { generation: "2026-07-28", cwd: temporaryDirectory("mcp"), args: ["--elicitation"] } as const;
    const onForm: McpOptions["onForm"] = async () => {
      await answerAsk(human, database.question, { select });
      return { action, content: action === "accept" ? { question_1: "MongoDB" } : undefined };
    };
    const client = await overStdio(hub, { ...options, args: [...options.args], onForm });
    const result = await askOver(client, [database]);
    expect(result.structuredContent).toMatchObject({ answers: [{ selectedOptions: [select] }] });
    const old = await askOf(human, database.question, "answered");
    expect(old.delivery).toMatchObject({ state: "taken" });
    await client.close();
    await asksAnew(await overStdio(hub, { cwd: options.cwd }), human, old);
  },
);

test.skipIf(!hasPostgres())(
  "a database that goes away after an answer was handed out does not bring it back for another call",
  async () => {
    const directory = mkdtempSync(join(tmpdir(), "yourcall-pg-answer-"));
    givePostgres(directory);
    const server = await startPostgres(directory);
    onTestFinished(() => {
      stopPostgres(server.data);
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
    });
    const hub = await startHub({ env: { YOURCALL_STORE: server.url(), ...steppingClock(3000) } });
    const human = hub.client("human");
    const cwd = temporaryDirectory("mcp");
    // As the MCP server asks, but with one request that waits all the time.
    const agent = hub.client("agent");
    const asker = { name: "test-client", session: `mcp:test-client:${cwd}`, cwd };
    const old = await agent.create({ questions: [{ ...database, kind: "choice" }], agent: asker });
    const asked = agent.wait(old.id);
    await vi.waitFor(async () => expect((await human.get(old.id)).waiting.count).toBe(1), patience);
    const signal = aimAtPostgres(server);
    await answerAsk(human, database.question, { select });
    signal("SIGKILL");
    expect(await asked).toMatchObject({ status: "answered" });
    // Longer than the hub tries to write anything, on its clock.
    const stop = keepStepping(hub.pid);
    await expect(human.get(old.id)).rejects.toMatchObject({ code: "store-unavailable" });
    stop();
    restartPostgres(server);
    await vi.waitFor(async () => expect((await human.get(old.id)).delivery?.state).toBe("taken"), patience);
    const again = await asksAnew(await overStdio(hub, { cwd }), human, old);
    expect(again.context).toMatch(/one answer never serves two calls/);
  },
);
