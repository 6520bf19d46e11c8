const known = new WeakMap<object, string>();

/**
 * The JSON of an object that nobody changes any more, such as the questions of an ask: made once, and kept for as long as the
 * object is. An ask is written to the store, to every stream and into several responses, with the same questions in each.
 */
export function toJsonText(value: object): string {
  let text = known.get(value);
  if (text === undefined) {
    text = JSON.stringify(value);
    known.set(value, text);
  }
  return text;
}
