import { StringDecoder } from "node:string_decoder";

// Far more than a field holds; keeps an endless line from filling up memory.
const longestLine = 2 ** 21;

/** Calls `onLine` for each complete line, without its line break (`\n`, `\r\n` or `\r`). */
export function createLineReader(onLine: (line: string) => void) {
  const decoder = new StringDecoder("utf8");
  let line = "";
  let dropping = false;
  let afterReturn = false;

  function keep(text: string): void {
    if (!dropping) line += text.slice(0, longestLine - line.length);
  }

  return {
    feed(chunk: Uint8Array | string) {
      let text = typeof chunk === "string" ? chunk : decoder.write(chunk);
      if (text === "") return;
      if (afterReturn && text.startsWith("\n")) text = text.slice(1);
      afterReturn = text === "" ? false : text.endsWith("\r");
      const lines = text.split(/\r\n|\n|\r/);
      const rest = lines.pop() ?? "";
      for (const part of lines) {
        keep(part);
        const complete = line;
        line = "";
        dropping = false;
        onLine(complete);
      }
      keep(rest);
    },
    /** Discards the unfinished line. Its end, when it comes, is read as an empty line. */
    drop() {
      dropping = line !== "";
      line = "";
    },
  };
}
