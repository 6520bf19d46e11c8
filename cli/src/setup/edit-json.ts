import { isDeepStrictEqual } from "node:util";
import { isRecord } from "@yourcall/core/internal";
import { type Node, type ParseError, parse, parseTree, printParseErrorCode } from "jsonc-parser";
import { SettingsFault } from "./replace-file.ts";

/** A value in a JSON file, and the names that lead to it. */
export interface JsonEntry {
  path: readonly [string, ...string[]];
  value: unknown;
}

/** The text with this entry. Fields of an object that a person added to it stay; everything else keeps its bytes and comments. */
export function putJson(text: string, { path, value }: JsonEntry, comments: boolean): string {
  const given = text.trim() === "" ? "{}\n" : text;
  const before = read(given, comments);
  const found = valueAt(before, path);
  const wanted = isRecord(found) && isRecord(value) ? { ...found, ...value } : value;
  if (isDeepStrictEqual(found, wanted)) return given;
  const edited = found === undefined ? insert(given, path, value) : replace(given, path, wanted);
  // Whatever the file looks like, no other value may change.
  if (!isDeepStrictEqual(read(edited, comments), withValue(before, path, wanted)))
    throw new SettingsFault(`"${path.join(".")}" cannot be added without changing something else`);
  return edited;
}

/** The text without this entry, and without objects that are empty once it is gone. */
export function removeJson(text: string, { path }: Pick<JsonEntry, "path">, comments: boolean): string {
  if (text.trim() === "") return text;
  if (valueAt(read(text, comments), path) === undefined) return text;
  let node = nodeAt(parseTree(text), path)?.parent;
  while (node?.parent?.parent?.type === "property" && isAllOf(text, node)) node = node.parent.parent;
  const edited = node === undefined ? text : cut(text, node);
  if (valueAt(read(edited, comments), path) !== undefined) throw new SettingsFault(`it has "${path.join(".")}" twice`);
  return edited;
}

/** Whether an object contains only this property, and no comment. */
function isAllOf(text: string, { parent, offset, length }: Node): boolean {
  if (parent?.children?.length !== 1) return false;
  const inside = text.slice(parent.offset + 1, offset) + text.slice(offset + length, parent.offset + parent.length - 1);
  return /^[\s,]*$/.test(inside);
}

function insert(text: string, path: readonly string[], value: unknown): string {
  const root = parseTree(text);
  let depth = 0;
  while (nodeAt(root, path.slice(0, depth + 1)) !== undefined) depth++;
  const object = nodeAt(root, path.slice(0, depth));
  if (object?.type !== "object") throw new SettingsFault(`"${path.slice(0, depth).join(".")}" is not an object`);
  const rest = path.slice(depth + 1).reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
  return addTo(text, object, rest, path[depth]);
}

/** The text with one more value at the end of an object, under this name, or of an array. */
export function addTo(text: string, container: Node, value: unknown, name?: string): string {
  const { eol, unit, indent: outer } = layoutAt(text, container.offset);
  const label = name === undefined ? "" : `${JSON.stringify(name)}: `;
  const last = container.children?.at(-1);
  const end = container.offset + container.length - 1;
  if (last !== undefined && !text.slice(container.offset, last.offset).includes("\n")) {
    const at = last.offset + last.length;
    return `${text.slice(0, at)}, ${label}${JSON.stringify(value)}${text.slice(at)}`;
  }
  const indent = outer + unit;
  const lines = `${label}${JSON.stringify(value, null, unit)}`.replaceAll("\n", `${eol}${indent}`);
  if (last === undefined) {
    // Comments in an empty object stay above.
    const inside = text.slice(container.offset + 1, end).trimEnd();
    return `${text.slice(0, container.offset + 1)}${inside}${eol}${indent}${lines}${eol}${outer}${text.slice(end)}`;
  }
  const at = last.offset + last.length;
  const { comma, lineEnd } = lookBehind(text, at, end);
  const head = comma === undefined ? `${text.slice(0, at)},${text.slice(at, lineEnd)}` : text.slice(0, lineEnd);
  return `${head}${eol}${indent}${lines}${comma === undefined ? "" : ","}${text.slice(lineEnd)}`;
}

/** How the file is laid out, and the indent of the line at `offset`. */
function layoutAt(text: string, offset: number): { eol: string; unit: string; indent: string } {
  return {
    eol: text.includes("\r\n") ? "\r\n" : "\n",
    unit: /\n\t/.test(text) ? "\t" : (/\n( +)\S/.exec(text)?.[1] ?? "  "),
    indent: /[^\S\n]*/.exec(text.slice(text.lastIndexOf("\n", offset) + 1, offset))?.[0] ?? "",
  };
}

/** What may come between two properties. */
const between = /[ \t]+|\r?\n|,|\/\/[^\r\n]*|\/\*[\s\S]*?\*\//y;

/** What follows a value: its comma, and where its line ends, with a comment that belongs to it. */
function lookBehind(text: string, from: number, end: number): { comma?: number; lineEnd: number } {
  let comma: number | undefined;
  let lineEnd = from;
  let isSameLine = true;
  between.lastIndex = from;
  for (let at = from, [token] = between.exec(text) ?? []; token !== undefined && at < end; ) {
    if (token === ",") comma = at;
    if (token.trim() === "") isSameLine &&= !token.includes("\n");
    else if (isSameLine || token === ",") lineEnd = at + token.length;
    at += token.length;
    [token] = between.exec(text) ?? [];
  }
  return { comma, lineEnd };
}

function replace(text: string, path: readonly string[], value: unknown): string {
  const node = nodeAt(parseTree(text), path);
  const property = node?.parent;
  if (node === undefined || property === undefined) return text;
  const shown = text.slice(property.offset, node.offset + node.length);
  const { eol, unit, indent } = layoutAt(text, property.offset);
  const written = shown.includes("\n")
    ? JSON.stringify(value, null, unit).replaceAll("\n", `${eol}${indent}`)
    : JSON.stringify(value);
  return text.slice(0, node.offset) + written + text.slice(node.offset + node.length);
}

/**
 * The text without a property or an item: its line goes too if it has nothing else, and so does the comma it needed. If it was
 * the only one, `inside` is left.
 */
export function cut(text: string, node: Node, inside = ""): string {
  const { children: siblings = [], offset = 0, length = 0 } = node.parent ?? {};
  const before = siblings[siblings.indexOf(node) - 1];
  const end = offset + length - 1;
  const to = node.offset + node.length;
  const { comma } = lookBehind(text, to, end);
  const from = text.slice(0, node.offset).trimEnd().length;
  const isAlone = siblings.length === 1 && from === offset + 1 && text.slice(to, end).trim() === "";
  if (isAlone) return text.slice(0, from) + inside + text.slice(end);
  const said = text.slice(to, comma ?? to);
  // A comment before the comma stays.
  let rest = comma === undefined ? text.slice(to) : (said.trim() === "" ? "" : said) + text.slice(comma + 1);
  const gap = text.slice(from, node.offset);
  const above = text.slice(before === undefined ? offset + 1 : before.offset + before.length, from);
  // If the line above ends in a comment, what goes on on ours stays on a line of its own, unless it is a comment too.
  if (/\/\/.*$/.test(above) && !/^(?:[ \t]|\/\*.*?\*\/)*(?:\/\/.*)?(?:\r?\n|$)/.test(rest))
    rest = gap + rest.replace(/^[ \t]+/, "");
  if (comma === undefined && before !== undefined) {
    const own = lookBehind(text, before.offset + before.length, node.offset).comma ?? from;
    return text.slice(0, own) + text.slice(own + 1, from) + rest;
  }
  if (gap.includes("\n")) return text.slice(0, from) + rest;
  return text.slice(0, node.offset) + rest.replace(/^ +/, "");
}

export function nodeAt(root: Node | undefined, path: readonly string[]): Node | undefined {
  return path.reduce<Node | undefined>((node, name) => {
    const properties = node?.type === "object" ? (node.children ?? []) : [];
    return properties.find(({ children }) => children?.[0]?.value === name)?.children?.[1];
  }, root);
}

function valueAt(root: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), root);
}

function withValue(root: Record<string, unknown>, [name, ...rest]: readonly string[], value: unknown): unknown {
  const inner = root[name ?? ""];
  return { ...root, [name ?? ""]: rest.length === 0 ? value : withValue(isRecord(inner) ? inner : {}, rest, value) };
}

/** The object in a file. `comments`: the file's program accepts comments and trailing commas. */
export function read(text: string, comments: boolean): Record<string, unknown> {
  if (text.startsWith("\uFEFF"))
    throw new SettingsFault("it begins with a byte order mark; save it as UTF-8 without one");
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: comments, disallowComments: !comments });
  const [error] = errors;
  if (error !== undefined) {
    const line = text.slice(0, error.offset).split("\n").length;
    throw new SettingsFault(`it is not valid JSON (line ${line}: ${printParseErrorCode(error.error)})`);
  }
  if (!isRecord(value)) throw new SettingsFault("it is not an object");
  return value;
}
