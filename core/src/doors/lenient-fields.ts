import { cleanLine } from "../clean-text.ts";
import { isRecord, toList } from "../fields.ts";
import type { Issue } from "../outcome-schemas.ts";

/** The lenient door's notes: what it changed, one sentence each, and what it refused. */
export interface Findings {
  repairs: string[];
  issues: Issue[];
}

export type Fields = Record<string, unknown>;

/** The fields of an object, or of a JSON string with one; undefined if the value is neither. */
export function unwrapFields(value: unknown): Fields | undefined {
  const inner = typeof value === "string" ? unwrapJson(value) : value;
  return isRecord(inner) ? inner : undefined;
}

/** The items of a list, or of a JSON string with one; none if the value is neither. */
export function unwrapList(value: unknown): unknown[] {
  return toList(typeof value === "string" ? unwrapJson(value) : value);
}

/** The field's own value; null counts as missing, and nothing is read from a prototype. */
export function fieldOf(fields: Fields, name: string): unknown {
  return Object.hasOwn(fields, name) ? (fields[name] ?? undefined) : undefined;
}

/** A field that holds text. Numbers and booleans become text; anything else is dropped. */
export function takeText(fields: Fields, name: string, path: string, found: Findings): string | undefined {
  const value = fieldOf(fields, name);
  if (value === undefined || typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") {
    found.repairs.push(`${toPath(path, name)}: a ${typeof value}, read as text.`);
    return String(value);
  }
  found.repairs.push(`${toPath(path, name)}: not text, dropped.`);
  return undefined;
}

/** A field that holds a finite number, or a text that reads as one; anything else is dropped. */
export function takeNumber(fields: Fields, name: string, path: string, found: Findings): number | undefined {
  const value = fieldOf(fields, name);
  if (value === undefined) return undefined;
  if (typeof value === "number" && Number.isFinite(value)) return value + 0;
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
  if (!Number.isFinite(number)) {
    found.repairs.push(`${toPath(path, name)}: not a number, dropped.`);
    return undefined;
  }
  found.repairs.push(`${toPath(path, name)}: a string, read as the number ${number}.`);
  return number + 0;
}

/** A field that holds a list, or a JSON string with one. Undefined when it holds neither. */
export function takeList(fields: Fields, name: string, path: string, found: Findings): unknown[] | undefined {
  const value = fieldOf(fields, name);
  if (Array.isArray(value)) return value;
  const inner = typeof value === "string" ? unwrapJson(value) : undefined;
  if (!Array.isArray(inner)) return undefined;
  found.repairs.push(`${toPath(path, name)}: a JSON string, read as the list in it.`);
  return inner;
}

/** Reports the fields that an ask does not have. */
export function noteUnknown(fields: Fields, known: readonly string[], path: string, found: Findings): void {
  const unknown = Object.keys(fields).filter((name) => !known.includes(name) && fields[name] !== null);
  if (unknown.length === 0) return;
  const names = unknown.slice(0, 5).map((name) => `"${cleanLine(name).slice(0, 40)}"`);
  const rest = unknown.length > 5 ? ` and ${unknown.length - 5} more` : "";
  const noun = unknown.length > 1 ? "unknown fields" : "unknown field";
  found.repairs.push(`${path === "" ? "ask" : path}: dropped the ${noun} ${names.join(", ")}${rest}.`);
}

/** The path of a field; that of the ask itself is empty. */
export function toPath(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

const maxRounds = 8;
const maxCharacters = 1_000_000;

/**
 * Models write a list or an object as a JSON string where the value itself belongs, sometimes as a string in a string.
 * Returns the list or object inside, or undefined when the text holds neither.
 */
export function unwrapJson(text: string): unknown {
  let value: unknown = text;
  for (let round = 0; round < maxRounds && typeof value === "string"; round += 1) {
    const inner = value.trim();
    if (inner.length > maxCharacters || !/^["[{]/.test(inner)) return undefined;
    try {
      value = JSON.parse(inner);
    } catch {
      return undefined;
    }
  }
  return typeof value === "object" && value !== null ? value : undefined;
}
