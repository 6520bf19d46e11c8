import { describe, expect, it } from "vitest";
import { longestLine, readLines } from "./read-lines.ts";

async function linesOf(...chunks: (string | Buffer)[]): Promise<(string | null)[]> {
  const lines: (string | null)[] = [];
  for await (const line of readLines(
    (async function* () {
      yield* chunks;
    })(),
  ))
    lines.push(line);
  return lines;
}

describe("readLines", () => {
  it("puts lines together from chunks, also inside a character", async () => {
    const bytes = Buffer.from("a\n数b\r\n\nc\n");
    expect(await linesOf(bytes.subarray(0, 3), bytes.subarray(3))).toEqual(["a", "数b\r", "c"]);
  });

  it("leaves out what has no end: half a line is nobody's word", async () => {
    expect(await linesOf('{"type":"interrupt"}')).toEqual([]);
  });

  it("reports a line that is too long once, and goes on with the next", async () => {
    const long = "x".repeat(longestLine / 2);
    expect(await linesOf(long, long, long, long, "\nnext\n")).toEqual([null, "next"]);
    expect(await linesOf(`${long}${long}${long}\nnext\n`)).toEqual([null, "next"]);
  });
});
