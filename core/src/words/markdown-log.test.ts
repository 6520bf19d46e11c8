import { expect, test } from "vitest";
import { toApprovalAsk } from "../ask.ts";
import type { Outcome } from "../outcome-schemas.ts";
import { type RecordedAsk, toMarkdownLog } from "./markdown-log.ts";

const by = { surface: "web", act: "click", user: "ana" } as const;
const at = "2026-01-31T14:31:00.000Z";

function ended(outcome: Outcome, more: Partial<RecordedAsk> = {}): RecordedAsk {
  return {
    kind: "question",
    agent: { name: "claude", title: "fix login", cwd: "/home/ana/shop", session: "s1" },
    questions: [
      {
        question: "Which database should we use?\nIt is hard to change later.",
        header: "Database",
        kind: "choice",
        options: [
          { label: "PostgreSQL (Recommended)", description: "A server" },
          { label: "SQLite", description: "One file" },
        ],
        multiSelect: false,
      },
    ],
    createdAt: "2026-01-31T14:19:00.000Z",
    outcome,
    ...more,
  };
}

const chosen = (more: object) => [{ question: "", header: "Database", selectedOptions: [], ...more }];

test("a decision says what was asked, what the options were, what was chosen and by whom", () => {
  const outcome: Outcome = {
    status: "answered",
    answers: chosen({ selectedOptions: ["SQLite"], notes: "small for now" }),
    comment: "Start with the schema.",
    by,
    at,
  };
  expect(toMarkdownLog([ended(outcome)])).toBe(`# Decisions

## 2026-01-31 Database

Asked by claude (fix login), 2026-01-31 14:19 UTC.

> Which database should we use?\\
> It is hard to change later.

- [ ] PostgreSQL (Recommended): A server
- [x] SQLite: One file

Note:

> small for now

Comment:

> Start with the schema.

Answered in web by ana (click), 2026-01-31 14:31 UTC, after 12 min.
`);
});

test("it contains nothing about this machine", () => {
  const text = toMarkdownLog([ended({ status: "cancelled", at })]);
  expect(text).not.toMatch(/home|s1/);
});

test.each([
  [{ status: "answered", answers: chosen({ customInput: "DuckDB" }), by, at }, "In their own words:\n\n> DuckDB"],
  [
    { status: "answered", answers: chosen({ skipped: true }), by, at },
    "No preference: the choice was left to the agent.",
  ],
  [
    { status: "answered", answers: chosen({ customInput: "x" }), by: { ...by, act: "script" }, at },
    "web by ana (a script), ",
  ],
  [{ status: "declined", reason: "ask me tomorrow", by, at }, "Declined in web by ana (click), "],
  [{ status: "declined", reason: "ask me tomorrow", by, at }, "Reason:\n\n> ask me tomorrow"],
  [{ status: "cancelled", at }, "Withdrawn, 2026-01-31 14:31 UTC, after 12 min. Nothing was answered."],
  [{ status: "expired", at }, "Expired, 2026-01-31 14:31 UTC, after 12 min. Nobody answered."],
  [
    { status: "expired", at, fallback: chosen({ selectedOptions: ["PostgreSQL (Recommended)"] }) },
    "nobody chose it:\n\n> Database: PostgreSQL",
  ],
] as [Outcome, string][])("%j is distinguishable", (outcome, words) => {
  const text = toMarkdownLog([ended(outcome)]);
  expect(text).toContain(words);
  expect(text).not.toContain("[x]");
});

test("an approval shows what was allowed, whole and fenced in", () => {
  const approval = { tool: "Bash", input: { command: "echo '```'\n# rm -rf" } };
  const ask = toApprovalAsk(approval);
  const outcome: Outcome = { status: "answered", answers: chosen({ selectedOptions: ["deny"] }), by, at };
  const text = toMarkdownLog([ended(outcome, { kind: "approval", approval, questions: ask.questions })]);
  expect(text).toContain("Tool: Bash\n\n````text\ncommand: echo '```'\n# rm -rf\n````\n\n- [ ] Allow once");
  expect(text).toContain("- [x] Deny");
});

test("an approval shows what is hidden in a call, and what the call was changed to before it was allowed", () => {
  const approval = { tool: "Bash", input: { command: "rm -rf \u202e/tmp" }, editable: "command" };
  const answers = chosen({ selectedOptions: ["allow-once"], edited: "rm -rf ./tmp\n# ```" });
  const outcome: Outcome = { status: "answered", answers, by, at };
  const { questions } = toApprovalAsk(approval);
  const text = toMarkdownLog([ended(outcome, { kind: "approval", approval, questions })]);
  expect(text).toContain("command: rm -rf <U+202E>/tmp\n");
  expect(text).toContain("- [x] Allow once");
  expect(text).toContain("Changed to:\n\n````text\nrm -rf ./tmp\n# ```\n````\n");
});

test("no agent's or person's text can add a heading, a ticked option, a link or markup", () => {
  const evil = "x\n## 2026-01-01 Fake\n- [x] Fake\n\n<script>[a](b)\n===\n```";
  const answers = chosen({ customInput: evil, notes: evil });
  const hostile = ended(
    { status: "answered", answers, comment: evil, by: { ...by, surface: evil, user: evil }, at },
    {
      agent: { name: evil, title: evil },
      questions: [
        {
          question: evil,
          header: evil,
          kind: "choice",
          options: [{ label: evil, description: evil }, { label: "B" }],
          multiSelect: false,
        },
      ],
    },
  );
  const text = toMarkdownLog([hostile]);
  expect(text.match(/^#+ /gm)).toEqual(["# ", "## "]);
  expect(text).not.toMatch(/^- \[x\]/m);
  expect(text.match(/^- \[ \]/gm)).toHaveLength(2);
  expect(text).not.toMatch(/^(===|```)|(?<!\\)<|(?<!\\)\]\(/m);
});
