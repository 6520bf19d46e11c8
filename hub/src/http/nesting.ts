/** Deeper than what any tool takes; far from where walking through it would end the stack. */
const deepest = 100;

/** Whether a JSON text has so few brackets that it cannot be nested too deeply. Most have: then nobody has to walk through it. */
export function isPlainlyShallow(text: string): boolean {
  let count = 0;
  for (const bracket of ["{", "["])
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1))
      if (++count > deepest) return false;
  return true;
}

/** Whether a parsed body is nested so deeply that writing it out again, or showing it, may fail. */
export function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (depth > deepest) return true;
  for (const key in value) if (isTooDeep((value as Record<string, unknown>)[key], depth + 1)) return true;
  return false;
}
