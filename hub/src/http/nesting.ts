/** Deeper than what any tool takes; far from where walking through it would end the stack. */
const deepest = 100;

/** Whether a parsed body is nested so deeply that writing it out again, or showing it, may fail. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return true;
    level = level.flatMap((item) => (typeof item === "object" && item !== null ? Object.values(item) : []));
  }
  return false;
}
