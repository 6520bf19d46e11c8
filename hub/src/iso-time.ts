let lastMs = Number.NaN;
let lastText = "";

/** A time as it travels. Many are asked for in the same millisecond. */
export function toIsoTime(ms: number): string {
  if (ms !== lastMs) {
    lastText = new Date(ms).toISOString();
    lastMs = ms;
  }
  return lastText;
}
