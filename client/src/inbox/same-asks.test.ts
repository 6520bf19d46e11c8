import { expect, test } from "vitest";
import { draftOf, wireAsk, withdrawn } from "../../../core/src/testing/wire-ask.ts";
import { groupSame, toAskersText, toOneForAll } from "./same-asks.ts";

const questions = wireAsk("x").questions;
const same = (id: string, name = "claude", cwd = "/shop") =>
  wireAsk(id, { questions, agent: { name, session: id, cwd } });
const shape = (...given: Parameters<typeof groupSame>) =>
  groupSame(...given).map(({ id, lead, asks, pending }) => [id, lead.id, asks.length, pending.length]);

test("asks that are the same are one row, in the place of the oldest", () => {
  const asks = [same("a"), wireAsk("other"), same("b"), same("c", "codex"), same("d", "claude", "/elsewhere")];
  expect(shape(asks)).toEqual([
    ["a", "a", 3, 3],
    ["other", "other", 1, 1],
    ["d", "d", 1, 1],
  ]);
  expect(toAskersText(groupSame(asks)[0]?.asks ?? [])).toBe("2 × claude, 1 × codex");
});

test("one that has ended stays in its row, which then shows the next pending one", () => {
  expect(shape([withdrawn(same("a")), same("b"), same("c")])).toEqual([["a", "b", 3, 2]]);
  expect(shape([withdrawn(same("a")), withdrawn(same("b"))])).toEqual([["a", "a", 2, 0]]);
});

test("asks that the person wants one by one have rows of their own", () => {
  expect(shape([same("a"), same("b"), same("c")], new Set(["a", "b"]))).toEqual([
    ["a", "a", 1, 1],
    ["b", "b", 1, 1],
    ["c", "c", 1, 1],
  ]);
});

test("one that is shown for all has no draft and no deadline: those are its own", () => {
  const at = "2026-11-15T12:00:00.000Z";
  const shown = toOneForAll(wireAsk("a", { draft: { draft: draftOf("b"), revision: 1, at }, expiresAt: at }));
  expect(shown).not.toHaveProperty("draft");
  expect(shown).not.toHaveProperty("expiresAt");
  expect(shown).toMatchObject({ id: "a", questions: wireAsk("a").questions });
});
