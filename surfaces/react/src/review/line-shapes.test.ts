import { describe, expect, test } from "vitest";
import { toPieces, toShapes } from "./line-shapes.ts";

function drawn(lines: string[], kind: "plan" | "diff" = "plan"): string[] {
  const shapes = toShapes({ kind, lines });
  return lines.map((line, index) => {
    const shape = shapes[index];
    if (shape === undefined) return "";
    const text = toPieces(line, shape).map(({ text, tag }) => (tag === "span" ? text : `<${tag}>${text}`));
    return [shape.kind, shape.level || "", shape.bullet, text.join("|")].filter((part) => part !== "").join(" ");
  });
}

describe("lines of a plan", () => {
  test("are headings, items and text, each with its code and emphasis", () => {
    expect(drawn(["# Move", "### Why", "- `a.ts` and **b**", "  2. deep", "snake_case_name *.ts", ""])).toEqual([
      "heading 1 Move",
      "heading 3 Why",
      "item – <code>a.ts| and |<strong>b",
      "item 1 2. deep",
      "text snake_case_name *.ts",
      "blank",
    ]);
  });

  test("in a block of code stay as they are", () => {
    expect(drawn(["```sh", "# no heading", "- no item", "```", "- item"])).toEqual([
      "code ```sh",
      "code # no heading",
      "code - no item",
      "code ```",
      "item – item",
    ]);
  });

  test("have pieces whose column is that of the line, however long it is", () => {
    for (const line of ["- a `b` c **d** e", "1. x", `- ${"long ".repeat(2000)}`]) {
      const [shape] = toShapes({ kind: "plan", lines: [line] });
      if (shape === undefined) throw new Error("no shape");
      for (const { text, at } of toPieces(line, shape)) expect(line.slice(at, at + text.length)).toBe(text);
    }
  });
});

test("lines of a change have their sign, and none can pass for the name of a file", () => {
  expect(drawn(["File src/a.ts", "+ File src/b.ts", "- old", "  same"], "diff")).toEqual([
    "file File src/a.ts",
    "add + File src/b.ts",
    "del − old",
    "same   same",
  ]);
});
