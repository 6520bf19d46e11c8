import { isRecord } from "@yourcall/core/internal";
import { parsePartialJson } from "ai";

/**
 * What a page shows of a tool's input while it streams. assistant-ui keeps it as text that may only grow: the JSON of what could be
 * parsed so far, without its closing characters. A delta that would change what is already shown is held back until it no longer would.
 *
 *     text of the model      {"n": 1      {"n": 10     {"n": 10, "s": "a
 *     released               {"n":        {"n":        {"n": 10, "s": "a
 */
export interface ShownInput {
  /** Adds a delta. Returns what may be passed on now, which may be nothing. */
  add(delta: string): Promise<string>;
  /** The final input in a form that does not contradict what the page shows; `isGiven` is false if it differs from the given input. */
  settle(input: unknown): Promise<[input: unknown, isGiven: boolean]>;
  /** What could be parsed of all deltas so far. */
  read(): Promise<unknown>;
}

// Parsing takes time in proportion to the length of the text, so a long text is parsed less often.
const readPerLength = 64;

interface ShownOptions {
  /** If false, nothing is passed on before the input is complete. */
  streams: boolean;
  /** Whether the deltas are plain text instead of JSON. */
  isText?: boolean;
  /** What the page shows already. */
  before?: unknown;
}

export function createShownInput({ streams, isText = false, before }: ShownOptions): ShownInput {
  let released = "";
  let held = "";
  let shown = isRecord(before) ? before : undefined;

  return {
    async add(delta) {
      held += delta;
      if (!streams || held.length < released.length / readPerLength) return "";
      if (!isText) {
        if (isOpenEnded(held)) return "";
        const { value } = await parsePartialJson(released + held);
        if (isRecord(value)) {
          if (!extendsShown(shown, value)) return "";
          shown = value;
        }
      }
      const passed = held;
      released += held;
      held = "";
      return passed;
    },
    async settle(input) {
      if (shown === undefined || !isRecord(input)) return [shown === undefined ? input : shown, shown === undefined];
      return extendsShown(shown, input) ? [input, true] : [shown, false];
    },
    async read() {
      const text = released + held;
      return isText ? text : (await parsePartialJson(text)).value;
    },
  };
}

/** Whether the text ends in a number that may continue, or in half a character: what follows may change how it is shown. */
function isOpenEnded(text: string): boolean {
  return /[-+.\deE]$|[\uD800-\uDBFF]$|\\u[dD][89abAB][\da-fA-F]{2}$|\\(u[\da-fA-F]{0,3})?$/.test(text);
}

function extendsShown(shown: object | undefined, next: object): boolean {
  if (shown === undefined) return true;
  const text = JSON.stringify(inOrderOf(next, shown));
  return text.startsWith(JSON.stringify(shown).replace(/[}\]"]+$/, ""));
}

/** The same value with its keys in the order in which they were shown: a schema may have reordered them. */
function inOrderOf(value: unknown, shown: unknown): unknown {
  if (Array.isArray(value))
    return value.map((item, index) => inOrderOf(item, Array.isArray(shown) ? shown[index] : undefined));
  if (!isRecord(value)) return value;
  const before = isRecord(shown) ? shown : {};
  const names = [...Object.keys(before).filter((name) => Object.hasOwn(value, name)), ...Object.keys(value)];
  return Object.fromEntries(names.map((name) => [name, inOrderOf(value[name], before[name])]));
}
