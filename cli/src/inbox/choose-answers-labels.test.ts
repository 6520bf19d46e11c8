import { toApprovalAsk } from "@yourcall/core";
import { expect, test } from "vitest";
import { matchLabel, toChoices } from "./choose-answers.ts";

function question(...labels: string[]) {
  return {
    question: "Which?",
    header: "H",
    kind: "choice" as const,
    options: labels.map((label) => ({ label })),
    multiSelect: false,
  };
}

const database = question("PostgreSQL (Recommended)", "SQLite");

test.each(["PostgreSQL (Recommended)", "PostgreSQL", "postgresql", " PostgreSQL ", "postgresql (recommended)"])(
  "%j is the recommended option",
  (given) => expect(matchLabel(database, { kind: "question" }, given)).toEqual(["PostgreSQL (Recommended)"]),
);

test.each(["", " ", "Postgre", "Postgres", "SQLite (Recommended)", "Other"])("%j matches no label", (given) => {
  expect(matchLabel(database, { kind: "question" }, given)).toEqual([]);
});

test("an exact label wins even if others differ from it only in case", () => {
  expect(matchLabel(question("yes", "Yes"), { kind: "question" }, "Yes")).toEqual(["Yes"]);
  expect(matchLabel(question("yes", "Yes"), { kind: "question" }, "YES")).toEqual(["yes", "Yes"]);
});

test("labels that look alike can be given by their names on screens", () => {
  const alike = question("Blue", "Blue\u200b");
  expect(matchLabel(alike, { kind: "question" }, "Blue [2]")).toEqual(["Blue\u200b"]);
});

test("approvals are given by their fixed answers", () => {
  const approval = toApprovalAsk({ tool: "Bash", input: {} }).questions[0] ?? database;
  expect(matchLabel(approval, { kind: "approval" }, "allow-once")).toEqual(["allow-once"]);
  expect(matchLabel(approval, { kind: "approval" }, "Always allow")).toEqual(["allow-always"]);
  expect(matchLabel(approval, { kind: "approval" }, "allow")).toEqual([]);
  expect(toChoices(approval, { kind: "approval" })).toBe('"allow-once", "allow-always", "deny"');
});
