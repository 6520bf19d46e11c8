import fc from "fast-check";
import { expect, test } from "vitest";
import { toIsoTime } from "./iso-time.ts";

test("every time is written as Date writes it, whatever was written before it", () => {
  const time = fc.oneof(fc.integer({ min: 0, max: 5000 }), fc.integer({ min: -8.64e15, max: 8.64e15 }));
  fc.assert(
    fc.property(fc.array(time), (times) => {
      expect(times.map(toIsoTime)).toEqual(times.map((ms) => new Date(ms).toISOString()));
    }),
  );
});
