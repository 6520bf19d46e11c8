import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createScriptedPerson, type ScriptedAct } from "@yourcall/core/testing";
import { beforeEach, describe, expect, test } from "vitest";
import { temporaryDirectory } from "../../../../hub/src/testing/temporary-directory.ts";
import { runCalls } from "../test-support/run-calls.ts";

let cwd: string;
let outside: string;

beforeEach(() => {
  const directory = temporaryDirectory("loop");
  cwd = join(directory, "work");
  outside = join(directory, "work-and-more");
  mkdirSync(join(cwd, "src"), { recursive: true });
  mkdirSync(outside);
  writeFileSync(join(cwd, "src/app.ts"), "inside\n");
  writeFileSync(join(outside, "secret.txt"), "secret\n");
  symlinkSync(outside, join(cwd, "linked"));
  symlinkSync(join(outside, "secret.txt"), join(cwd, "linked.txt"));
  symlinkSync(join(outside, "new.txt"), join(cwd, "nowhere.txt"));
});

const allow = () => ({ select: "allow-once" });

function escapes(): string[] {
  return [
    "../work-and-more/secret.txt",
    "src/../../work-and-more/secret.txt",
    join(outside, "secret.txt"),
    "linked/secret.txt",
    "linked.txt",
    "src/../linked/secret.txt",
  ];
}

describe("a path that leads out of the working directory", () => {
  test("is refused by every tool, before any person is asked, and nothing is read or written", async () => {
    const person = createScriptedPerson([allow]);
    const calls = [
      ...escapes().flatMap((path) => [
        { name: "Read", input: { path } },
        { name: "Write", input: { path, content: "mine" } },
        { name: "Edit", input: { path, old: "secret", new: "mine" } },
      ]),
      ...["..", "linked", outside].flatMap((path) => [
        { name: "List", input: { path } },
        { name: "Search", input: { path, text: "secret" } },
      ]),
      { name: "Write", input: { path: "nowhere.txt", content: "mine" } },
      { name: "Write", input: { path: "linked/sub/new.txt", content: "mine" } },
      { name: "Read", input: { path: "src/app.ts\0.png" } },
    ];
    const results = await runCalls(calls, { cwd, asker: person });
    expect(results).toHaveLength(calls.length);
    for (const [index, { isError, text }] of results.entries()) {
      expect(isError, JSON.stringify(calls[index])).toBe(true);
      expect(text).toMatch(/is outside the working directory|leads nowhere|NUL/);
    }
    expect(person.asks).toEqual([]);
    expect(readdirSync(outside)).toEqual(["secret.txt"]);
    expect(readFileSync(join(outside, "secret.txt"), "utf8")).toBe("secret\n");
  });

  test("is refused even if it is swapped in while the person decides", async () => {
    async function swapThen(act: () => void, call: { name: string; input: unknown }) {
      const person = createScriptedPerson([
        (): ScriptedAct => {
          act();
          return allow();
        },
      ]);
      const [result] = await runCalls([call], { cwd, asker: person });
      return result;
    }
    const swapDirectory = () => {
      renameSync(join(cwd, "src"), join(cwd, "old"));
      symlinkSync(outside, join(cwd, "src"));
    };
    const write = { name: "Write", input: { path: "src/secret.txt", content: "mine" } };
    expect(await swapThen(swapDirectory, write)).toMatchObject({ isError: true });
    const swapFile = () => symlinkSync(join(outside, "secret.txt"), join(cwd, "note.txt"));
    expect(await swapThen(swapFile, { name: "Write", input: { path: "note.txt", content: "mine" } })).toMatchObject({
      isError: true,
      text: expect.stringContaining("outside"),
    });
    expect(readFileSync(join(outside, "secret.txt"), "utf8")).toBe("secret\n");
    expect(readdirSync(outside)).toEqual(["secret.txt"]);
  });

  test("a list shows links, and a search ignores them", async () => {
    const [list, search] = await runCalls(
      [
        { name: "List", input: { deep: true } },
        { name: "Search", input: { text: "secret" } },
      ],
      { cwd },
    );
    expect(list?.text.split("\n")).toEqual(["linked@", "linked.txt@", "nowhere.txt@", "src/", "src/app.ts"]);
    expect(search?.text).toBe("No line holds that text.");
  });
});

test("absolute paths and links that stay inside are accepted", async () => {
  symlinkSync(join(cwd, "src/app.ts"), join(cwd, "inner.ts"));
  const results = await runCalls(
    [
      { name: "Read", input: { path: join(cwd, "src/app.ts") } },
      { name: "Read", input: { path: "inner.ts" } },
      { name: "Write", input: { path: "inner.ts", content: "changed\n" } },
      { name: "Write", input: { path: "new/deep/file.txt", content: "x" } },
    ],
    { cwd, asker: createScriptedPerson([allow]) },
  );
  expect(results.map(({ isError }) => isError)).toEqual([false, false, false, false]);
  expect(readFileSync(join(cwd, "src/app.ts"), "utf8")).toBe("changed\n");
  expect(existsSync(join(cwd, "new/deep/file.txt"))).toBe(true);
});
