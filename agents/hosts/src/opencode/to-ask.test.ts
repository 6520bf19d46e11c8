import { approvalSubject } from "@yourcall/core";
import { expect, test } from "vitest";
import { toPermissionAsk } from "./to-ask.ts";

const filepath = "/project/a.txt";

function subjectOf(metadata: object) {
  const { approval } = toPermissionAsk("OpenCode", {
    permission: "edit",
    patterns: ["a.txt"],
    metadata,
    always: ["*"],
  });
  if (approval === undefined) throw new Error("No approval.");
  return approvalSubject(approval, "/project");
}

test("a patch is shown as the edits in it", () => {
  const diff = `Index: ${filepath}\n====\n--- ${filepath}\n+++ ${filepath}\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n@@ -9,1 +9,2 @@\n nine\n+ten\n`;
  expect(subjectOf({ filepath, diff })).toMatchObject({
    subject: "a.txt",
    part: {
      kind: "diff",
      edits: [
        { path: filepath, before: "one\ntwo\n", after: "one\n2\n" },
        { path: filepath, before: "nine\n", after: "nine\nten\n" },
      ],
    },
  });
});

test("a patch that cannot be read is shown whole", () => {
  const diff = "@@ strange @@\n*** not a patch\n";
  expect(subjectOf({ filepath, diff }).part).toMatchObject({
    kind: "input",
    text: expect.stringContaining("not a patch"),
  });
});
