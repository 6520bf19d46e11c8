/** Longer than any message or sheet. A host that sends more has lost its line ends. */
export const longestLine = 4_000_000;

/** The lines of a stream, without their ends; null for one that is too long. Empty lines and an unfinished last one are left out. */
export async function* readLines(stream: AsyncIterable<Buffer | string>): AsyncGenerator<string | null> {
  const decoder = new TextDecoder();
  let rest = "";
  let skipping = false;
  for await (const chunk of stream) {
    const parts = (rest + (typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true }))).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) {
      if (skipping) skipping = false;
      else if (part.length > longestLine) yield null;
      else if (part.trim() !== "") yield part;
    }
    if (rest.length > longestLine) {
      if (!skipping) yield null;
      skipping = true;
      rest = "";
    }
  }
}
