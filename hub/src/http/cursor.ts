/** A place in this store's history or lists. A restored backup has another epoch, so that nobody reads on at what is another place now. */
export function toCursor(epoch: string, place: number | string): string {
  return `${epoch}.${place}`;
}

/** The place, and whether it is one of this epoch. A cursor that this hub never made has no place. */
export function fromCursor(epoch: string, cursor: unknown): { place?: string; isCurrent: boolean } {
  const [, name, place] = /^(.+)\.([^.]+)$/.exec(String(cursor)) ?? [];
  return { place, isCurrent: name === epoch };
}
