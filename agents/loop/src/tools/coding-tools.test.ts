import { execFileSync } from "node:child_process";
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AgentEvent } from "@yourcall/core";
import { createScriptedPerson } from "@yourcall/core/testing";
import { describe, expect, test } from "vitest";
import { temporaryDirectory } from "../../../../hub/src/testing/temporary-directory.ts";
import { createAgent } from "../create-agent.ts";
import { createScriptedModel } from "../scripted-model.ts";
import { runCalls } from "../test-support/run-calls.ts";
import { createCodingTools } from "./coding-tools.ts";

const asker = createScriptedPerson([() => ({ select: "allow-once" })]);

describe("reading", () => {
  test("gives numbered lines, and says where to continue in a long file", async () => {
    const cwd = temporaryDirectory("loop");
    writeFileSync(join(cwd, "long.txt"), Array.from({ length: 2500 }, (_, index) => `line ${index + 1}\n`).join(""));
    const [first, second] = await runCalls(
      [
        { name: "Read", input: { path: "long.txt" } },
        { name: "Read", input: { path: "long.txt", from: 2001 } },
      ],
      { cwd },
    );
    expect(first?.text.split("\n").slice(0, 2)).toEqual(["1\tline 1", "2\tline 2"]);
    expect(first?.text.split("\n").at(-1)).toBe("[500 more lines: read from 2001]");
    expect(second?.text.split("\n").at(-1)).toBe("2500\tline 2500");
  });

  test("refuses anything but a text file, and a pipe does not block it", async () => {
    const cwd = temporaryDirectory("loop");
    writeFileSync(join(cwd, "image"), Buffer.from([1, 0, 2]));
    execFileSync("mkfifo", [join(cwd, "pipe")]);
    const results = await runCalls(
      ["image", "pipe", "missing", "."].map((path) => ({ name: "Read", input: { path } })),
      { cwd },
    );
    expect(results.map(({ text }) => text)).toEqual([
      "image is not a text file.",
      "pipe is not a file.",
      "There is no file missing.",
      ". is not a file.",
    ]);
  });

  test("a search names file, line and text, and stops at its limit", async () => {
    const cwd = temporaryDirectory("loop");
    writeFileSync(join(cwd, "a.txt"), "one\n  Two (2)\n");
    writeFileSync(join(cwd, "b.txt"), "x\n".repeat(300));
    const results = await runCalls(
      [
        { name: "Search", input: { text: "two (", ignoreCase: true } },
        { name: "Search", input: { text: "x" } },
      ],
      { cwd },
    );
    expect(results[0]?.text).toBe("a.txt:2: Two (2)");
    expect(results[1]?.text.split("\n")).toHaveLength(201);
  });
});

describe("writing", () => {
  test("replaces the whole file, keeps its mode, and leaves no other files", async () => {
    const cwd = temporaryDirectory("loop");
    writeFileSync(join(cwd, "run.sh"), "old");
    chmodSync(join(cwd, "run.sh"), 0o755);
    await runCalls([{ name: "Write", input: { path: "run.sh", content: "new" } }], { cwd, asker });
    expect(readFileSync(join(cwd, "run.sh"), "utf8")).toBe("new");
    expect(statSync(join(cwd, "run.sh")).mode & 0o777).toBe(0o755);
    expect(readdirSync(cwd)).toEqual(["run.sh"]);
  });

  test("an edit changes one place, with $ as plain text; if none or several match, the model is told and no person is asked", async () => {
    const cwd = temporaryDirectory("loop");
    const person = createScriptedPerson([() => ({ select: "allow-once" })]);
    writeFileSync(join(cwd, "a.txt"), "one two two");
    const results = await runCalls(
      [
        { name: "Edit", input: { path: "a.txt", old: "three", new: "" } },
        { name: "Edit", input: { path: "a.txt", old: "two", new: "" } },
        { name: "Edit", input: { path: "a.txt", old: "one", new: "$&$1" } },
      ],
      { cwd, asker: person },
    );
    expect(results.map(({ isError }) => isError)).toEqual([true, true, false]);
    expect(readFileSync(join(cwd, "a.txt"), "utf8")).toBe("$&$1 two two");
    expect(person.asks).toHaveLength(1);
  });
});

describe("running", () => {
  async function run(command: string, seconds?: number) {
    const cwd = temporaryDirectory("loop");
    const input = { command, seconds };
    const [result] = await runCalls([{ name: "Run", input }], { cwd, asker });
    return { cwd, text: result?.text, isError: result?.isError };
  }

  test("gives output and exit code, in the working directory", async () => {
    const { cwd, text, isError } = await run("pwd; echo oops >&2");
    expect(text).toContain(cwd);
    expect(text).toMatch(/oops\nExit code 0\.$|Exit code 0\.$/);
    expect(isError).toBe(false);
    expect(await run("exit 3")).toMatchObject({ text: "Exit code 3. No output.", isError: true });
  });

  test("stops at its limit, with everything it started", async () => {
    expect((await run("sleep 60 & sleep 60", 1)).text).toBe("Stopped after 1 seconds. No output.");
  });

  test("does not wait for background processes it left", async () => {
    expect((await run("sleep 60 & echo started")).text).toBe("started\nExit code 0.");
  });

  test("keeps the beginning and the end of a long output", async () => {
    const { text } = await run("echo first; yes | head -c 1000000; echo last");
    expect(text?.length).toBeLessThan(31_000);
    expect(text).toMatch(/^first\n/);
    expect(text).toMatch(/bytes left out\]/);
    expect(text).toMatch(/last\nExit code 0\.$/);
  });

  test("has an agent's environment without the agent's keys", async () => {
    process.env.ANTHROPIC_API_KEY = "sk-secret";
    process.env.YOURCALL_TOKEN = "token-secret";
    const { text } = await run("env").finally(() => {
      delete process.env.ANTHROPIC_API_KEY;
      delete process.env.YOURCALL_TOKEN;
    });
    expect(text).toMatch(/^YOURCALL_SESSION=run_/m);
    expect(text).not.toContain("-secret");
  });

  test("ends when the run is aborted", async () => {
    const stop = new AbortController();
    const cwd = temporaryDirectory("loop");
    const model = createScriptedModel([
      { calls: [{ name: "Run", input: { command: "echo here > started; sleep 60" } }] },
    ]);
    const tools = createCodingTools({ needsApproval: false });
    const events: AgentEvent[] = [];
    const running = (async () => {
      for await (const event of createAgent({ model, tools, cwd, signal: stop.signal }).run("go")) events.push(event);
    })();
    await expect.poll(() => readdirSync(cwd)).toContain("started");
    stop.abort();
    await running;
    expect(events.at(-1)).toMatchObject({ type: "error", error: { code: "aborted" } });
  });
});
