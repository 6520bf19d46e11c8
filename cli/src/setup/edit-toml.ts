import { isDeepStrictEqual } from "node:util";
import { parse } from "smol-toml";
import { SettingsFault } from "./replace-file.ts";

type Values = Record<string, string | number | boolean | string[]>;

/** One table of a TOML file, as in `[mcp_servers.yourcall]`. */
export interface TomlEntry {
  path: readonly [string, string];
  value: Values;
}

/**
 * The text with this table. Only its own lines are written; the result is read again, and refused if anything else changed, as it
 * would if the table were written in another form.
 */
export function putToml(text: string, { path, value }: TomlEntry): string {
  const before = read(text);
  const found = tableAt(before, path);
  const wanted = { ...found, ...value };
  if (isDeepStrictEqual(found, wanted)) return text;
  const edited = found === undefined ? append(text, path, value) : change(text, path, value);
  const [parent, name] = path;
  const expected = { ...before, [parent]: { ...(before[parent] as object | undefined), [name]: wanted } };
  if (!isSame(readAgain(edited), expected))
    throw new SettingsFault(`${path.join(".")} is written in another form there`);
  return edited;
}

/** The text without this table and the tables below it. */
export function removeToml(text: string, { path }: Pick<TomlEntry, "path">): string {
  const before = read(text);
  if (tableAt(before, path) === undefined) return text;
  const lines = splitLines(text);
  const block = findBlock(lines, path);
  const [parent, name] = path;
  const { [name]: _, ...others } = before[parent] as Record<string, unknown>;
  const { [parent]: __, ...rest } = before;
  // The empty line before the table was written together with it.
  const from = block !== null && lines[block.from - 1]?.trim() === "" ? block.from - 1 : block?.from;
  const edited = block === null ? text : [...lines.slice(0, from), ...lines.slice(block.to)].join("");
  const now = readAgain(edited);
  const isGone = isSame(now, { ...rest, [parent]: others }) || (Object.keys(others).length === 0 && isSame(now, rest));
  if (!isGone) throw new SettingsFault(`${path.join(".")} is written in another form there`);
  return edited;
}

function append(text: string, path: readonly string[], value: Values): string {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = [`[${path.join(".")}]`, ...Object.entries(value).map(([key, item]) => toLine(key, item))];
  const gap = text === "" ? "" : text.endsWith("\n") ? eol : `${eol}${eol}`;
  return `${text}${gap}${lines.join(eol)}${eol}`;
}

/** Sets keys of an existing table, each on its own line; comments and other keys stay. */
function change(text: string, path: readonly string[], value: Values): string {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = splitLines(text);
  const block = findBlock(lines, path);
  if (block === null) return text;
  const keys = lines.slice(block.from, block.keysTo);
  for (const [key, item] of Object.entries(value)) {
    const at = keys.findIndex((line) => new RegExp(`^\\s*${key}\\s*=`).test(line));
    const line = `${toLine(key, item)}${eol}`;
    if (at !== -1) keys[at] = line;
    else {
      const last = keys.findLastIndex((candidate) => candidate.trim() !== "");
      if (!keys[last]?.endsWith("\n")) keys[last] += eol;
      keys.splice(last + 1, 0, line);
    }
  }
  return [...lines.slice(0, block.from), ...keys, ...lines.slice(block.keysTo)].join("");
}

/** The lines of a table and of its subtables; `keysTo` ends its own. Comments before the next table belong to that table. */
function findBlock(
  lines: readonly string[],
  path: readonly string[],
): { from: number; keysTo: number; to: number } | null {
  const names = lines.map((line) =>
    /^\s*\[\[?\s*([^\]]+?)\s*\]\]?\s*(#.*)?$/.exec(line.trimEnd())?.[1]?.replaceAll(/["'\s]/g, ""),
  );
  const own = path.join(".");
  const from = names.indexOf(own);
  if (from === -1) return null;
  const next = (start: number, fits: (name: string) => boolean) => {
    const found = names.findIndex((name, at) => at > start && name !== undefined && fits(name));
    if (found === -1) return lines.length;
    let end = found;
    while (end > start + 1 && /^\s*(#.*)?$/.test(lines[end - 1]?.trimEnd() ?? "")) end--;
    return end;
  };
  return { from, keysTo: next(from, () => true), to: next(from, (name) => !name.startsWith(`${own}.`)) };
}

function toLine(key: string, value: Values[string]): string {
  return `${key} = ${Array.isArray(value) ? `[${value.map((item) => JSON.stringify(item)).join(", ")}]` : JSON.stringify(value)}`;
}

function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function tableAt(
  root: Record<string, unknown>,
  [parent, name]: readonly [string, string],
): Record<string, unknown> | undefined {
  const found = (root[parent] as Record<string, unknown> | undefined)?.[name];
  return typeof found === "object" && found !== null ? { ...found } : undefined;
}

function read(text: string): Record<string, unknown> {
  if (text.startsWith("\uFEFF"))
    throw new SettingsFault("it begins with a byte order mark; save it as UTF-8 without one");
  try {
    return parse(text);
  } catch (error) {
    throw new SettingsFault(`it is not valid TOML: ${(error as Error).message.split("\n")[0]}`);
  }
}

function readAgain(text: string): Record<string, unknown> | null {
  try {
    return parse(text);
  } catch {
    return null;
  }
}

// The parser has its own classes for dates and tables.
function isSame(one: unknown, other: unknown): boolean {
  const plain = (value: unknown) => JSON.parse(JSON.stringify(value));
  return isDeepStrictEqual(plain(one), plain(other));
}
