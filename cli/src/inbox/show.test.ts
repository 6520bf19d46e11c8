import type { WireAsk } from "@yourcall/client";
import { expect, test } from "vitest";
import { toShownLines } from "./show.ts";

const at = (text: string) => new Date(`2026-01-01T${text}:00`).toISOString();

const ask: WireAsk = {
  id: "ask_1",
  kind: "question",
  status: "answered",
  agent: { name: "claude", session: "s1", title: "fix login", cwd: "/srv/shop" },
  questions: [
    {
      question: "Which database?\u001b[2J",
      header: "Database",
      kind: "choice",
      options: [{ label: "SQLite (Recommended)", description: "one file\nno server" }, { label: "PostgreSQL" }],
      multiSelect: false,
    },
  ],
  createdAt: at("12:00"),
  waiting: { count: 0, lastSeenAt: at("12:05") },
  outcome: {
    status: "answered",
    answers: [{ question: "Which database?", header: "Database", selectedOptions: ["PostgreSQL"], notes: "in Docker" }],
    comment: "be quick",
    by: { surface: "web", user: "ana", act: "click" },
    at: at("12:05"),
  },
  delivery: { state: "taken", at: at("12:06") },
  notices: [
    { event: "ask-created", target: "webhook 1", state: "failed", attempts: 3, at: at("12:01"), reason: "no route" },
  ],
  url: "http://127.0.0.1:2255/a/1",
};

test("an ended ask shows question, options, answer, who, where, how, when, delivery and notices", () => {
  expect(toShownLines(ask, Date.parse(at("13:00"))).join("\n")).toMatchInlineSnapshot(`
    "ask_1  answered

    Database: Which database?
      1  SQLite (recommended)
         one file
         no server
      2  PostgreSQL
      Answer: PostgreSQL
      Note: in Docker

    Asked by  claude · fix login · /srv/shop
    Session   s1
    Asked     2026-01-01 12:00
    Ended     Answered in web by ana (click), 2026-01-01 12:05, after 5 min.
    Comment   be quick
    Delivery  taken 2026-01-01 12:06
    Notice    webhook 1: failed 2026-01-01 12:01 (no route)"
  `);
});

test("an approval shows what is hidden in its call, and what the call was changed to", () => {
  const lines = toShownLines(
    {
      ...ask,
      kind: "approval",
      approval: { tool: "Bash", input: { command: "rm \u202e-r /tmp" }, editable: "command" },
      outcome: {
        status: "answered",
        answers: [{ question: "", header: "Bash", selectedOptions: ["allow-once"], edited: "rm ./tmp\n\tls" }],
        by: { surface: "web", act: "click" },
        at: at("12:05"),
      },
    },
    Date.parse(at("13:00")),
  );
  expect(lines).toContain("    command: rm <U+202E>-r /tmp");
  expect(lines.join("\n")).toContain("\n  Changed to: rm ./tmp\n  ⇥ls\n");
});

test("a pending ask shows its deadline, who should answer, whether an agent waits, and its link", () => {
  const { outcome, delivery, notices, ...pending } = ask;
  const lines = toShownLines(
    {
      ...pending,
      status: "pending",
      to: ["bo"],
      expiresAt: at("13:05"),
      waiting: { count: 1, lastSeenAt: at("12:59") },
    },
    Date.parse(at("13:00")),
  );
  expect(lines.slice(-6)).toMatchInlineSnapshot(`
    [
      "Session   s1",
      "Asked     2026-01-01 12:00",
      "For       bo",
      "Deadline  2026-01-01 13:05 (5 min left)",
      "Agent     waits for the answer",
      "Link      http://127.0.0.1:2255/a/1",
    ]
  `);
});
