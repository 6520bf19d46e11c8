import { expect, test } from "vitest";
import { parsePlace } from "./place.ts";

test("a password may contain @, and is in no message", () => {
  const { url, hosts, name } = parsePlace("postgres://ann:pa@ss@db1,db2:5433/yourcall");
  expect(decodeURIComponent(new URL(url).password)).toBe("pa@ss");
  expect(hosts).toEqual([
    { host: "db1", port: 5432 },
    { host: "db2", port: 5433 },
  ]);
  expect(name).toBe("postgres://db1,db2:5433/yourcall");
});

test.each(["postgres://ann:100%@db/x", "postgres://ann%:p@db/x", "postgres://%zz/x", "postgres://[::1/x"])(
  "%s is refused with what to write",
  (address) => {
    expect(() => parsePlace(address)).toThrow("The store's address is not valid. Write postgres://USER:PASSWORD@HOST");
  },
);
