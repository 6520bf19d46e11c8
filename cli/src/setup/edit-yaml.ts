import { isRecord, parseJson } from "@yourcall/core/internal";
import { withValue } from "./edit-json.ts";
import { SettingsFault } from "./replace-file.ts";

/** One entry of a list in a YAML file; its `name` identifies it. */
export interface YamlEntry {
  list: string;
  name: string;
  value: Readonly<Record<string, unknown>>;
  /** The lines that a new file needs before the list. */
  head: string;
}

/** The text with this entry as the first of its list, on lines of its own. Fields that a person added to it stay. */
export function putYaml(text: string, entry: YamlEntry): string {
  const lines = readLines(text);
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const own = findEntry(lines, entry);
  const at = findList(lines, entry.list);
  const fields = {
    ...toJson(entry.value),
    ...(own === null ? {} : mergeFields(lines.slice(own.from + 1, own.to), entry)),
  };
  const indent = /^ */.exec(lines[own?.from ?? at + 1] ?? "")?.[0] ?? "";
  const item = own === null && (at === -1 || !isItem(lines[at + 1])) ? "  " : indent;
  const wanted = [
    `${item}- name: ${entry.name}`,
    ...Object.entries(fields).map(([key, json]) => `${item}  ${key}: ${json}`),
  ];
  const block = wanted.map((line) => `${line}${eol}`).join("");
  if (own !== null) return join(lines.slice(0, own.from), block, lines.slice(own.to));
  if (at !== -1) return join(lines.slice(0, at + 1), block, lines.slice(at + 1));
  const start = text === "" ? entry.head : /\n$/.test(text) ? text : `${text}${eol}`;
  return `${start}${entry.list}:${eol}${block}`;
}

/** The text without this entry, and without its list if nothing else is in it. */
export function removeYaml(text: string, entry: Pick<YamlEntry, "list" | "name">): string {
  const lines = readLines(text);
  const own = findEntry(lines, entry);
  if (own === null) return text;
  const isAlone = new RegExp(`^${entry.list}:\\s*$`).test(lines[own.from - 1] ?? "") && !isItem(lines[own.to]);
  return join(lines.slice(0, isAlone ? own.from - 1 : own.from), "", lines.slice(own.to));
}

function join(before: readonly string[], block: string, after: readonly string[]): string {
  return before.join("") + block + after.join("");
}

function readLines(text: string): string[] {
  const lines: string[] = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  // Settings are a table: a line that begins at the margin has a name there, or an item of the list above it.
  const odd = lines.findIndex((line) => !/^(\s|#|---|\.\.\.|- |[\w"'][^:]*:(\s|$))/.test(line));
  if (odd !== -1) throw new SettingsFault(`it is not settings in YAML (line ${odd + 1})`);
  return lines;
}

/** The line that begins the list, or -1. Throws if the list is not written as lines below its name. */
function findList(lines: readonly string[], list: string): number {
  const at = lines.findIndex((line) => new RegExp(`^["']?${list}["']?\\s*:`).test(line));
  if (at === -1) return -1;
  if (new RegExp(`^${list}:\\s*(#.*)?$`).test(lines[at]?.trimEnd() ?? "")) return at;
  throw new SettingsFault(`${list} is written in another form there`);
}

/** The lines of the entry: from its name to the next one that is not below it. */
function findEntry(
  lines: readonly string[],
  { list, name }: Pick<YamlEntry, "list" | "name">,
): { from: number; to: number } | null {
  const start = findList(lines, list);
  if (start === -1) return null;
  const isName = new RegExp(`^( *)(- )? *name: *["']?${name}["']?\\s*$`);
  const from = lines.findIndex((line, at) => at > start && isName.test(line));
  if (from === -1) return null;
  const [, indent = "", dash] = isName.exec(lines[from] ?? "") ?? [];
  if (dash === undefined) throw new SettingsFault(`${name} is written in another form there`);
  const isBelow = (line = "") => line.startsWith(`${indent} `) && line.trim() !== "" && !line.trim().startsWith("#");
  let to = from + 1;
  for (let at = to; at < lines.length && (isBelow(lines[at]) || lines[at]?.trim() === ""); at++)
    if (isBelow(lines[at])) to = at + 1;
  return { from, to };
}

function isItem(line = ""): boolean {
  return /^ *- /.test(line);
}

function toJson(value: YamlEntry["value"]): Record<string, string> {
  return Object.fromEntries(Object.entries(value).map(([key, given]) => [key, toLine(given)]));
}

/** A value on one line, as JSON, which YAML contains. */
function toLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toLine).join(", ")}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${toLine(inner)}`);
  return `{ ${fields.join(", ")} }`;
}

/** The fields that are there, with ours. */
function mergeFields(lines: readonly string[], { name, value }: YamlEntry): Record<string, string> {
  const found = lines.map((line) => /^ +(\w+): (\S.*?)\s*$/.exec(line));
  if (found.some((field) => field === null)) throw new SettingsFault(`${name} is written in another form there`);
  const fields = found.map((field): [string, string] => {
    const [, key = "", text = ""] = field ?? [];
    return [key, Object.hasOwn(value, key) ? toLine(withValue(parseJson(text), value[key])) : text];
  });
  return Object.fromEntries(fields);
}
