import { cellWidth, lineText, unicodeGlyphs } from "@yourcall/terminal/internal";
import { describe, expect, it } from "vitest";
import { toToolLine } from "./transcript.ts";

const at = (width: number) => ({ width, glyphs: unicodeGlyphs });
const text = (...args: Parameters<typeof toToolLine>) => lineText(toToolLine(...args));

describe("toToolLine", () => {
  it("says what runs, on what, and the result", () => {
    const call = { name: "Read", input: { limit: 5, path: "src/app.ts" } };
    expect(text(call, undefined, at(60))).toBe("· Read src/app.ts");
    expect(text(call, { text: "1\n2\n3\n", isError: false }, at(60))).toBe("✔ Read src/app.ts  3 lines");
    expect(text(call, { text: "No such file.\nLook again.", isError: true }, at(60))).toBe(
      "✖ Read src/app.ts  No such file.",
    );
  });

  it("is always one line, with room for the result", () => {
    const call = {
      name: "Run",
      input: { command: "echo 1 &&\n echo \u001b[31m2 && 数据库 and more and more and more" },
    };
    const line = text(call, { text: "exit code 1", isError: true }, at(40));
    expect(line).toMatch(/^✖ Run echo 1 && echo 2 .*… {2}exit code 1$/);
    expect(cellWidth(line)).toBeLessThanOrEqual(40);
  });
});
