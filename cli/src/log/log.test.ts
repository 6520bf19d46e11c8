import type { WireAsk } from "@yourcall/client";
import type { Outcome } from "@yourcall/core";
import { asciiGlyphs, cellWidth } from "@yourcall/terminal/internal";
import { expect, test } from "vitest";
import { toTable } from "../inbox/table-text.ts";
import { logColumns, toLogRow } from "./log.ts";

const now = new Date(2026, 0, 1, 12, 0).getTime();
const at = new Date(now - 60_000).toISOString();

function toRow(question: string, outcome: Partial<Outcome> | string, cwd = "/home/ana/shop") {
  const ended = {
    ...{ status: "answered", at, by: { surface: "terminal", act: "script", user: "ana" } },
    ...(typeof outcome === "string" ? { answers: [{ question, header: "Q", selectedOptions: [outcome] }] } : outcome),
  } as Outcome;
  const ask: WireAsk = {
    id: "ask_0000000000000000000000X9KD",
    kind: "question",
    status: ended.status,
    agent: { name: "claude", cwd },
    questions: [{ question, header: "Q", kind: "choice", options: [], multiSelect: false }],
    createdAt: at,
    waiting: { count: 0, lastSeenAt: at },
    url: "http://127.0.0.1:2255/a/x",
  };
  return toLogRow(ask, ended, { id: "X9KD", now, me: "ana" });
}

const region = "Which region should the new service run in, now that most customers are in Europe?";
const table = (rows: ReturnType<typeof toRow>[], width: number) => toTable(rows, logColumns, width);

test("a narrow line cuts the question, never the answer nor who gave it", () => {
  const rows = [toRow(region, "Frankfurt", "/home/ana/a-long-project-name"), toRow("Which port?", "8080")];
  expect(table(rows, 80)).toMatchInlineSnapshot(`
    [
      "today 11:59  X9KD  claude · a-lon…  Which r… → Frankfurt  terminal · you, script",
      "today 11:59  X9KD  claude · shop    Which port? → 8080    terminal · you, script",
    ]
  `);
  expect(table(rows, 120)).toMatchInlineSnapshot(`
    [
      "today 11:59  X9KD  claude · a-long-project…  Which region should the new service ru… → Frankfurt  terminal · you, script",
      "today 11:59  X9KD  claude · shop             Which port? → 8080                                   terminal · you, script",
    ]
  `);
  for (const width of [80, 100, 120]) {
    const lines = table(rows, width);
    expect(lines[0]).toMatch(/… → Frankfurt +terminal · you, script$/);
    expect(lines[1]).toMatch(/ → 8080 +terminal · you, script$/);
    for (const line of lines) expect(cellWidth(line)).toBeLessThanOrEqual(width);
  }
});

test("a terminal that shows only ASCII gets lines that fit, too", () => {
  const lines = toTable(
    [toRow(region, "Frankfurt"), toRow(region, { status: "expired" })],
    logColumns,
    80,
    asciiGlyphs,
  );
  expect(lines[0]).toMatch(/ Which r[^…]*\.\.\. → Frankfurt {2}terminal · you, script$/);
  for (const line of lines) expect(cellWidth(line)).toBeLessThanOrEqual(80);
});

test("a question is cut no more than its line needs", () => {
  const [line = ""] = table([toRow(region, "Frankfurt")], 80);
  expect(cellWidth(line)).toBe(80);
});

test("a decision that nobody took uses the room of who", () => {
  const rows = [toRow("Which port?", "8080"), toRow(region, { status: "expired" })];
  expect(table(rows, 80)[1]).toMatchInlineSnapshot(
    `"today 11:59  X9KD  Which region should the new servi… → expired, nobody answered"`,
  );
});

test("an answer that is longer than its column is cut at its end, behind a piece of the question", () => {
  const [line = ""] = table([toRow(region, "word ".repeat(60).trim())], 80);
  expect(line).toMatch(/ {2}\S.* → word word/);
  expect(line).toMatch(/… +terminal · you, script$/);
});
