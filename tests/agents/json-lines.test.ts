import { spawn } from "node:child_process";
import { join } from "node:path";
import { describe, expect, onTestFinished } from "vitest";
import * as z from "zod";
import { toLineJsonSchemas } from "../../cli/src/agent/json/line-schemas.ts";
import { asks, type ChatPlace, calls, openPlace, resultsIn, says } from "../support/agent-chat.ts";
import { database, features } from "../support/asks.ts";
import { homeOfBackgroundHub } from "../support/background-hub.ts";
import { startHub } from "../support/hub.ts";
import { testWith } from "../support/needs.ts";
import { root, yourcall } from "../support/terminal.ts";

// biome-ignore lint/suspicious/noExplicitAny: the tests read the fields they expect
type Line = any;
type Step =
  | { send: unknown }
  | { raw: string }
  | { wait: unknown }
  | { run: string[] }
  | { close: true }
  | { kill: true };

const schemas = toLineJsonSchemas();
const test = testWith("python3");

/** Drives `yourcall agent --json` from Python by these steps; every line it writes fits the schema of its type. */
async function host(place: ChatPlace, steps: Step[], options: { args?: string[]; env?: Record<string, string> } = {}) {
  const script = join(root, "tests/agents/json-host.py");
  const child = spawn("python3", [script, process.execPath, yourcall, "agent", "--json", ...(options.args ?? [])], {
    cwd: place.directory,
    detached: true,
    env: { PATH: process.env.PATH, LANG: "C.UTF-8", USER: "ana", ...place.env, ...options.env },
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  onTestFinished(async () => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    await ended;
  });
  let out = "";
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    said += text;
  });
  child.stdin.end(JSON.stringify(steps));
  expect(await ended, `${said}\n${out}`).toBe(0);
  const lines: Line[] = out
    .trimEnd()
    .split("\n")
    .map((text) => JSON.parse(text));
  const { code } = lines.pop();
  for (const line of lines) {
    const schema = schemas[line.type];
    expect(schema, line.type).toBeDefined();
    expect(z.fromJSONSchema(schema as never).safeParse(line).error, JSON.stringify(line)).toBeUndefined();
  }
  return { code, lines, of: (type: string) => lines.filter((line) => line.type === type) };
}

const message = (text: string) => ({ send: { type: "user_message", text } });
const respond = (id: string, rest: Record<string, unknown>) => ({
  send: { type: "ask_user_question_response", id, ...rest },
});
const choose = (question: { question: string }, ...selectedOptions: string[]) => [
  { question: question.question, selectedOptions },
];
const asked = (id: string) => ({ wait: { type: "ask_user_question", id } });
const endedAsk = (id: string) => ({ wait: { type: "ask_ended", id } });
const failed = (code: string) => ({ wait: { type: "error", code } });
const done = { wait: { type: "done" } };

describe("yourcall agent --json", () => {
  test("two asks at once are answered by labels and by a sheet; an invalid answer is reported and the ask stays open", async () => {
    const place = await openPlace([
      calls("Two things.", asks("t1", database), asks("t2", features)),
      calls("And this.", { id: "t3", name: "Write", input: { path: "a.txt", content: "made" } }),
      says("Good."),
    ]);
    const { code, lines, of } = await host(place, [
      { raw: "{not json" },
      failed("invalid-line"),
      { raw: '{"type":"shout"}' },
      failed("invalid-line"),
      { raw: '{"type":"user_message"}' },
      failed("invalid-line"),
      message("set it up"),
      asked("t1"),
      asked("t2"),
      message("and this"),
      failed("busy"),
      respond("t1", { answers: choose(database, "MySQL") }),
      failed("invalid-answer"),
      respond("t2", { sheet: "$5.sheet" }),
      failed("invalid-answer"),
      respond("t2", { sheet: "$5.sheet", declined: true }),
      failed("invalid-line"),
      respond("t9", { declined: true }),
      failed("unknown-ask"),
      { send: { type: "check_sheet", id: "t2", sheet: "$5.sheet without ESLint" } },
      { wait: { type: "sheet_checked", errors: [] } },
      respond("t2", { sheet: "$5.sheet without ESLint", surface: "nvim", user: "bo" }),
      endedAsk("t2"),
      { send: { type: "check_sheet", id: "t1", sheet: "$4.sheet without MongoDB" } },
      { wait: { type: "sheet_checked" } },
      respond("t1", { answers: choose(database, "postgresql"), comment: "for now" }),
      endedAsk("t1"),
      respond("t1", { declined: true }),
      failed("already-ended"),
      asked("t3"),
      respond("$16.askId", { answers: choose({ question: "May the agent write a.txt?" }, "allow-once") }),
      done,
      { close: true },
    ]);
    expect(code).toBe(0);
    const errors = of("error");
    expect(errors.every(({ ended }) => ended === false)).toBe(true);
    expect(errors[4]).toMatchObject({
      id: "t1",
      issues: [{ path: "answers[0].selectedOptions[0]", message: '"MySQL" is not an option of this question.' }],
    });
    expect(errors[5]).toMatchObject({ id: "t2", errors: [{ line: expect.any(Number), message: expect.any(String) }] });
    expect(of("ask_ended").map(({ id, outcome }) => ({ id, by: outcome.by, status: outcome.status }))).toMatchObject([
      { id: "t2", status: "answered", by: { surface: "nvim", act: "sheet", user: "bo" } },
      { id: "t1", status: "answered", by: { surface: "json", act: "submit", user: "ana" } },
      { id: "t3", status: "answered", by: { surface: "json", act: "submit", user: "ana" } },
    ]);
    expect(of("ask_user_question")[2]).toMatchObject({
      kind: "approval",
      approval: { tool: "Write" },
      questions: [{ options: [{ label: "deny" }, { label: "allow-once" }, { label: "allow-always" }] }],
    });
    expect(of("tool_start").map(({ id }) => id)).toEqual(["t1", "t2", "t3"]);
    expect(of("tool_result").map(({ id, result }) => [id, result.isError])).toEqual(
      expect.arrayContaining([
        ["t1", false],
        ["t2", false],
        ["t3", false],
      ]),
    );
    expect(of("text").map(({ text }) => text)).toEqual(["Two things.", "And this.", "Good."]);
    const sent = JSON.stringify(place.requests[1]?.body.messages);
    expect(sent).toContain("Selected: PostgreSQL (Recommended)");
    expect(sent).toContain("Comment: for now");
    expect(lines.find(({ type }) => type !== "error")).toEqual({ type: "started", runId: expect.any(String) });
    expect(of("sheet_checked")).toMatchObject([
      {
        id: "t2",
        progress: [{ text: "2 left ✔" }],
        answers: [{ selectedOptions: ["TypeScript", "Tailwind CSS"] }],
        summary: "Features: TypeScript, Tailwind CSS",
      },
      {
        id: "t1",
        progress: [{ text: "2 left, keep one" }],
        errors: [{ message: expect.stringContaining("2 are left") }],
      },
    ]);
    const sheet = of("ask_user_question")[0].sheet;
    expect(sheet).toContain("What is left is your answer.");
    expect(sheet).not.toMatch("quit without saving");
  });

  test("an interrupt ends the turn and the next message continues; an ask can be declined; a closed input withdraws the rest", async () => {
    const place = await openPlace([
      calls("One.", asks("t1", database)),
      calls("Once more.", asks("t2", database)),
      calls("And again.", asks("t3", database)),
    ]);
    const { code, lines, of } = await host(place, [
      { send: { type: "interrupt" } },
      message("set it up"),
      asked("t1"),
      { send: { type: "interrupt" } },
      failed("aborted"),
      message("go on"),
      asked("t2"),
      respond("t2", { declined: { reason: "not today" } }),
      asked("t3"),
      { close: true },
    ]);
    expect(code).toBe(130);
    expect(of("ask_ended").map(({ outcome }) => outcome.status)).toEqual(["cancelled", "declined", "cancelled"]);
    expect(of("ask_ended").map(({ elsewhere }) => elsewhere)).toEqual([false, false, false]);
    expect(of("ask_ended")[1]).toMatchObject({ outcome: { reason: "not today" } });
    expect(lines.at(-1)).toMatchObject({ type: "error", code: "aborted", ended: true, runId: expect.any(String) });
    expect(resultsIn(place).join()).toContain("declined");
  });

  test("with a hub the ask is on every screen: an answer elsewhere ends it here, and an abandoned run is resumed", async () => {
    const hub = await startHub({ directory: homeOfBackgroundHub() });
    const place = await openPlace(
      [calls("One.", asks("t1", database)), calls("Two.", asks("t2", features)), says("Good.")],
      { home: hub.directory },
    );
    const answer = (id: string, label: string) => ({
      run: [process.execPath, yourcall, "answer", id, "--select", label],
    });
    const first = await host(place, [
      message("set it up"),
      asked("t1"),
      answer("$1.askId", "MongoDB"),
      endedAsk("t1"),
      asked("t2"),
      { close: true },
    ]);
    expect(first.of("ask_ended")[0]).toMatchObject({
      elsewhere: true,
      summary: expect.stringMatching(/^Database: MongoDB · answered in terminal by ana \(a script\) at /),
      outcome: { status: "answered", by: { surface: "terminal", act: "script" } },
    });
    const human = hub.client("human");
    const { asks: kept } = await human.list({ status: "all", order: "oldest" });
    expect(kept.map(({ status }) => status)).toEqual(["answered", "cancelled"]);
    const again = await host(place, [done, { close: true }], { args: ["--resume"] });
    expect(again.code).toBe(0);
    expect(again.of("done")[0]).toMatchObject({ text: "Good.", runId: first.of("ask_user_question")[0].runId });
  });

  test("a run killed at its question and resumed has the same ask, answered once; --hub starts the hub, --max-steps ends the turn", async () => {
    const place = await openPlace(
      [calls("One.", asks("t1", database)), calls("Two.", asks("t2", features)), says("Good.")],
      { home: homeOfBackgroundHub() },
    );
    const killed = await host(place, [message("set it up"), asked("t1"), { kill: true }], { args: ["--hub"] });
    expect(killed.code).toBe(-9);
    expect(killed.of("ask_ended")).toEqual([]);
    const [{ askId, runId, url }] = killed.of("ask_user_question");
    expect(killed.of("started")).toEqual([{ type: "started", runId }]);
    const left = await host(place, [asked("t1"), { send: { type: "leave" } }], { args: ["--resume", runId] });
    expect(left.code).toBe(0);
    expect(left.lines.map(({ type }) => type)).toEqual(["started", "tool_start", "ask_user_question"]);
    expect(left.of("ask_user_question")[0].askId).toBe(askId);
    expect(url).toMatch(/^http:/);
    const resumed = await host(
      place,
      [
        asked("t1"),
        respond("t1", { answers: choose(database, "SQLite") }),
        asked("t2"),
        respond("t2", { answers: choose(features, "TypeScript") }),
        failed("too-many-steps"),
        message("go on"),
        done,
        { close: true },
      ],
      { args: ["--resume", runId, "--max-steps", "1"] },
    );
    expect(resumed.code).toBe(0);
    expect(resumed.of("ask_user_question")[0]).toMatchObject({ askId, runId });
    expect(resumed.of("ask_ended").map(({ outcome }) => outcome.status)).toEqual(["answered", "answered"]);
    expect(resumed.of("error")).toMatchObject([{ code: "too-many-steps", ended: true, runId }]);
    expect(resumed.of("done")).toMatchObject([{ text: "Good.", runId }]);
    const sent = JSON.stringify(place.requests.at(-1)?.body.messages);
    expect(sent).toContain("Selected: SQLite");
    expect(sent).toContain("Selected: TypeScript");
    expect(place.requests).toHaveLength(3);
  });

  test("in an agent's environment an answer is recorded as a script's; a missing model is one error line", async () => {
    const place = await openPlace([calls("One.", asks("t1", database)), says("Good.")]);
    const steps = [
      message("go"),
      asked("t1"),
      respond("t1", { answers: choose(database, "SQLite"), act: "click" }),
      done,
      { close: true as const },
    ];
    const { of } = await host(place, steps, { env: { CLAUDECODE: "1" } });
    expect(of("ask_ended")[0].outcome.by).toMatchObject({ act: "script" });
    const without = await host(place, [], { env: { ANTHROPIC_API_KEY: "" } });
    expect(without.code).toBe(1);
    expect(without.lines).toMatchObject([{ type: "error", code: "no-model", ended: true }]);
  });
});
