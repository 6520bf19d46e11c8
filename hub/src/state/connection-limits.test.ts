import { expect, test } from "vitest";
import { connectionLimits } from "./connection-limits.ts";

test.each([
  [Number.POSITIVE_INFINITY, 20_000],
  [1_048_576, 20_000],
  [1024, 488],
  [128, 40],
  [16, 4],
])("with %d open files TCP and the socket get %d connections each, and do not share them", (files, each) => {
  expect(connectionLimits(20_000, files)).toEqual({ tcp: each, socket: each });
});
