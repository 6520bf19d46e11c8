import { answer, startAnswering, toApprovalAsk } from "@yourcall/core";
import { expect, test } from "vitest";
import { showPlans } from "../markdown/streaming-markdown.ts";
import { unicodeGlyphs } from "../screen/glyphs.ts";
import { lineText } from "../text/styled-line.ts";
import { approvalPreview, toChangeSize } from "./view-approval.ts";
import { viewFrame } from "./view-frame.ts";

function show(tool: string, input: unknown, width = 60): string[] {
  const { title, toRows } = approvalPreview({ tool, input });
  return [title, ...toRows(width).map((line) => lineText(line).trimEnd())];
}

test("a command is shown whole, with its number of lines, blank runs counted and other fields after it", () => {
  const command = `echo ok${"\n".repeat(39)}rm -rf ~ \u001b]0;hidden\n`;
  expect(show("Bash", { command, run_in_background: true })).toEqual([
    "command, 40 lines",
    "echo ok",
    "(38 blank lines)",
    "rm -rf ~ ␛]0;hidden",
    "",
    "run_in_background: true",
  ]);
  expect(show("Bash", { command: "npm publish --access public" }, 12)).toEqual([
    "command, 1 line",
    "npm publish",
    "--access",
    "public",
  ]);
});

test("a change is shown as a diff with its counts; unchanged and blank runs are counted", () => {
  const lines = Array.from({ length: 12 }, (_, line) => `line ${line}`);
  const before = lines.join("\n");
  const after = lines.map((line, at) => (at === 6 ? `new${"\n".repeat(6)}end` : line)).join("\n");
  expect(show("Edit", { file_path: "src/a.ts", old_string: before, new_string: after, replace_all: true })).toEqual([
    "src/a.ts  +7 -1",
    "(3 unchanged lines)",
    "  line 3",
    "  line 4",
    "  line 5",
    "- line 6",
    "+ new",
    "+ (5 blank lines)",
    "+ end",
    "  line 7",
    "  line 8",
    "  line 9",
    "(2 unchanged lines)",
    "",
    "replace_all: true",
  ]);
  expect(show("Write", { file_path: "a.ts", content: "one\ntwo\n" })).toEqual([
    "a.ts  +2 -0",
    "the whole file:",
    "+ one",
    "+ two",
  ]);
  const content = [
    { type: "diff", path: "a.ts", oldText: "x", newText: "y" },
    { type: "diff", path: "b.ts", oldText: "", newText: "z" },
  ];
  expect(show("Change", { content })).toEqual(["a.ts and 1 more  +2 -1", "a.ts", "- x", "+ y", "b.ts", "+ z"]);
});

test("a plan, and input of no known kind, are shown as they are written", () => {
  expect(show("ExitPlanMode", { plan: "# Plan\n\n1. **Redis**\n" })).toEqual(["plan", "# Plan", "", "1. **Redis**"]);
  expect(show("mcp__a__b", { x: [1] })).toEqual(["a: b", "x: [", "  1", "]"]);
});

test("a plan is shown as markdown if the host supports it, and none of it is hidden", () => {
  showPlans(unicodeGlyphs);
  const plan = [
    "# Sessions\u001b[8m",
    "",
    "Move them to **Redis**, *not* `memory`.",
    "",
    "1. Add the `store`",
    "   - with a test",
    `2. Deploy${"\n".repeat(40)}`,
    "```sh",
    "npm  publish",
    "```",
    "<!-- quietly -->",
    "",
    "[rest]: https://a.example",
  ].join("\n");
  expect(show("ExitPlanMode", { plan })).toEqual([
    "plan",
    "Sessions␛[8m",
    "",
    "Move them to Redis, not memory.",
    "",
    "1. Add the store",
    "   • with a test",
    "2. Deploy",
    "",
    "(40 blank lines)",
    "",
    "  npm  publish",
    "",
    "<!-- quietly -->",
    "",
    "[rest]: https://a.example",
  ]);
  const { toRows } = approvalPreview({ tool: "ExitPlanMode", input: { plan } });
  const styles = toRows(60).flatMap((line) => line.map(({ text, style }) => `${style}: ${text}`));
  expect(styles).toEqual(expect.arrayContaining(["strong: Redis", "emphasis: not", "primary: memory"]));
});

test("the size of a change, which a list shows in every frame, is computed once", () => {
  let reads = 0;
  const input = {
    file_path: "a",
    old_string: "1",
    get new_string() {
      reads += 1;
      return "1\n2";
    },
  };
  const approval = { tool: "Edit", input };
  expect(toChangeSize(approval)).toBe("+1 -0");
  const first = reads;
  expect(toChangeSize(approval)).toBe("+1 -0");
  expect([first > 0, reads]).toEqual([true, first]);
});

test("a text that is being changed has the whole screen, and counts as read only where it is shown to be read", () => {
  const content = Array.from({ length: 40 }, (_, at) => `line ${at + 1} of a file`).join("\n");
  const ask = toApprovalAsk({ tool: "Write", input: { file_path: "a.txt", content }, editable: "content" });
  const open = answer(startAnswering(ask), { type: "open", field: "edited" });
  for (const width of [100, 60]) {
    const frame = viewFrame(open, { width, height: 30, glyphs: unicodeGlyphs });
    const lines = frame.lines.map(lineText);
    expect(lines.filter((line) => /line \d+ of a file/.test(line)).length).toBeGreaterThan(15);
    expect(lines.join("\n")).toContain("line 40 of");
    expect(frame.reading).toBeNull();
  }
});

test("text that does not fit gets the room of blank lines; text that fits leaves them", () => {
  function frameOf(length: number): string[] {
    const content = Array.from({ length }, (_, at) => `line ${at + 1} of a file`).join("\n");
    const ask = toApprovalAsk({ tool: "Write", input: { file_path: "a.txt", content } });
    const { lines } = viewFrame(startAnswering(ask), { width: 80, height: 24, glyphs: unicodeGlyphs });
    return lines.map((line) => lineText(line).trimEnd());
  }
  const blankRows = (lines: string[]) => lines.filter((line) => line === "│").length;
  expect(blankRows(frameOf(2))).toBeGreaterThan(3);
  const long = frameOf(200);
  expect(blankRows(long)).toBe(0);
  expect(long.filter((line) => /line \d+ of a file/.test(line)).length).toBe(11);
});
