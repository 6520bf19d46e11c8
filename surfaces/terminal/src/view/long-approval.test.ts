import { toApprovalAsk } from "@yourcall/core";
import { describe, expect, test } from "vitest";
import { driveAsk } from "../drive-ask.ts";
import { unicodeGlyphs } from "../screen/glyphs.ts";
import { lineText } from "../text/styled-line.ts";
import { approvalPreview, toChangeSize } from "./view-approval.ts";

const fill = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
const edits = Array.from({ length: 10_000 }, (_, at) => ({ old_string: `old ${at}`, new_string: `new ${at}` }));
const long: [name: string, tool: string, input: object][] = [
  ["a command of 390,000 lines", "Bash", { command: fill("a\n", 780_000) }],
  ["a command of one line", "Bash", { command: fill("echo ", 780_000) }],
  ["a command without spaces", "Bash", { command: fill("x", 780_000) }],
  ["a command of characters that have to be measured", "Bash", { command: fill("日本 e\u0301", 780_000) }],
  ["a command of invisible characters", "Bash", { command: fill("\u202e", 780_000) }],
  ["a plan of 390,000 lines", "ExitPlanMode", { plan: fill("a\n", 780_000) }],
  ["a file of 390,000 lines", "Write", { file_path: "a.txt", content: fill("a\n", 780_000) }],
  ["a file of blank lines", "Write", { file_path: "a.txt", content: `${fill("\n", 390_000)}b` }],
  [
    "a change of 390,000 lines",
    "Edit",
    { file_path: "a", old_string: fill("a\n", 390_000), new_string: fill("b\n", 390_000) },
  ],
  ["10,000 edits", "MultiEdit", { file_path: "a.txt", edits }],
  [
    "an input of 40,000 fields",
    "Odd",
    Object.fromEntries(Array.from({ length: 40_000 }, (_, at) => [`field${at}`, at])),
  ],
];

describe("an approval that is too long for the terminal", () => {
  test.each(long)("is cut, says so, and cannot be allowed: %s", (_, tool, input) => {
    const ask = toApprovalAsk({ tool, input });
    const driven = driveAsk({ ask, onChange: () => {}, onEnd: () => {} });
    const size = { width: 80, height: 24, glyphs: unicodeGlyphs };
    let frame = driven.frame(size);
    for (let presses = 0; (frame.scrolling?.max ?? 0) > driven.state().scroll && presses < 5; presses += 1) {
      driven.apply({ type: "scroll", to: frame.scrolling?.max ?? 0 });
      frame = driven.frame(size);
    }
    // Whatever the last rows show, they say what is missing.
    const { approval } = ask;
    const rows = approval === undefined ? [] : approvalPreview(approval).toRows(76);
    expect(rows.map(lineText).join(" ")).toMatch(
      /Not shown: .*(lines?|characters of the last line)\. It is too long for the terminal/,
    );
    expect(rows.length).toBeLessThan(40_000);
    expect(driven.state().seen).toBe(false);
    driven.stop();
  });

  test.each(long)("takes the screen a moment only: %s", (_, tool, input) => {
    // Processor time, of the fastest of three: 25 to 100 ms on a quiet machine. The limit leaves room for a busy one, where the same
    // work costs several times that; what grows with the square of the text takes far longer.
    const measure = () => {
      const ask = toApprovalAsk({ tool, input: { ...input } });
      const start = process.cpuUsage();
      const driven = driveAsk({ ask, onChange: () => {}, onEnd: () => {} });
      if (ask.approval !== undefined) toChangeSize(ask.approval);
      driven.frame({ width: 80, height: 24, glyphs: unicodeGlyphs });
      driven.stop();
      return process.cpuUsage(start).user / 1000;
    };
    const isFast = () => measure() < 400;
    expect(isFast() || isFast() || isFast()).toBe(true);
  });

  test("of ordinary length is shown whole", () => {
    const code = fill('\tfor (const each of everything) { print(each, "日本"); }\n', 60_000);
    for (const input of [{ command: code }, { file_path: "a.go", content: fill("\tx := 1 // é\n", 200_000) }]) {
      const preview = approvalPreview({ tool: "T", input });
      expect(preview.isCut).toBe(false);
      expect(preview.toRows(76).map(lineText).join("\n")).not.toContain("Not shown");
    }
  });
});
