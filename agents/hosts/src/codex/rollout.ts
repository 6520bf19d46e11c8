import { open } from "node:fs/promises";
import { toFields } from "@yourcall/core/internal";

// The result of a call is written a moment after the dialog closes, so it is near the end.
const mostRead = 4 * 1024 * 1024;

/** What Codex's model was given as the result of this call, according to the file of the conversation; undefined if nothing yet. */
export async function readToolOutput(file: string, call: string): Promise<string | undefined> {
  const handle = await open(file, "r");
  try {
    const { size } = await handle.stat();
    const start = Math.max(0, size - mostRead);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start);
    for (const line of buffer.toString("utf8", 0, bytesRead).split("\n").reverse()) {
      if (!line.includes("function_call_output") || !line.includes(call)) continue;
      const { type, call_id, output } = toFields(toFields(parse(line)).payload);
      if (type === "function_call_output" && call_id === call)
        return typeof output === "string" ? output : JSON.stringify(output);
    }
    return undefined;
  } finally {
    await handle.close();
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
