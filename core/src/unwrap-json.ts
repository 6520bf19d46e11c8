const maxRounds = 8;
const maxCharacters = 1_000_000;

/**
 * Models write a list or an object as a JSON string where the value itself belongs, sometimes as a string in a string.
 * Returns the list or object inside, or undefined when the text holds neither.
 */
export function unwrapJson(text: string): unknown {
  let value: unknown = text;
  for (let round = 0; round < maxRounds && typeof value === "string"; round += 1) {
    const inner = value.trim();
    if (inner.length > maxCharacters || !/^["[{]/.test(inner)) return undefined;
    try {
      value = JSON.parse(inner);
    } catch {
      return undefined;
    }
  }
  return typeof value === "object" && value !== null ? value : undefined;
}
