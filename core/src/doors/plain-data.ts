/** The result of `toPlainData`: the copy, and the paths it left out. */
export interface PlainData {
  data: unknown;
  leftOut: string[];
}

const maxDepth = 24;
const maxValues = 10_000;
const tooLarge = Symbol("too large");

/**
 * Copies any value to plain JSON data: own enumerable properties only, no getters, proxies, cycles or functions left.
 * What cannot be copied is left out and its path named. Returns undefined when the value is too large to look at.
 */
export function toPlainData(value: unknown, path = ""): PlainData | undefined {
  const leftOut: string[] = [];
  const open = new Set<object>();
  let count = 0;

  function copy(from: unknown, at: string): unknown {
    count += 1;
    if (count > maxValues) throw tooLarge;
    if (from === null || typeof from === "string" || typeof from === "boolean") return from;
    if (typeof from === "number" && Number.isFinite(from)) return from + 0;
    if (from === undefined) return undefined;
    if (typeof from !== "object" || open.has(from) || open.size >= maxDepth) {
      leftOut.push(at);
      return undefined;
    }
    open.add(from);
    try {
      return Array.isArray(from) ? copyArray(from, at) : copyObject(from, at);
    } catch (error) {
      if (error === tooLarge) throw error;
      leftOut.push(at);
      return undefined;
    } finally {
      open.delete(from);
    }
  }

  function copyArray(from: readonly unknown[], at: string): unknown[] {
    const length = from.length;
    if (length > maxValues) throw tooLarge;
    const items: unknown[] = [];
    for (let index = 0; index < length; index += 1) {
      const path = `${at}[${index}]`;
      // A hole and what cannot be copied become null, as in JSON, so that the others keep their places.
      items.push(copy(read(from, index, path), path) ?? null);
    }
    return items;
  }

  function copyObject(from: object, at: string): unknown {
    const keys = Object.keys(from);
    if (keys.length > maxValues) throw tooLarge;
    const entries: [string, unknown][] = [];
    for (const key of keys) {
      const path = at === "" ? key : `${at}.${key}`;
      const item = copy(read(from, key, path), path);
      if (item !== undefined) entries.push([key, item]);
    }
    // `fromEntries` defines properties, so a key such as `__proto__` stays a key.
    return Object.fromEntries(entries);
  }

  function read(from: object, key: PropertyKey, at: string): unknown {
    try {
      return Reflect.get(from, key);
    } catch {
      leftOut.push(at);
      return undefined;
    }
  }

  try {
    return { data: copy(value, path), leftOut };
  } catch {
    return undefined;
  }
}
