import { describe, expect, test } from "vitest";
import { database, features } from "../support/asks.ts";
import { runCommand } from "../support/background-hub.ts";
import { useHub } from "../support/hub.ts";

describe("what is wrong with flags is said of the flags: exit code 2", () => {
  test.each([
    [["-q", "Which?", "-o", "A", "-o", "B", "-o", "A"], '--option "A" is given twice.'],
    [
      ["-q", "One?", "-o", "A", "-o", "B", "-q", "Two?", "-o", "C", "-o", "C"],
      '--option "C" of "Two?" is given twice.',
    ],
    [["-q", "Which?", "-q", "Which?"], '--question "Which?" is given twice.'],
    [["-q", "Which?", "--multi"], "Use --multi only with --option."],
    [["-q", "Which?", "--no-wait", "--format", "value"], "--no-wait prints no outcome, so not as value."],
    [["-q", "Which?", "--no-wait", "--format", "claude"], "--no-wait prints no outcome, so not as claude."],
  ])("ask %j", async (flags, words) => {
    const { code, stdout, stderr } = await runCommand(["ask", ...flags, "--no-input"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(words);
    expect(stderr).not.toMatch(/options\[|questions\[|multiSelect/);
  });

  const hub = useHub();
  test.each([
    [["--other", "foo", "--select", "SQLite"], "Use --select or --other, not both."],
    [["--select", "MongoDB", "--select", "SQLite"], "Use --select once: this question takes one answer."],
    [["--skip", "Database", "--select", "SQLite"], "Use --skip or an answer, not both."],
  ])("answer %j", async (flags, words) => {
    const { ask, run } = await hub();
    const { id } = await ask([database]);
    const { code, stdout, stderr } = await run(["answer", id, ...flags]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(`Nothing was sent. ${words}\n`);
    expect(stderr).toContain('Database (choose one): "PostgreSQL (Recommended)"');
    expect(stderr).not.toMatch(/answers\[|customInput|selectedOptions/);
  });

  test("answer to one of several questions names it", async () => {
    const { ask, run } = await hub();
    const { id } = await ask([database, features]);
    const both = ["--select", "Database=SQLite", "--other", "Database=foo", "--skip", "Features"];
    expect((await run(["answer", id, ...both])).stderr).toContain("Use --select or --other for Database, not both.");
    const long = ["--select", "Database=SQLite", "--other", `Features=${"x".repeat(20_000)}`];
    const { code, stderr } = await run(["answer", id, ...long]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^--other for Features is 20000 characters long; the limit is \d+\. Shorten it\.$/m);
  });
});
