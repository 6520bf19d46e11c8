import type { SessionChanges } from "@yourcall/client";
import { expect, test } from "vitest";
import { toDiscardWords, toMergeWords } from "./change-words.ts";

const changes: SessionChanges = {
  ...{ branch: "yourcall/store", path: "/w/store", isGone: false, revision: "r", files: [], added: 3, removed: 1 },
  ...{ commits: 2, uncommitted: 1, ownCommits: 2, mergesInto: { root: "/shop", branch: "main" } },
};

test("a merge says what goes where, and that uncommitted files are committed first", () => {
  expect(toMergeWords(changes)[0]).toBe(
    "yourcall/store goes into main in /shop: 2 commits and 1 uncommitted file, committed first; +3 −1 in 0 files.",
  );
});

test("a discard says what is lost for good, and that nothing is if other branches have it", () => {
  expect(toDiscardWords(changes)[0]).toBe(
    "This is lost for good: 2 commits that are on no other branch, and the uncommitted changes of 1 file.",
  );
  expect(toDiscardWords({ ...changes, ownCommits: 1, uncommitted: 0 })[0]).toBe(
    "This is lost for good: 1 commit that is on no other branch.",
  );
  const safe = { ...changes, ownCommits: 0, uncommitted: 0 };
  expect(toDiscardWords(safe)[0]).toBe("No work is lost. All its commits are on other branches.");
  expect(toDiscardWords({ ...safe, commits: 0 })[0]).toBe("No work is lost. It has no commits of its own.");
});
