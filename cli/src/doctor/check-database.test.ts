import { expect, test, vi } from "vitest";
import { checkDatabase } from "./check-database.ts";

test("an address of another kind of store is a failure, and the other checks go on", () => {
  vi.stubEnv("YOURCALL_STORE", "mysql://ann:secret@db/x");
  const found = checkDatabase("/none");
  expect(found).toMatchObject([{ status: "fail", what: expect.stringContaining("begins with postgres://") }]);
  expect(JSON.stringify(found)).not.toContain("secret");
});
