import * as z from "zod/mini";
import { defineTool, type Tool } from "../tool.ts";
import { readConfined } from "./confined-file.ts";
import { walkConfined } from "./confined-path.ts";

const mostLines = 2000;
const longestLine = 500;
const mostEntries = 1000;
const mostMatches = 200;

export const path = z.string().check(z.minLength(1), z.describe("A path in the working directory."));

export const readTool: Tool = defineTool({
  name: "Read",
  description: `Reads a text file, at most ${mostLines} lines at a time, with line numbers.`,
  input: z.object({
    path,
    from: z.optional(z.int().check(z.minimum(1), z.describe("The first line; 1 by default."))),
  }),
  async execute({ path, from = 1 }, { cwd }) {
    const text = await readConfined(cwd, path);
    if (text === "") return "The file is empty.";
    const lines = text.replace(/\n$/, "").split("\n");
    if (from > lines.length) throw new Error(`${path} has ${lines.length} lines.`);
    const shown = lines.slice(from - 1, from - 1 + mostLines);
    const rest = lines.length - (from - 1) - shown.length;
    return [
      ...shown.map((line, index) => `${from + index}\t${shorten(line)}`),
      ...(rest > 0 ? [`[${rest} more lines: read from ${from + mostLines}]`] : []),
    ].join("\n");
  },
});

export const listTool: Tool = defineTool({
  name: "List",
  description: `Lists a directory, at most ${mostEntries} entries. Directories end in "/", links in "@" and are not followed.`,
  input: z.object({
    path: z.optional(path),
    deep: z.optional(z.boolean().check(z.describe("true also lists everything below, except .git and node_modules."))),
  }),
  async execute({ path = ".", deep = false }, { cwd, signal }) {
    const lines: string[] = [];
    for await (const entry of walkConfined(cwd, path, deep)) {
      signal.throwIfAborted();
      if (lines.length === mostEntries) {
        lines.push("[there are more: list a directory below]");
        break;
      }
      lines.push(entry.path + { file: "", directory: "/", link: "@", other: "" }[entry.kind]);
    }
    return lines.length === 0 ? "The directory is empty." : lines.join("\n");
  },
});

export const searchTool: Tool = defineTool({
  name: "Search",
  description: `Finds lines that contain a text, as "path:line: text", at most ${mostMatches}. The text is matched literally, not as a pattern. Skips .git, node_modules, links and binary files.`,
  input: z.object({
    text: z.string().check(z.minLength(1)),
    path: z.optional(path),
    ignoreCase: z.optional(z.boolean()),
  }),
  async execute({ text, path = ".", ignoreCase = false }, { cwd, signal }) {
    const fold = (line: string) => (ignoreCase ? line.toLowerCase() : line);
    const wanted = fold(text);
    const found: string[] = [];
    for await (const entry of walkConfined(cwd, path, true)) {
      signal.throwIfAborted();
      if (entry.kind !== "file") continue;
      const content = await readConfined(cwd, entry.path).catch(() => "");
      if (!fold(content).includes(wanted)) continue;
      for (const [index, line] of content.split("\n").entries()) {
        if (!fold(line).includes(wanted)) continue;
        if (found.length === mostMatches) return [...found, "[there are more: search below a directory]"].join("\n");
        found.push(`${entry.path}:${index + 1}: ${shorten(line.trim())}`);
      }
    }
    return found.length === 0 ? "No line holds that text." : found.join("\n");
  },
});

function shorten(line: string): string {
  return line.length <= longestLine ? line : `${line.slice(0, longestLine)}…`;
}
