import { YourcallError } from "@yourcall/core";
import { afterEach, expect, test, vi } from "vitest";
import { withUsage } from "./run-command.ts";

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

test("if the token in YOURCALL_TOKEN is refused, the error says which kind it is and which is needed", async () => {
  vi.stubEnv("YOURCALL_TOKEN", "yc_agent_x");
  expect(await saidOf(refused)).toBe(`yourcall: This needs a token of a person.\n${scopes}`);
  expect(await saidOf(new YourcallError("unauthorized", "Unknown."))).toBe(`yourcall: Unknown.\n${scopes}`);
  expect(await saidOf(new YourcallError("not-found", "No such ask."))).toBe("yourcall: No such ask.\n");
});

test("a person's token that is refused because of the ask is not blamed", async () => {
  vi.stubEnv("YOURCALL_TOKEN", "yc_human_x");
  const addressed = "This question is for bo. You can read it, but not answer it.";
  expect(await saidOf(new YourcallError("forbidden", addressed))).toBe(`yourcall: ${addressed}\n`);
  const scope = "This needs a token of scope agent or app; the scope of yours is human.";
  expect(await saidOf(new YourcallError("forbidden", scope))).toBe(`yourcall: ${scope}\n${scopes}`);
});

test("if YOURCALL_TOKEN is not set, the error does not mention it", async () => {
  vi.stubEnv("YOURCALL_TOKEN", "");
  expect(await saidOf(refused)).toBe("yourcall: This needs a token of a person.\n");
});
