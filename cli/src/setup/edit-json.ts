import { isDeepStrictEqual } from "node:util";
import { isRecord } from "@yourcall/core/internal";
import { applyEdits, modify, type ParseError, parse, printParseErrorCode, stripComments } from "jsonc-parser";
import { SettingsFault } from "./replace-file.ts";

type Values = Record<string, unknown>;

/** A value in a JSON file, and the names that lead to it. */
export interface JsonEntry {
  path: readonly [string, ...string[]];
  value: unknown;
}

/** The text with this entry. Fields that a person added to it stay. */
export function putJson(text: string, { path, value }: JsonEntry, comments: boolean): string {
  return changeJson(text, comments, (before) => change(before, path, (found) => withValue(found, value)));
}

/** The value, with the fields that only `found` has, at every depth. */
export function withValue(found: unknown, value: unknown): unknown {
  if (!isRecord(found) || !isRecord(value)) return value;
  const fields = Object.entries(value).map(([name, inner]) => [name, withValue(found[name], inner)]);
  return { ...found, ...Object.fromEntries(fields) };
}

/** The text without this entry, and without objects that would be empty, unless they contain comments. */
export function removeJson(text: string, { path }: Pick<JsonEntry, "path">, comments: boolean): string {
  if (text.trim() === "" || !hasValue(readJson(text, comments), path)) return text;
  const without = (depth: number) =>
    changeJson(text, comments, (before) => change(before, path.slice(0, depth), () => undefined));
  let depth = path.length;
  while (depth > 1 && isOnlyOne(readJson(text, comments), path.slice(0, depth - 1))) depth--;
  const edited = without(depth);
  return countComments(edited) < countComments(text) ? without(path.length) : edited;
}

/** Whether two files have the same values and comments in the same order, so that only space differs. */
export function isSameJson(one: string, other: string): boolean {
  return withoutSpace(one) === withoutSpace(other);
}

function withoutSpace(text: string): string {
  return text.match(/"(?:[^"\\]|\\.)*"|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/|[^\s"/]+/g)?.join("") ?? "";
}

function countComments(text: string): number {
  return text.length - stripComments(text).length;
}

/**
 * The text with other values. Everything that stays the same keeps its comments. `comments`: the file's program accepts comments
 * and trailing commas. Throws if the text cannot be changed in this way.
 */
export function changeJson(text: string, comments: boolean, toValues: (before: Values) => Values): string {
  const given = text.trim() === "" ? "{}\n" : text;
  const before = readJson(given, comments);
  // Without fields that are undefined, as it would be written.
  const after: Values = JSON.parse(JSON.stringify(toValues(before)));
  const formattingOptions = toFormat(given);
  const edited = toEdits(before, after).reduce(
    (edited, { path, value, isArrayInsertion }) =>
      applyEdits(edited, modify(edited, path, value, { formattingOptions, isArrayInsertion })),
    given,
  );
  // Of a name that occurs twice, programs read the last and the editor changes the first.
  if (!isDeepStrictEqual(readJson(edited, comments), after)) throw new SettingsFault("it has a name twice");
  return edited;
}

/** What jsonc-parser's codes mean to the person who wrote the file. */
const faultWords: Record<string, string> = {
  InvalidSymbol: "a name or a text needs double quotes",
  InvalidNumberFormat: "this is not a number",
  PropertyNameExpected: "a name in double quotes is expected",
  ValueExpected: "a value is expected",
  ColonExpected: "a colon is missing",
  CommaExpected: "a comma is missing",
  CloseBraceExpected: 'a closing "}" is missing',
  CloseBracketExpected: 'a closing "]" is missing',
  EndOfFileExpected: "something follows the end",
  InvalidCommentToken: "comments are not allowed here",
  UnexpectedEndOfComment: "a comment is not closed",
  UnexpectedEndOfString: "a text is not closed",
  UnexpectedEndOfNumber: "a number is not complete",
  InvalidUnicode: "a \\u escape is not valid",
  InvalidEscapeCharacter: "an escape after a backslash is not valid",
  InvalidCharacter: "a text contains a control character",
};

/** The object in a file. Throws if there is none. */
export function readJson(text: string, comments: boolean): Values {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: comments, disallowComments: !comments });
  const [error] = errors;
  if (error !== undefined) {
    const line = text.slice(0, error.offset).split("\n").length;
    const why = faultWords[printParseErrorCode(error.error)] ?? "this is not JSON";
    throw new SettingsFault(`it is not valid JSON (line ${line}: ${why})`);
  }
  if (!isRecord(value)) throw new SettingsFault("it is not an object");
  return value;
}

interface Edit {
  path: (string | number)[];
  value: unknown;
  isArrayInsertion?: true;
}

/** What turns one value into the other, the smallest parts first. An array is replaced unless it only gets longer. */
function toEdits(before: unknown, after: unknown, path: Edit["path"] = []): Edit[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (isRecord(before) && isRecord(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
      toEdits(before[name], after[name], [...path, name]),
    );
  if (Array.isArray(before) && Array.isArray(after) && isDeepStrictEqual(before, after.slice(0, before.length)))
    return after
      .slice(before.length)
      .map((value, at) => ({ path: [...path, before.length + at], value, isArrayInsertion: true }));
  return [{ path, value: after }];
}

/** The values with another one at this path. */
function change(values: Values, [name = "", ...rest]: readonly string[], toValue: (found: unknown) => unknown): Values {
  const inner = values[name];
  if (rest.length === 0) return { ...values, [name]: toValue(inner) };
  if (inner !== undefined && !isRecord(inner)) throw new SettingsFault(`"${name}" is not an object`);
  return { ...values, [name]: change(inner ?? {}, rest, toValue) };
}

function valueAt(values: Values, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), values);
}

function hasValue(values: Values, path: readonly string[]): boolean {
  return valueAt(values, path) !== undefined;
}

function isOnlyOne(values: Values, path: readonly string[]): boolean {
  return Object.keys(valueAt(values, path) ?? {}).length === 1;
}

function toFormat(text: string): { eol: string; insertSpaces: boolean; tabSize: number } {
  return {
    eol: text.includes("\r\n") ? "\r\n" : "\n",
    insertSpaces: !/\n\t/.test(text),
    tabSize: /\n( +)\S/.exec(text)?.[1]?.length ?? 2,
  };
}
