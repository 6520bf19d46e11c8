import { expect, test } from "vitest";
import { decideAll, openPlace, points, runThrough } from "./servers.ts";

test.each([undefined, ...points])(
  "a run of the OpenAI Agents SDK continues once, with each call decided once, after two deaths %s",
  async (point) => {
    const place = await openPlace("openai-agents-app.ts", "file");
    const isKept = (input: unknown) => (input as { path: string }).path === "/b";
    decideAll(place.human, ({ approval }) =>
      isKept(approval?.input) ? { select: "deny", note: "keep it" } : { select: "allow-once" },
    );
    await runThrough(place, point);
    // Those of one step are asked at once, in any order.
    const asks = (await place.asks()).toSorted((one, other) => `${one.key}`.localeCompare(`${other.key}`));
    expect(asks.map(({ key, approval }) => [key, approval?.tool, approval?.input])).toEqual([
      ["c1", "remove", { path: "/a" }],
      ["c3", "remove", { path: "/b" }],
      ["c4", "remove", { path: "/c" }],
    ]);
    expect(asks.map(({ delivery }) => delivery?.state)).toEqual(["taken", "taken", "taken"]);
    // The SDK stores nothing, so what was not saved yet runs again.
    const repeats = point === "inside" || point === "after resuming";
    const done = place.lines().filter((line) => line.startsWith("remove"));
    expect(repeats ? [...new Set(done)] : done).toEqual(["remove /a", "remove /c"]);
    expect(place.lines().at(-1)).toMatch(/^finished .*seen.*removed \/a.*keep it.*removed \/c/);
  },
);
