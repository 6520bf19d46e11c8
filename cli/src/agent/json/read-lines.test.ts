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
  it("joins lines from chunks, even if a character is split", async () => {
    const bytes = Buffer.from("a\n数b\r\n\nc\n");
    expect(await linesOf(bytes.subarray(0, 3), bytes.subarray(3))).toEqual(["a", "数b\r", "c"]);
  });

  it("ignores a line without an end", async () => {
    expect(await linesOf('{"type":"interrupt"}')).toEqual([]);
  });

  it("reports a line that is too long once, and continues with the next", async () => {
    const long = "x".repeat(longestLine / 2);
    expect(await linesOf(long, long, long, long, "\nnext\n")).toEqual([null, "next"]);
    expect(await linesOf(`${long}${long}${long}\nnext\n`)).toEqual([null, "next"]);
  });
});
