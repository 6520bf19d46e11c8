import * as fc from "fast-check";
import { expect, test } from "vitest";
import { parseDuration } from "../parse-duration.ts";
import { toDuration } from "./settings-file.ts";

test("what is written is read as the same time", () => {
  expect([86_400_000, 129_600_000, 1500].map(toDuration)).toEqual(["1d", "36h", "1500ms"]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 366 * 86_400_000 }), (ms) => {
      expect(parseDuration(toDuration(ms), "keep")).toBe(ms);
    }),
  );
});
