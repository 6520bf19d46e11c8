import { StringDecoder } from "node:string_decoder";

// Far more than a field holds; keeps an endless line from filling the memory.
const longestLine = 2 ** 21;

/** Calls `onLine` for each complete line, without its line break (`\n`, `\r\n` or `\r`). */
export function createLineReader(onLine: (line: string) => void) {
  const decoder = new StringDecoder("utf8");
  let parts: string[] = [];
  let length = 0;
  let dropping = false;
  let afterReturn = false;

  function keep(text: string): void {
    const room = dropping ? 0 : longestLine - length;
    if (text === "" || room <= 0) return;
    parts.push(text.slice(0, room));
    length += Math.min(text.length, room);
  }

  function clear(): void {
    parts = [];
    length = 0;
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
        const line = parts.join("");
        clear();
        dropping = false;
        onLine(line);
      }
      keep(rest);
    },
    /** Drops the unfinished line. When its end comes, it counts as empty. */
    drop() {
      dropping = length > 0;
      clear();
    },
  };
}
