import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { WireAsk } from "@yourcall/client";
import { expect, onTestFinished, test } from "vitest";
import { toEntries } from "./read-claude-transcript.ts";
import { createSessionsElsewhere } from "./sessions-elsewhere.ts";

const id = "11111111-2222-4333-8444-555555555555";
const said = (type: string, content: unknown, more = {}) =>
  JSON.stringify({ type, message: { content }, timestamp: "2026-01-01T10:00:00.000Z", ...more });

const lines = [
  said("user", "Fix the login"),
  said("user", "caveat", { isMeta: true }),
  said("assistant", [{ type: "text", text: "I look." }]),
  said("assistant", [{ type: "tool_use", id: "t1", name: "Bash", input: { command: "ls" } }]),
  said("assistant", [{ type: "text", text: "of a subagent" }], { isSidechain: true }),
  said("user", [{ type: "tool_result", tool_use_id: "t1", content: [{ type: "text", text: "a.txt" }] }]),
  said("assistant", [{ type: "tool_use", id: "q1", name: "AskUserQuestion", input: {} }]),
  said("user", [{ type: "tool_result", tool_use_id: "q1", content: "Answered: A file" }]),
  "null",
  '{"type":"assistant","mess',
];

function openElsewhere() {
  const home = mkdtempSync(join(tmpdir(), "yourcall-elsewhere-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const folder = join(home, ".claude/projects/-shop");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${id}.jsonl`), lines.join("\n"));
  writeFileSync(join(home, "secret.jsonl"), lines.join("\n"));
  return { home, elsewhere: createSessionsElsewhere({ HOME: home }) };
}

function askOf(session: string, more: Partial<WireAsk> = {}): WireAsk {
  return {
    ...{ id: "a1", status: "pending", kind: "question", createdAt: "2026-01-01T10:00:00.000Z" },
    ...{ questions: [{ question: "Which store?", header: "Store", options: [] }] },
    ...{ agent: { name: "claude", session, title: "Fix the login", cwd: "/shop" } },
    ...{ metadata: { source: "claude-code", hook: "PreToolUse" } },
    ...more,
  } as WireAsk;
}

test("a transcript of Claude Code becomes a conversation, without subagents, remarks and a line that is being written", () => {
  expect(toEntries(lines.join("\n"))).toMatchObject([
    { seq: 1, type: "message", text: "Fix the login" },
    { seq: 2, type: "text", text: "I look." },
    { seq: 3, type: "tool", name: "Bash", input: { command: "ls" }, result: { text: "a.txt", isError: false } },
    { seq: 4, type: "tool", name: "AskUserQuestion" },
    { seq: 5, type: "note", text: "Answered: A file" },
  ]);
});

test("a session that asks through a hook is listed while it waits and after, with its conversation", () => {
  const { elsewhere } = openElsewhere();
  expect(elsewhere.note(askOf(id))).toBe(true);
  const waiting = { isElsewhere: true, state: "waiting", asks: ["a1"], question: "Which store?", project: "/shop" };
  expect(elsewhere.views()).toMatchObject([{ id, title: "Fix the login", ...waiting }]);
  expect(elsewhere.page(id)).toMatchObject({
    entries: [{ seq: 1 }, { seq: 2 }, { seq: 3 }, { seq: 4 }, { seq: 5 }],
    more: false,
  });
  expect(elsewhere.page(id, { limit: 1, before: 3 })).toMatchObject({ entries: [{ seq: 2 }], more: true });
  expect(elsewhere.changedAt(id)).toBeGreaterThan(0);
  elsewhere.note(askOf(id, { status: "answered" }));
  expect(elsewhere.views()).toMatchObject([{ state: "idle", asks: [] }]);
});

test("an ask without the mark of a hook, or with a token of its own, is no such session, and an id is never a path", () => {
  const { elsewhere } = openElsewhere();
  expect(elsewhere.note(askOf(id, { metadata: {} }))).toBe(false);
  expect(elsewhere.note(askOf(id, { token: "other" } as Partial<WireAsk>))).toBe(false);
  expect(elsewhere.views()).toEqual([]);
  for (const session of ["../../secret", "*", "../*"]) {
    elsewhere.note(askOf(session));
    expect(elsewhere.page(session).entries).toEqual([]);
    expect(elsewhere.changedAt(session)).toBe(0);
  }
});
