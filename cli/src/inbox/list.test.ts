import type { WireAsk } from "@yourcall/client";
import { isAgentGone } from "@yourcall/core/internal";
import { cellWidth } from "@yourcall/terminal/internal";
import { expect, test } from "vitest";
import { listColumns, toListRow } from "./list.ts";
import { toTable } from "./table-text.ts";

const now = Date.parse("2026-01-01T12:00:00.000Z");
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();

function ask(more: Partial<WireAsk> = {}): WireAsk {
  return {
    id: "ask_0000000000000000000000X9KD",
    kind: "question",
    status: "pending",
    agent: { name: "claude", title: "fix login", cwd: "/home/ana/shop" },
    questions: [
      {
        question: "Which database\nshould we use?",
        header: "Database",
        kind: "choice",
        options: [],
        multiSelect: false,
      },
    ],
    createdAt: ago(12),
    waiting: { count: 1, lastSeenAt: ago(0) },
    url: "http://127.0.0.1:2255/a/x",
    ...more,
  };
}

const row = (more: Partial<WireAsk> = {}) => toListRow(ask(more), "X9KD", now);

test("an ask is one row: id, who asks for which project, header, question, age", () => {
  expect(row()).toEqual(["X9KD", "claude · shop", "Database", "Which database should we use?", "12 min", ""]);
});

test("marks show what to know before opening an ask", () => {
  const draft = { draft: { entries: [], comment: "half a", reason: "" }, revision: 1, at: ago(1) };
  expect(row({ draft }).at(-1)).toBe("draft");
  expect(row({ draft: { ...draft, draft: { entries: [], comment: "", reason: "" } } }).at(-1)).toBe("");
  const approval = { tool: "Bash", input: { command: "fly deploy" } };
  expect(row({ kind: "approval", approval }).slice(2)).toEqual(["approval", "Bash  fly deploy", "12 min", ""]);
  expect(row({ waiting: { count: 0, lastSeenAt: ago(11) } }).at(-1)).toBe("agent gone");
  expect(row({ to: ["ana", "bo\u001b[2J"] }).at(-1)).toBe("for ana, bo");
  expect(row({ status: "cancelled" }).at(-1)).toBe("withdrawn");
  const expiresAt = new Date(now + 5 * 60_000).toISOString();
  expect(row({ expiresAt }).at(-1)).toBe("5 min left");
  expect(row({ expiresAt, status: "expired" }).at(-1)).toBe("expired");
});

test("an agent is gone if nobody has been waiting for more than ten minutes", () => {
  expect(isAgentGone(ask({ waiting: { count: 0, lastSeenAt: ago(10) } }), now)).toBe(false);
  expect(isAgentGone(ask({ waiting: { count: 0, lastSeenAt: ago(10.1) } }), now)).toBe(true);
  expect(isAgentGone(ask({ waiting: { count: 1, lastSeenAt: ago(60) } }), now)).toBe(false);
  // As after a crash of the program that asked, together with the hub.
  expect(isAgentGone(ask({ kind: "approval", waiting: { count: 0, lastSeenAt: ago(1) } }), now)).toBe(false);
  expect(isAgentGone(ask({ kind: "approval", waiting: { count: 0, lastSeenAt: ago(1.1) } }), now)).toBe(true);
});

test("a project is the last part of its path", () => {
  const of = (cwd: string) => row({ agent: { name: "a", cwd } })[1];
  expect(of("/home/ana/svc/")).toBe("a · svc");
  expect(of("C:\\work\\svc")).toBe("a · svc");
  expect(of("/")).toBe("a");
});

test("a model's escape sequences do not reach the terminal", () => {
  expect(row({ agent: { name: "\u001b[31mcla\u202eude", cwd: "/a\nb" } })[1]).toBe("claude · a b");
});

test("a line is never wider than the terminal; the agent shrinks first, then the header, then the question", () => {
  const rows = [row(), row({ agent: { name: "データベース".repeat(10) } })];
  for (const width of [20, 40, 80, 120]) {
    const lines = toTable(rows, listColumns, width);
    for (const line of lines) expect(cellWidth(line)).toBeLessThanOrEqual(width);
  }
  const line = (width: number) => toTable([row()], listColumns, width)[0];
  expect(line(80)).toBe("X9KD  claude · shop  Database  Which database should we use?  12 min");
  expect(line(60)).toBe("X9KD  Database  Which database should we use?  12 min");
  expect(line(40)).toBe("X9KD  Database  Which database…   12 min");
  expect(line(30)).toBe("X9KD  Database  Which databas…");
  expect(line(24)).toBe("X9KD  Database  Which d…");
  expect(toTable([row()], listColumns, Number.POSITIVE_INFINITY)[0]).toContain("Which database should we use?");
});

test("a narrow line keeps the time that is left, and never cuts a mark in the middle", () => {
  const gone = { count: 0, lastSeenAt: ago(11) };
  const rows = [row({ expiresAt: ago(-59), to: ["ana"], waiting: gone }), row({ waiting: gone })];
  const lines = (width: number) => toTable(rows, listColumns, width);
  expect(rows[0]?.at(-1)).toBe("59 min left, agent gone, for ana");
  expect(lines(80)).toEqual([
    "X9KD  claude · sh…  Database  Which database should we us…  12 min  59 min left…",
    "X9KD  claude · sh…  Database  Which database should we us…  12 min  agent gone",
  ]);
  expect(lines(60).map((line) => line.slice(line.indexOf("12 min")))).toEqual([
    "12 min  59 min left…",
    "12 min  agent gone",
  ]);
});

test("in a pipe nothing is cut, and no line is padded to another's length", () => {
  const long = { name: "claude", cwd: "/home/ana/a-project-whose-name-is-longer-than-its-column" };
  const question = { question: "Why? ".repeat(100).trim(), header: "Q", options: [], multiSelect: false };
  const rows = [row(), row({ agent: long, questions: [{ ...question, kind: "choice" }] })];
  const [first, second] = toTable(rows, listColumns, Number.POSITIVE_INFINITY);
  expect(first).toBe("X9KD  claude · shop             Database  Which database should we use?  12 min");
  expect(second).toBe(
    `X9KD  claude · a-project-whose-name-is-longer-than-its-column  Q         ${question.question}  12 min`,
  );
});
