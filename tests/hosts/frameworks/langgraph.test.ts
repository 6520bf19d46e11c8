import type { WireAsk } from "@yourcall/client";
import { describe, expect, test } from "vitest";
import { hasPostgres } from "../../support/postgres.ts";
import { decideAll, openPlace, points, runThrough } from "./servers.ts";

const stores = hasPostgres() ? (["file", "PostgreSQL"] as const) : (["file"] as const);

describe.each(stores)("a LangGraph thread on %s", (store) => {
  test.each([undefined, ...points, "after a failure"])(
    "continues once, with each question asked once, after two deaths %s",
    async (point) => {
      const place = await openPlace("langgraph-app.ts", store);
      decideAll(place.human, (_, before) => ({ select: "Yes", note: `${before}` }));
      await runThrough(place, point);
      const asks = await place.asks();
      expect(asks.map(({ questions }) => questions[0]?.question).sort()).toEqual([
        "Left?",
        "Right again?",
        "Right?",
        "Sure?",
        "Sure?",
      ]);
      expect(asks.map(({ delivery }) => delivery?.state)).toEqual(asks.map(() => "taken"));
      // A node that is killed runs again; nothing else does.
      const killed = point === "inside" ? ["left 0", "left 0"] : [];
      const lines = place.lines().filter((line) => point !== "inside" || !line.startsWith("right"));
      const right = point === "inside" ? [] : ["right 0,0"];
      expect(lines.sort()).toEqual(["finished", "left 0", ...killed, ...right, "twice 0,1"]);
    },
  );
});

describe("a review by LangChain's middleware", () => {
  const all = { ALLOWED: '["approve","edit","reject"]' };
  const pathOf = ({ approval }: WireAsk) => (approval?.input as { path: string } | undefined)?.path;
  /** By path, because those of one step are asked at once. */
  const sorted = async (asks: Promise<WireAsk[]>) =>
    (await asks).toSorted((one, other) => `${pathOf(one)}`.localeCompare(`${pathOf(other)}`));
  const deliveries = async (asks: Promise<WireAsk[]>) =>
    (await sorted(asks)).map(({ delivery }) => [delivery?.state, delivery?.note]);

  test.each([undefined, "before resuming", "before taken", "after resuming"])(
    "has an approval for each call; a text that the person changed replaces the model's (deaths %s)",
    async (point) => {
      const place = await openPlace("review-app.ts", "file", all);
      decideAll(place.human, (ask) =>
        pathOf(ask) === "/a" ? { select: "approve" } : { select: "approve", edited: "/c" },
      );
      await runThrough(place, point);
      expect(await sorted(place.asks())).toMatchObject([
        { kind: "approval", approval: { tool: "remove", input: { path: "/a" } } },
        { kind: "approval", approval: { tool: "remove", input: { path: "/b" } } },
      ]);
      expect(place.lines()).toEqual(["remove /a", "remove /c", "finished removed /a; removed /c"]);
      expect(await deliveries(place.asks())).toEqual([
        ["taken", undefined],
        ["taken", undefined],
      ]);
    },
  );

  test.each([undefined, "before taken", "after resuming"])(
    "reports a call as refused that was allowed and not run, because the other one was rejected (deaths %s)",
    async (point) => {
      const place = await openPlace("review-app.ts", "file", all);
      decideAll(place.human, (ask) =>
        pathOf(ask) === "/a" ? { select: "approve" } : { select: "reject", note: "keep it" },
      );
      await runThrough(place, point);
      expect(place.lines()).toEqual([expect.stringMatching(/^finished .*They say: keep it/)]);
      expect(await deliveries(place.asks())).toEqual([
        ["refused", "not run: another call of this step was rejected"],
        ["taken", undefined],
      ]);
    },
  );

  test("is a rejection if the arguments in the note are not JSON", async () => {
    const place = await openPlace("review-app.ts", "file", { ALLOWED: '["edit","reject"]' });
    decideAll(place.human, () => ({ select: "edit", note: "the other one" }));
    await runThrough(place, undefined);
    expect(place.lines()).toEqual([expect.stringContaining("not a JSON object: the other one")]);
  });

  test("leaves the thread paused if it cannot be resumed with what the person decided", async () => {
    const place = await openPlace("review-app.ts", "file", { ALLOWED: '["approve"]' });
    place.start();
    await expect.poll(async () => (await place.asks()).length).toBe(2);
    const [one, two] = await place.asks();
    await place.human.decline(`${one?.id}`, { act: "click", surface: "web" });
    const answers = [{ question: `${two?.questions[0]?.question}`, selectedOptions: ["approve"] }];
    await place.human.answer(`${two?.id}`, { answers, act: "click", surface: "web" });
    const note = "the run is still paused: it does not accept this decision";
    await expect
      .poll(() => deliveries(place.asks()))
      .toEqual([
        ["refused", note],
        ["refused", note],
      ]);
    expect(place.lines()).toEqual([]);
  });
});
