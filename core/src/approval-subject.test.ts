import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { approvalSubject, toShownLines, toSubjectText } from "./approval-subject.ts";
import { revealText } from "./clean-text.ts";

const of = (tool: string, input: unknown) => approvalSubject({ tool, input });
const lineOf = (tool: string, input: unknown) => toSubjectText({ tool, input });

describe("what an approval is about", () => {
  test("a list shows the command, the file or the URL", () => {
    const rows: [tool: string, input: unknown, line: string][] = [
      ["Bash", { command: "npm publish", description: "Publishes" }, "Bash  npm publish"],
      ["Bash", { command: "\n  set -e\nrm -rf dist\n" }, "Bash  set -e  3 lines"],
      ["shell", { command: ["bash", "-lc", "rm -rf 'a b'"] }, "shell  bash -lc 'rm -rf '\\''a b'\\'''"],
      ["Edit", { file_path: "src/a.ts", old_string: "a", new_string: "b" }, "Edit  src/a.ts"],
      ["MultiEdit", { file_path: "a.ts", edits: [{ old_string: "a", new_string: "b" }] }, "MultiEdit  a.ts"],
      ["Write", { file_path: "a.ts", content: "b" }, "Write  a.ts"],
      ["NotebookEdit", { notebook_path: "a.ipynb", new_source: "b" }, "NotebookEdit  a.ipynb"],
      ["Read", { file_path: "/etc/passwd", limit: 3 }, "Read  /etc/passwd"],
      ["WebFetch", { url: "https://example.com/a", prompt: "What is it?" }, "WebFetch  https://example.com/a"],
      ["WebSearch", { query: "postgres 19" }, "WebSearch  postgres 19"],
      ["Grep", { pattern: "TODO", glob: "*.ts" }, "Grep  TODO"],
      ["Skill", { skill: "deploy" }, "Skill  deploy"],
      ["ExitPlanMode", { plan: "# Move sessions\n\n1. Redis" }, "Plan  Move sessions"],
      ["mcp__github__create_issue", { repo: "a/b", title: "T" }, "github: create_issue  repo: a/b, title: T"],
      ["mcp__x__Bash", {}, "x: Bash"],
      ["Run", { command: "make", seconds: 9 }, "Run  make"],
      ["T", null, "T  null"],
      ["T", "words", "T  words"],
      ["\u001b[31m", [], "␛[31m  []"],
      [" ", undefined, "(no name)"],
    ];
    for (const [tool, input, line] of rows) expect(lineOf(tool, input)).toBe(line);
  });

  test("a file in the session's directory is named relative to it", () => {
    const of = (path: string, cwd?: string) => toSubjectText({ tool: "Read", input: { file_path: path } }, cwd);
    expect(of("/srv/shop/src/a.ts", "/srv/shop")).toBe("Read  src/a.ts");
    expect(of("/srv/shop-2/a.ts", "/srv/shop")).toBe("Read  /srv/shop-2/a.ts");
    expect(of("/srv/shop/../b.ts", "/srv/shop")).toBe("Read  /srv/shop/../b.ts");
    expect(of("/srv/shop/a.ts")).toBe("Read  /srv/shop/a.ts");
  });

  test("a command is shown whole, with its lines counted and its other fields after it", () => {
    const command = "cat <<E\n\nE\nrm -rf dist\n";
    expect(of("Bash", { command, run_in_background: true })).toEqual({
      act: "Bash",
      subject: "cat <<E",
      part: { kind: "command", text: command, lines: 4 },
      rest: "run_in_background: true",
    });
    expect(of("Bash", { command: 3 }).part).toEqual({ kind: "input", text: "command: 3" });
  });

  test("a change to a file has the text before and after it", () => {
    const edit = { path: "a.ts", before: "a", after: "b" };
    const diff = (...edits: unknown[]) => ({ kind: "diff", edits });
    expect(of("Edit", { file_path: "a.ts", old_string: "a", new_string: "b", replace_all: true })).toMatchObject({
      part: diff(edit),
      rest: "replace_all: true",
    });
    expect(of("Edit", { path: "a.ts", old: "a", new: "b" })).toMatchObject({ part: diff(edit), rest: "" });
    expect(of("Write", { file_path: "a.ts", content: "b" })).toMatchObject({ part: diff({ ...edit, before: null }) });
    const edits = [
      { old_string: "a", new_string: "b" },
      { old_string: "", new_string: "c", replace_all: true },
    ];
    expect(of("MultiEdit", { file_path: "a.ts", edits })).toMatchObject({
      part: diff(edit, { path: "a.ts", before: "", after: "c" }),
      rest: "edits[1].replace_all: true",
    });
    const content = [
      { type: "diff", path: "a.ts", oldText: null, newText: "b" },
      { type: "diff", path: "b.ts", oldText: "x", newText: "y" },
    ];
    expect(of("Write two files", { content })).toMatchObject({
      subject: "a.ts and 1 more",
      part: diff({ ...edit, before: null }, { path: "b.ts", before: "x", after: "y" }),
      rest: "",
    });
  });

  test("a change that is only partly understood is shown as plain input", () => {
    const half = [{ old_string: "a", new_string: "b" }, { delete: "everything" }];
    for (const input of [
      { file_path: "a.ts", edits: half },
      { file_path: "a.ts", edits: [null] },
      { old_string: "a", new_string: "b" },
      { file_path: "a.ts", old_string: 3, new_string: "b" },
    ]) {
      const { part } = of("Edit", input);
      expect(part).toMatchObject({ kind: "input" });
      expect(part.kind === "input" && part.text).toContain(Object.keys(input).at(-1));
    }
  });

  test("only Claude's plan is a plan", () => {
    const plan = "# P\n\n- a";
    expect(of("ExitPlanMode", { plan, planFilePath: "/p.md" })).toMatchObject({
      part: { kind: "plan", markdown: plan },
      rest: "planFilePath: /p.md",
    });
    expect(of("mcp__a__ExitPlanMode", { plan }).part.kind).toBe("input");
    expect(of("ExitPlanMode", { plan: ["a"] }).part.kind).toBe("input");
  });

  test("whatever the input, nothing throws, every text of it is shown, and names stay on one clean line", () => {
    const check = (tool: string, input: unknown) => {
      const { act, subject, part, rest } = approvalSubject({ tool, input });
      for (const text of [act, subject, toSubjectText({ tool, input })]) {
        for (const unclean of ["\n", "\r", "\u001b", "\u202e"]) expect(text).not.toContain(unclean);
        expect(text.length).toBeLessThan(4000);
      }
      const shown = `${JSON.stringify(part)}${rest}`;
      for (const value of typeof input === "object" && input !== null ? Object.values(input) : [])
        if (typeof value === "number") expect(shown).toContain(String(value));
    };
    const value = fc.oneof(fc.string(), fc.integer(), fc.jsonValue(), fc.array(fc.jsonValue()));
    const name = fc.constantFrom(
      ..."command file_path path old_string new_string old new content edits plan url query __proto__ x".split(" "),
    );
    const tool = fc.oneof(fc.constantFrom("Bash", "Edit", "ExitPlanMode", "mcp__a__b", "mcp____"), fc.string());
    fc.assert(fc.property(tool, fc.oneof(fc.dictionary(name, value), fc.jsonValue()), check));
  });
});

describe("the lines of what is to be allowed", () => {
  test("runs of blank lines are counted, so that what follows them is seen", () => {
    expect(toShownLines(`echo ok${"\n".repeat(39)}rm -rf ~\n\n\n`)).toEqual(["echo ok", { blank: 38 }, "rm -rf ~"]);
    expect(toShownLines("a\n\n\nb\n \n\t\n\nc")).toEqual(["a", "", "", "b", { blank: 3 }, "c"]);
    expect(toShownLines("")).toEqual([]);
  });

  test("what a screen would swallow is spelled out", () => {
    expect(revealText("echo \u001b]0; rm -rf ~")).toBe("echo ␛]0; rm -rf ~");
    expect(revealText("a\u202eb\u200b\u0000\u007f\u0085\r\n\u{e0041}\rc\td")).toBe(
      "a<U+202E>b<U+200B>␀␡<U+0085>\n<U+E0041>␍c  d",
    );
    expect(revealText("plain 👩‍👩‍👧 text\n")).toBe("plain 👩‍👩‍👧 text\n");
  });
});
