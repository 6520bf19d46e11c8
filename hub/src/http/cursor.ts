/** A place in this store's history or lists. A restored backup has a new epoch, because its places differ from those before. */
export function toCursor(epoch: string, place: number | string): string {
  return `${epoch}.${place}`;
}

/** The place, and whether it belongs to this epoch. A malformed cursor has no place. */
export function fromCursor(epoch: string, cursor: unknown): { place?: string; isCurrent: boolean } {
  const [, name, place] = /^(.+)\.([^.]+)$/.exec(String(cursor)) ?? [];
  return { place, isCurrent: name === epoch };
}
