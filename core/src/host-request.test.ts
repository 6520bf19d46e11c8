import { expect, test } from "vitest";
import { toHostRequest } from "./host-request.ts";
import { askRequestSchema } from "./schemas.ts";

const question = { question: "Which?", header: "", kind: "text" as const, options: [], multiSelect: false as const };

test("a host's ask is one that the hub accepts, however long its names and texts are", () => {
  const long = "x".repeat(30_000);
  const agent = {
    name: long,
    session: long,
    title: long,
    cwd: `/${long}`,
    branch: long,
    worktree: long,
    subagent: long,
  };
  const request = toHostRequest(
    { questions: [question], context: "The end.", metadata: { kept: 1 } },
    { key: long, agent: { ...agent, pane: "%1" }, said: long, metadata: { source: "codex" } },
  );
  expect(askRequestSchema().parse(request)).toMatchObject({
    agent: { pane: "%1" },
    metadata: { kept: 1, source: "codex" },
  });
  expect(request.agent?.cwd).toBeUndefined();
  expect(request.context).toMatch(/x\n\nThe end\.$/);
});

test("what fits stays as it is, and nothing is added", () => {
  const agent = { name: "claude", session: "s", cwd: "/shop" };
  expect(toHostRequest({ questions: [question] }, { key: "k", agent, metadata: {} })).toEqual({
    ...{ questions: [question], key: "k", agent, metadata: {} },
  });
});
