import { YourcallError } from "@yourcall/core";
import { afterEach, expect, expectTypeOf, test, vi } from "vitest";
import { defineWord } from "./command.ts";
import { parseCommand, runCommand, withUsage } from "./run-command.ts";

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

const paint = defineWord({
  name: "paint",
  usage: ["paint [WALL]"],
  about: [],
  takes: "text",
  options: {
    color: { type: "string", short: "c", values: ["red", "blue"], describe: "its color" },
    coat: { type: "string", multiple: true, describe: "one more coat" },
    wet: { type: "boolean", describe: "do not wait" },
  },
});

test("the values of a run have the types of its options", () => {
  const { values, positionals } = parseCommand(paint, ["wall", "-c", "red", "--coat", "1", "--coat=2"]);
  expect({ ...values, positionals }).toEqual({ color: "red", coat: ["1", "2"], positionals: ["wall"] });
  expectTypeOf(values).toEqualTypeOf<{ color?: "red" | "blue"; coat?: string[]; wet?: boolean }>();
});

test.each([
  [["--color", "green"], '--color must be one of red, blue, got "green".'],
  [["--colr", "red"], "Unknown option --colr. Did you mean --color?"],
  [["--coat"], "--coat needs a value."],
  [["--wet=yes"], "--wet takes no value."],
])("%j is wrong usage, said in one sentence: exit code 2", async (args, sentence) => {
  const written: string[] = [];
  vi.spyOn(process.stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);
  expect(await runCommand(paint, args, async () => 0)).toBe(2);
  expect(written.join("")).toBe(`yourcall: ${sentence}\n`);
});

test("a command that takes no arguments refuses them", () => {
  const { takes, ...without } = paint;
  expect(() => parseCommand(without, ["wall"])).toThrow("Unexpected argument 'wall'");
});

test("--help shows the help and does nothing else, whatever else was given", async () => {
  const written: string[] = [];
  vi.spyOn(process.stdout, "write").mockImplementation((text) => written.push(String(text)) > 0);
  const act = async () => {
    throw new Error("It was run.");
  };
  expect(await runCommand(paint, ["--color", "green", "-h"], act)).toBe(0);
  expect(written.join("")).toMatch(/^yourcall paint \[WALL\]\n\n {2}-c, --color/);
});
