import { expect, test } from "vitest";
import { splitFences, toQuestionLine } from "./question-line.ts";

test("the code of a fenced block stays, without its fences and the name of its language", () => {
  expect(toQuestionLine("Run this?\n```sh\nrm -rf legacy/\n```\nIt is old.")).toBe(
    "Run this? rm -rf legacy/ It is old.",
  );
  expect(toQuestionLine("Run?\n~~~bash\nls\n```\n~~~")).toBe("Run? ls ```");
  expect(toQuestionLine("Run?\n````\n```sh\nls\n````")).toBe("Run? ```sh ls");
});

test("other text is as it was, on one line", () => {
  expect(toQuestionLine("Use `a`,\nor ``b``?")).toBe("Use `a`, or ``b``?");
  expect(toQuestionLine("Never closed?\n```sh\nls")).toBe("Never closed? ls");
});

test("a text is divided into its words and its code", () => {
  expect(splitFences("Run this?\n```sh\nrm -rf legacy/\n  ls\n```\nIt is old.")).toEqual([
    { isCode: false, text: "Run this?" },
    { isCode: true, text: "rm -rf legacy/\n  ls" },
    { isCode: false, text: "It is old." },
  ]);
  expect(splitFences("Plain.")).toEqual([{ isCode: false, text: "Plain." }]);
});

test("of a table the cells stay", () => {
  expect(toQuestionLine("Which?\n\n| Store | Read |\n| --- | :-: |\n| 1 | 2 |\nTell me.")).toBe(
    "Which? Store, Read 1, 2 Tell me.",
  );
  expect(toQuestionLine("Run `a | b`?")).toBe("Run `a | b`?");
});
