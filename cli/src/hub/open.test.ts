import { expect, test } from "vitest";
import { placeOfPages } from "./open.ts";

test("a login page is in the state directory, or where browsers installed as snaps can read it", () => {
  const env = { HOME: "/home/ana", YOURCALL_HOME: "/home/ana/.state" };
  expect(placeOfPages(env, false)).toBe("/home/ana/.state");
  expect(placeOfPages(env, true)).toBe("/home/ana");
  expect(placeOfPages({ YOURCALL_HOME: "/s" }, true)).toBe("/s");
});
