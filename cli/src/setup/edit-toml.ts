import { isDeepStrictEqual } from "node:util";
import { isRecord } from "@yourcall/core/internal";
import { parse, stringify } from "smol-toml";
import { withValue } from "./edit-json.ts";
import { SettingsFault } from "./replace-file.ts";

type Values = Record<string, string | number | boolean | string[] | Readonly<Record<string, string>>>;
type Table = Record<string, unknown>;

/** One table of a TOML file, as in `[mcp_servers.yourcall]`. */
export interface TomlEntry {
  path: readonly [string, string];
  value: Values;
}

/** The text with this table as its last lines. Values that a person added to the table stay. */
export function putToml(text: string, { path, value }: TomlEntry): string {
  const before = read(text);
  const [parent, name] = path;
  const found = tableIn(before, parent)?.[name];
  const wanted = withValue(found, value);
  if (isSameValue(found, wanted)) return text;
  const rest = removeToml(text, { path });
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const block = stringify({ [parent]: { [name]: wanted } }).trimEnd();
  const gap = rest === "" ? "" : rest.endsWith("\n") ? eol : `${eol}${eol}`;
  const edited = `${rest}${gap}${block.replaceAll("\n", eol)}${eol}`;
  return check(edited, { ...before, [parent]: { ...tableIn(before, parent), [name]: wanted } }, path);
}

/** The text without the lines of this table and of the tables below it. */
export function removeToml(text: string, { path }: Pick<TomlEntry, "path">): string {
  const before = read(text);
  const [parent, name] = path;
  const { [name]: found, ...others } = tableIn(before, parent) ?? {};
  if (found === undefined) return text;
  const { [parent]: _, ...rest } = before;
  return check(cutBlock(text, path.join(".")), { ...rest, ...(isEmpty(others) ? {} : { [parent]: others }) }, path);
}

/** Refuses an edit that leads to other values, as it does if the table is not written as a block of its own. */
function check(edited: string, expected: Table, path: readonly string[]): string {
  try {
    if (isSameValue(withoutEmpty(parse(edited), path[0]), withoutEmpty(expected, path[0]))) return edited;
  } catch {
    // The edit broke the file.
  }
  throw new SettingsFault(`${path.join(".")} is written in another form there`);
}

/** Without the table from its heading to the next one, and without the empty line before it. Comments stay with what follows. */
function cutBlock(text: string, own: string): string {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const names = lines.map((line) => /^\s*\[\[?\s*([^\]]+?)\s*\]/.exec(line)?.[1]?.replaceAll(/["'\s]/g, ""));
  const from = names.indexOf(own);
  if (from === -1) return text;
  let to = names.findIndex((name, at) => at > from && name !== undefined && !name.startsWith(`${own}.`));
  if (to === -1) to = lines.length;
  else while (/^\s*(#.*)?$/.test(lines[to - 1]?.trimEnd() ?? "")) to--;
  const start = lines[from - 1]?.trim() === "" ? from - 1 : from;
  return [...lines.slice(0, start), ...lines.slice(to)].join("");
}

function tableIn(root: Table, name: string): Table | undefined {
  const found = root[name];
  return isRecord(found) ? found : undefined;
}

function withoutEmpty(root: Table, name = ""): Table {
  const { [name]: table, ...rest } = root;
  return isRecord(table) && isEmpty(table) ? rest : root;
}

function isEmpty(table: object): boolean {
  return Object.keys(table).length === 0;
}

function read(text: string): Table {
  try {
    return parse(text);
  } catch (error) {
    throw new SettingsFault(`it is not valid TOML: ${(error as Error).message.split("\n")[0]}`);
  }
}

// The parser has its own classes for dates and tables.
function isSameValue(one: unknown, other: unknown): boolean {
  const plain = (value: unknown) => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));
  return isDeepStrictEqual(plain(one), plain(other));
}
