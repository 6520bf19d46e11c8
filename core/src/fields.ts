/** Whether a value from outside is an object with fields, and not a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The fields of a value from outside; none if it is anything but an object. */
export function toFields(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

/** The items of a value from outside; none if it is anything but a list. */
export function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** What a text from outside has as JSON; undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The value if it is a string that is not empty. */
export function toNonEmpty(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
