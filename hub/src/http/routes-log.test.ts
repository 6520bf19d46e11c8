import { describe, expect, test } from "vitest";
import { createTestClock } from "../../../core/src/testing/test-clock.ts";
import { choose } from "../testing/sample-questions.ts";
import { startTestHub, type TestHub } from "../testing/test-hub.ts";

interface Day {
  day: string;
  asked: number;
  ended: Record<string, number>;
  waited?: { medianMs: number; longestMs: number };
}

async function page(hub: TestHub, query = ""): Promise<{ waited?: Day["waited"]; days: Day[] }> {
  const { status, text } = await hub.human("GET", `/v1/days${query}`);
  expect([status, text]).toEqual([200, text]);
  return JSON.parse(text);
}

const days = async (hub: TestHub, query?: string) => (await page(hub, query)).days;

describe("GET /v1/asks", () => {
  test("lists the asks of one agent, with a cursor to the page before", async () => {
    const hub = await startTestHub();
    for (const name of ["claude", "loop", "claude"]) {
      const { id } = await hub.ask({ agent: { name } });
      await hub.human("POST", `/v1/asks/${id}/answer`, choose("SQLite"));
    }
    const list = async (query: string) => (await hub.human("GET", `/v1/asks?${query}`)).body;
    const first = await list("status=ended&agent=claude&limit=1");
    expect(first.asks?.map(({ agent }) => agent.name)).toEqual(["claude"]);
    const second = await list(`status=ended&agent=claude&limit=1&cursor=${first.cursor}`);
    expect(second).not.toHaveProperty("cursor");
    const back = await list(`status=ended&agent=claude&limit=1&order=oldest&cursor=${second.back}`);
    expect(back.asks).toEqual(first.asks);
    expect((await list("status=answered&agent=nobody")).asks).toEqual([]);
  });
});

describe("GET /v1/days", () => {
  test("counts the asks of each day, how they ended and how long they waited", async () => {
    const clock = createTestClock({ start: Date.parse("2030-06-10T21:00:00Z") });
    const hub = await startTestHub({ clock });
    const [one, two] = [await hub.ask(), await hub.ask()];
    clock.advance(60_000);
    await hub.human("POST", `/v1/asks/${one.id}/answer`, choose("SQLite"));
    clock.advance(4 * 3_600_000);
    await hub.human("POST", `/v1/asks/${two.id}/decline`, {});
    await hub.ask();
    const none = { answered: 0, declined: 0, cancelled: 0, expired: 0 };
    const tenth = {
      day: "2030-06-10",
      asked: 2,
      ended: { ...none, answered: 1, declined: 1 },
      waited: { medianMs: 60_000, longestMs: 4 * 3_600_000 + 60_000 },
    };
    const eleventh = { day: "2030-06-11", asked: 1, ended: none };
    expect(await days(hub, "?from=2030-06-10&to=2030-06-11")).toEqual([tenth, eleventh]);
    // In a zone where it was already past midnight when they came.
    expect(await days(hub, "?from=2030-06-10&to=2030-06-11&zone=Asia/Tokyo")).toEqual([
      { day: "2030-06-10", asked: 0, ended: none },
      { ...tenth, day: "2030-06-11", asked: 3 },
    ]);
    // Over all days: the median of all waits, not of the daily medians.
    const third = await hub.ask();
    clock.advance(5000);
    await hub.human("POST", `/v1/asks/${third.id}/answer`, choose("SQLite"));
    const four = await hub.ask();
    await hub.human("POST", `/v1/asks/${four.id}/answer`, choose("SQLite"));
    expect((await page(hub)).waited).toEqual({ medianMs: 5000, longestMs: 4 * 3_600_000 + 60_000 });
    expect((await page(hub, "?to=2030-06-10")).waited).toEqual(tenth.waited);
    expect(await page(hub, "?to=2030-06-09")).not.toHaveProperty("waited");
    Object.assign(eleventh, {
      asked: 3,
      ended: { ...none, answered: 2 },
      waited: { medianMs: 0, longestMs: 5000 },
    });
    const usual = await days(hub);
    expect(usual).toHaveLength(30);
    expect(usual.slice(-2)).toEqual([tenth, eleventh]);
    expect((await days(hub, "?from=2030-06-11")).map(({ day }) => day)).toHaveLength(30);
    expect((await days(hub, "?to=2030-06-10")).at(-1)).toEqual(tenth);
  });

  test.each([
    ["from=2030-06-31", "from", "2026-01-31"],
    ["from=2030-06-11&to=2030-06-10", "from", "later"],
    ["from=2030-01-01&to=2030-12-31", "from", "limit is 92"],
    ["zone=Nowhere", "zone", "Europe/Berlin"],
    ["to=yesterday", "to", "2026-01-31"],
  ])("refuses %s and says what is valid", async (query, path, words) => {
    const hub = await startTestHub();
    const { status, body } = await hub.human("GET", `/v1/days?${query}`);
    expect([status, body.code, body.issues?.[0]?.path]).toEqual([422, "bad-request", path]);
    expect(body.issues?.[0]?.message).toContain(words);
  });
});

test("GET /v1/agents lists the agents in the log", async () => {
  const hub = await startTestHub();
  const { id } = await hub.ask({ agent: { name: "claude" } });
  await hub.ask({ agent: { name: "still waiting" } });
  await hub.human("POST", `/v1/asks/${id}/decline`, {});
  const { text } = await hub.human("GET", "/v1/agents");
  expect(JSON.parse(text)).toEqual({ agents: ["claude"] });
});
