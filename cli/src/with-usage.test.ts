import { YourcallError } from "@yourcall/core";
import { afterEach, expect, test, vi } from "vitest";
import { withUsage } from "./with-usage.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

async function saidOf(error: Error): Promise<string> {
  const written: string[] = [];
  vi.spyOn(process.stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);
  expect(
    await withUsage(async () => {
      throw error;
    }),
  ).toBe(1);
  return written.join("");
}

const refused = new YourcallError("forbidden", "This needs a token of a person.");
const scopes =
  "yourcall: The token comes from YOURCALL_TOKEN. Agents (`ask`, `hook`, `wait` with a whole id) need an agent token, people a human token.\n";

test("where the token of YOURCALL_TOKEN is refused, it is said which it is and which one is needed", async () => {
  vi.stubEnv("YOURCALL_TOKEN", "yc_agent_x");
  expect(await saidOf(refused)).toBe(`yourcall: This needs a token of a person.\n${scopes}`);
  expect(await saidOf(new YourcallError("unauthorized", "Unknown."))).toBe(`yourcall: Unknown.\n${scopes}`);
  expect(await saidOf(new YourcallError("not-found", "No such ask."))).toBe("yourcall: No such ask.\n");
});

test("where it is not set, nothing is said of it", async () => {
  vi.stubEnv("YOURCALL_TOKEN", "");
  expect(await saidOf(refused)).toBe("yourcall: This needs a token of a person.\n");
});
