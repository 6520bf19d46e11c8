import { expect, test } from "vitest";
import { connectionLimit } from "./connection-limit.ts";

test.each([
  [Number.POSITIVE_INFINITY, 20_000],
  [1_048_576, 20_000],
  [1024, 488],
  [128, 40],
  [16, 4],
])("with %d open files TCP and the socket get %d connections each, and do not share them", (files, each) => {
  expect(connectionLimit(20_000, files)).toBe(each);
});
