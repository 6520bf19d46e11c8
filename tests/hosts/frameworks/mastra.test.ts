import { describe, expect, test } from "vitest";
import { hasPostgres } from "../../support/postgres.ts";
import { decideAll, openPlace, points, runThrough } from "./servers.ts";

const stores = hasPostgres() ? (["file", "PostgreSQL"] as const) : (["file"] as const);

describe.each(stores)("a Mastra run on %s", (store) => {
  test.each([undefined, ...points])(
    "continues once, with each question asked once, after two deaths %s",
    async (point) => {
      const place = await openPlace("mastra-app.ts", store);
      decideAll(place.human, ({ kind }, before) =>
        kind === "approval" ? { select: "approve" } : { select: "Yes", note: `${before}` },
      );
      await runThrough(place, point);
      const asks = await place.asks();
      expect(asks.map(({ questions }) => questions[0]?.question)).toEqual([
        "Sure?",
        "Sure?",
        "May the agent use remove?",
      ]);
      expect(asks.map(({ delivery }) => delivery?.state)).toEqual(["taken", "taken", "taken"]);
      const killed = point === "inside" ? ["twice 0", "twice 0"] : [];
      expect(place.lines().slice(0, -1)).toEqual([
        "started",
        "twice undefined",
        ...killed,
        "twice 0",
        "twice 1",
        "remove /a",
      ]);
      expect(place.lines().at(-1)).toMatch(/^finished .*removed/);
    },
  );
});
