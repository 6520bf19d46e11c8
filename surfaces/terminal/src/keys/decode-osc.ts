/** The background colour in an OSC 11 reply (`11;rgb:1e1e/1e1e/2e2e`), 0–255 each, or undefined where it is none. */
export function decodeBackground(body: string): { red: number; green: number; blue: number } | undefined {
  const match = /^11;rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})(?:\/[\da-f]{1,4})?$/i.exec(body);
  if (match === null) return undefined;
  const [red = 0, green = 0, blue = 0] = match.slice(1).map((digits) => {
    // One to four digits, of which the highest value means full.
    return Math.round((Number.parseInt(digits, 16) / (16 ** digits.length - 1)) * 255);
  });
  return { red, green, blue };
}
