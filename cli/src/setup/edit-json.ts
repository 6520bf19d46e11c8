import { isDeepStrictEqual } from "node:util";
import { isRecord } from "@yourcall/core";
import { type Node, type ParseError, parse, parseTree, printParseErrorCode } from "jsonc-parser";
import { SettingsFault } from "./settings-fault.ts";

/** A value of a JSON file, by the names that lead to it. */
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
  // A property without neighbours goes with its object.
  while (node?.parent?.children?.length === 1 && node.parent.parent?.type === "property") node = node.parent.parent;
  const edited = node === undefined ? text : cut(text, node);
  if (valueAt(read(edited, comments), path) !== undefined) throw new SettingsFault(`it has "${path.join(".")}" twice`);
  return edited;
}

function insert(text: string, path: readonly string[], value: unknown): string {
  let object = parseTree(text);
  let depth = 0;
  for (let next = object; next !== undefined && depth < path.length; depth++) {
    object = next;
    next = nodeAt(object, path.slice(depth, depth + 1));
    if (next === undefined) break;
  }
  if (object?.type !== "object") throw new SettingsFault(`"${path.slice(0, depth).join(".")}" is not an object`);
  const rest = path.slice(depth + 1).reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
  return addProperty(text, object, path[depth] ?? "", rest);
}

function addProperty(text: string, object: Node, name: string, value: unknown): string {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const unit = /\n\t/.test(text) ? "\t" : (/\n( +)\S/.exec(text)?.[1] ?? "  ");
  const last = object.children?.at(-1);
  const end = object.offset + object.length - 1;
  if (last !== undefined && !text.slice(object.offset, last.offset).includes("\n")) {
    const at = last.offset + last.length;
    return `${text.slice(0, at)}, ${JSON.stringify(name)}: ${JSON.stringify(value)}${text.slice(at)}`;
  }
  const outer = /[^\n]*$/.exec(text.slice(0, object.offset))?.[0].match(/^\s*/)?.[0] ?? "";
  const indent = outer + unit;
  const lines = `${JSON.stringify(name)}: ${JSON.stringify(value, null, unit)}`.replaceAll("\n", `${eol}${indent}`);
  if (last === undefined) {
    // Comments in an empty object stay above.
    const inside = text.slice(object.offset + 1, end).trimEnd();
    return `${text.slice(0, object.offset + 1)}${inside}${eol}${indent}${lines}${eol}${outer}${text.slice(end)}`;
  }
  const { comma, lineEnd } = lookBehind(text, last.offset + last.length, end);
  const at = last.offset + last.length;
  const head = comma === undefined ? `${text.slice(0, at)},${text.slice(at, lineEnd)}` : text.slice(0, lineEnd);
  return `${head}${eol}${indent}${lines}${comma === undefined ? "" : ","}${text.slice(lineEnd)}`;
}

/** What may stand between two properties. */
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
  const indent = /[^\n]*$/.exec(text.slice(0, property.offset))?.[0].match(/^\s*/)?.[0] ?? "";
  const unit = /\n\t/.test(text) ? "\t" : (/\n( +)\S/.exec(text)?.[1] ?? "  ");
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const written = shown.includes("\n")
    ? JSON.stringify(value, null, unit).replaceAll("\n", `${eol}${indent}`)
    : JSON.stringify(value);
  return text.slice(0, node.offset) + written + text.slice(node.offset + node.length);
}

/** The text without a property: with its line if that has nothing else, and with the comma that it needed. */
function cut(text: string, property: Node): string {
  const siblings = property.parent?.children ?? [];
  const at = siblings.indexOf(property);
  const before = siblings[at - 1];
  const objectEnd = (property.parent?.offset ?? 0) + (property.parent?.length ?? 0) - 1;
  const { comma } = lookBehind(text, property.offset + property.length, objectEnd);
  const to = comma === undefined ? property.offset + property.length : comma + 1;
  const space = /\s*$/.exec(text.slice(0, property.offset))?.[0] ?? "";
  let from = property.offset - space.length;
  const isEmpty = text.slice((property.parent?.offset ?? 0) + 1, from).trim() === "";
  if (siblings.length === 1 && isEmpty && comma === undefined && text.slice(to, objectEnd).trim() === "")
    return text.slice(0, from) + text.slice(objectEnd);
  let head = text.slice(0, from);
  if (comma === undefined && before !== undefined) {
    const own = lookBehind(text, before.offset + before.length, property.offset).comma;
    if (own !== undefined) head = text.slice(0, own) + text.slice(own + 1, from);
  } else if (!space.includes("\n")) {
    from = property.offset;
    head = text.slice(0, from);
    return head + text.slice(to).replace(/^ +/, "");
  }
  return head + text.slice(to);
}

function nodeAt(root: Node | undefined, path: readonly string[]): Node | undefined {
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

function read(text: string, comments: boolean): Record<string, unknown> {
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
