import { expect, test } from "vitest";
import { isDatabaseUrl } from "./store-file.ts";

test("an address of another kind is not taken for a file, and not repeated, since it may contain a password", () => {
  expect(["postgres://ann@db/x", "postgresql://db/x", "asks.db", "/srv/asks.db"].map(isDatabaseUrl)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  for (const address of ["Postgres://ann:secret@db/x", " postgres://ann:secret@db/x", "mysql://ann:secret@db/x"])
    expect(() => isDatabaseUrl(address)).toThrow(/^The store must be a file, or an address that begins with postgres/);
});
