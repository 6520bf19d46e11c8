import { cleanText } from "@yourcall/core";

/** Anything at all as text that can be shown. */
export function toRawText(value: unknown): string {
  try {
    return cleanText(typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? String(value))).slice(
      0,
      20_000,
    );
  } catch {
    return "(It cannot be turned into text.)";
  }
}
