export const dayMs = 86_400_000;
/** The longest time, other than forever. */
export const mostDays = 366;

/** A whole number of days in milliseconds; undefined if the text is not one. */
export function parseKeep(text: string): number | undefined {
  const days = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
  return days >= 1 && days <= mostDays ? days * dayMs : undefined;
}

/** The field's text for a time that may have been set in hours elsewhere; never less than what is kept now. */
export function toDaysText(ms: number): string {
  return String(Math.max(1, Math.ceil(ms / dayMs)));
}

/** Whether the change deletes decisions. */
export function isShorter(next: number, now: number | null): boolean {
  return now === null || next < now;
}
