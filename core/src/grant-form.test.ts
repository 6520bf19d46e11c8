import { expect, test } from "vitest";
import { changeGrantChoice, grantSpans, spansOf, startGrantChoice, toGrantBody } from "./grant-form.ts";
import type { GrantOffers } from "./wire/grant-shapes.ts";

const noon = Date.parse("2030-01-01T12:00:00.000Z");
const offers: GrantOffers = {
  covers: [{ kind: "input" }, { kind: "prefix", words: ["npm", "test"] }],
  where: ["session", "directory", "everywhere"],
};

test("what is allowed for a while begins narrow: exactly this, in this directory, for an hour", () => {
  const choice = startGrantChoice(offers);
  expect(choice && toGrantBody(choice, noon)).toEqual({
    ...{ covers: { kind: "input" }, where: "directory", until: "2030-01-01T13:00:00.000Z" },
  });
  expect(startGrantChoice({ covers: [], where: [] })).toBeUndefined();
});

test("only what holds in a session can last until its end", () => {
  const choice = { covers: { kind: "input" as const }, where: "session" as const, span: 3 };
  expect(toGrantBody(choice, noon).until).toBeUndefined();
  expect(changeGrantChoice(choice, { where: "everywhere" })).toMatchObject({ where: "everywhere", span: 1 });
  expect(spansOf("session")).toEqual([0, 1, 2, 3]);
  expect(spansOf("directory")).toEqual([0, 1, 2]);
});

test("no time is more than a day ahead", () => {
  for (const { until } of grantSpans) expect((until(noon) ?? noon) - noon).toBeLessThanOrEqual(24 * 3_600_000);
});
