import { expect, test } from "vitest";
import { wireSession as session } from "../../../../core/src/testing/wire-session.ts";
import { keepPlaces, nextThatNeeds, type SessionGroup, stepFrom, toGroups } from "./session-groups.ts";

const waiting = (id: string, minute: number) =>
  session(id, minute, { state: "waiting", waitingSince: `2030-01-01T00:0${minute}:00Z` });
const show = (groups: readonly SessionGroup[]) =>
  groups.map(({ name, sessions }) => `${name}: ${sessions.map(({ id }) => id).join(" ")}`.trim());

const all = [
  ...[session("done", 1), session("failed", 2, { state: "failed" }), session("busy", 3, { state: "working" })],
  ...[waiting("late", 5), waiting("early", 4), session("old", 1, { archivedAt: "2030-01-01T00:06:00Z" })],
];

test("the list has those that need the person first, the longest wait on top", () => {
  expect(show(toGroups(all))).toEqual(["Needs you: early late", "Working: busy", "Done: failed done", "Archived: old"]);
});

test("an archived session that asks needs the person again", () => {
  expect(show(toGroups([{ ...waiting("a", 1), archivedAt: "2030-01-01T00:06:00Z" }]))[0]).toBe("Needs you: a");
});

test("while somebody points at the list, every row stays in its place and new ones come last", () => {
  const before = toGroups(all);
  const now = [
    ...all.filter(({ id }) => id !== "early" && id !== "failed"),
    ...[session("early", 4), waiting("new", 9)],
  ].map((each) => (each.id === "busy" ? { ...each, state: "waiting" as const } : each));
  expect(show(keepPlaces(before, now))).toEqual([
    ...["Needs you: early late new", "Working: busy", "Done: done", "Archived: old"],
  ]);
});

test("keys step through the list as it is shown, and to the next that needs the person", () => {
  const groups = toGroups(all);
  expect(stepFrom(groups, "late", 1)?.id).toBe("busy");
  expect(stepFrom(groups, "early", -1)).toBeUndefined();
  expect(stepFrom(groups, undefined, 1)?.id).toBe("early");
  expect(nextThatNeeds(groups, "early")?.id).toBe("late");
  expect(nextThatNeeds(groups, "late")?.id).toBe("early");
  expect(nextThatNeeds(groups, "busy")?.id).toBe("early");
  expect(nextThatNeeds(toGroups([waiting("only", 1)]), "only")).toBeUndefined();
});
