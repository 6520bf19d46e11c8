import type { Session } from "@yourcall/client";
import { expect, test } from "vitest";
import { findNeighbour } from "./session-words.ts";

const at = (cwd: string, more: Partial<Session> = {}) => ({ cwd, state: "working", ...more }) as Session;
const found = (directory: string, session: Session) => findNeighbour(directory, [session]) !== undefined;

test("a session at work in the same directory, above it or below it is a neighbour", () => {
  expect(found("/shop/", at("/shop"))).toBe(true);
  expect(found("/shop", at("/shop/app", { state: "waiting" }))).toBe(true);
  expect(found("/shop/app", at("/shop"))).toBe(true);
  expect(found("/", at("/shop"))).toBe(true);
});

test("one elsewhere, one that does nothing, and one with a worktree of its own are none", () => {
  expect(found("/shop", at("/shop2"))).toBe(false);
  expect(found("/shop", at("/shop", { state: "idle" }))).toBe(false);
  expect(found("/shop", at("/shop", { worktree: { branch: "b", root: "/shop" } }))).toBe(false);
});
