/** A key for one call. It begins with the time, so that a store writes the keys of one moment side by side; the rest is random. */
export function createKey(random: string): string {
  return `${Date.now().toString(36)}-${random}`;
}
