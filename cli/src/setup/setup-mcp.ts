import { homedir } from "node:os";
import { join, resolve } from "node:path";
import * as commands from "../commands/setup.ts";
import { info, print, warn } from "../print.ts";
import { exitCodes, runCommand } from "../run-command.ts";
import { type ChangeFlags, changeFiles, type FileChange } from "./change-files.ts";
import { toProgram } from "./claude-hooks.ts";
import { hasOwnHooks } from "./edit-hooks.ts";
import { isSameJson, type JsonEntry, putJson, removeJson } from "./edit-json.ts";
import { putToml, removeToml } from "./edit-toml.ts";
import { putYaml, removeYaml } from "./edit-yaml.ts";
import { readHubEnv, refuseHumanToken, toHubEnv } from "./hub-env.ts";
import { type Command, claudeCodeEntries, type McpClient, type Places, type ServerStart } from "./mcp-clients.ts";
import { readText } from "./replace-file.ts";

/** A settings file, and how to put our entries there and take them out again. */
interface Edit extends Pick<FileChange, "file" | "project" | "secret"> {
  put(text: string): string;
  remove(text: string): string;
  /** Whether something else of ours is in the file, so that the copy from before both has to stay. */
  hasMore?(text: string): boolean;
  /** Whether only space differs. */
  isSame?(one: string, other: string): boolean;
}

/** `yourcall setup NAME`, for the clients of the table. */
export function setupMcp(name: string, client: McpClient): (args: string[]) => Promise<number> {
  return (args) => runCommand(commands.setupMcp, args, ({ values }) => addMcpServer(name, client, values));
}

/** Adds the MCP server to a client's settings, or removes it. */
export async function addMcpServer(
  name: string,
  client: McpClient,
  values: ChangeFlags & { "no-instructions"?: boolean },
): Promise<number> {
  const places = herePlaces();
  const start = hereStart(settingsFile(client, places), values.remove === true);
  const code = await applyEdits(toEdits(client, places, values["no-instructions"] !== true, start), values, name);
  if (code === 0 && values.print !== true && values.remove !== true) {
    info(`Restart ${client.title} to use it. \`yourcall setup ${name} --remove\` removes it.`);
    if (client.tried !== true)
      warn(`These settings follow ${client.title}'s documentation; they were not tested with the program.`);
  }
  return code;
}

/** `yourcall setup claude --mcp`: the server for this project, for people who cannot use the hook. */
export async function setupClaudeMcp(values: ChangeFlags): Promise<number> {
  const file = resolve(".claude/settings.local.json");
  const start = hereStart(file, values.remove === true);
  const { server, local } = claudeCodeEntries(start);
  const project = process.cwd();
  const edits = [
    { ...toJsonEdit(resolve(".mcp.json"), [server], false), project },
    { ...toJsonEdit(file, local, false), project, secret: secretIn(start) },
  ];
  const code = await applyEdits(edits, values, "claude --mcp");
  if (code === 0 && values.print !== true && values.remove !== true)
    warn(
      "The hook is the better way with Claude Code: its own questions, without a time limit. `yourcall setup claude` adds it.",
    );
  return code;
}

/** Where the files of this person are. */
export function herePlaces(): Places {
  return { home: process.env.HOME || homedir(), env: process.env, platform: process.platform };
}

/** The edits that set up a client. */
export function toEdits(
  client: McpClient,
  places: Places,
  withInstructions: boolean,
  start: ServerStart,
): [Edit, ...Edit[]] {
  const file = settingsFile(client, places);
  const settings = { ...toSettingsEdit(client, file, start), secret: secretIn(start) };
  if (client.instructions === undefined || !withInstructions) return [settings];
  const instructions = join(client.directory(places), client.instructions);
  return [settings, { file: instructions, put: putLines, remove: removeLines }];
}

function toSettingsEdit(client: McpClient, file: string, start: ServerStart): Edit {
  switch (client.format) {
    case "toml":
      return toEdit(file, client.entries(start), putToml, removeToml);
    case "yaml":
      return toEdit(file, client.entries(start), putYaml, removeYaml);
    default:
      return toJsonEdit(file, client.entries(start), client.format === "jsonc");
  }
}

function settingsFile({ directory, file }: McpClient, places: Places): string {
  const place = directory(places);
  return join(place, typeof file === "string" ? file : file(place));
}

/** How a client is to start the server of this install. To remove it again, as the settings have it. */
function hereStart(file: string, isRemoval: boolean): ServerStart {
  const command = hereCommand();
  if (isRemoval) return { command, env: readHubEnv(readText(file) ?? "") };
  refuseHumanToken(process.env);
  return { command, env: toHubEnv(process.env) };
}

function secretIn({ env }: ServerStart): string | undefined {
  return env.YOURCALL_TOKEN === undefined ? undefined : "YOURCALL_TOKEN";
}

export function toJsonEdit(file: string, entries: readonly JsonEntry[], comments: boolean): Edit {
  const edit = toEdit(
    file,
    entries,
    (text, entry: JsonEntry) => putJson(text, entry, comments),
    (text, entry) => removeJson(text, entry, comments),
  );
  return { ...edit, hasMore: (text) => hasOwnHooks(text, comments), isSame: isSameJson };
}

type EditEntry<Entry> = (text: string, entry: Entry) => string;

function toEdit<Entry>(file: string, entries: readonly Entry[], put: EditEntry<Entry>, remove: EditEntry<Entry>): Edit {
  return { file, put: (text) => entries.reduce(put, text), remove: (text) => entries.reduce(remove, text) };
}

/** Adds or removes our entries. If nothing else has changed since, a removal restores the copy from before. */
export function toChange(
  { file, project, secret, put, remove, hasMore, isSame }: Edit,
  isRemoval: boolean,
): FileChange {
  // An earlier install may have added entries already.
  const isClean = (text: string) => remove(text) === text && hasMore?.(text) !== true;
  if (!isRemoval) return { file, project, secret, edit: put, isClean };
  return {
    file,
    project,
    removes: true,
    isClean,
    edit(text, copy) {
      const left = remove(text);
      if (copy === undefined || left === text) return left;
      return (isBefore(copy, text, put) || isSame?.(left, copy)) && isClean(copy) ? copy : left;
    },
    goes: (text, copy) => copy === undefined && text !== "" && text === put(""),
  };
}

function isBefore(copy: string, text: string, put: (text: string) => string): boolean {
  try {
    return copy !== text && put(copy) === text;
  } catch {
    return false;
  }
}

async function applyEdits(edits: readonly Edit[], values: ChangeFlags, name: string): Promise<number> {
  const removes = values.remove === true;
  // Printed before any file is read, so that it also helps people whose file cannot be edited.
  if (values.print === true && !removes) for (const { file, put } of edits) await print(`# ${file}\n${put("")}`);
  const unchanged = removes
    ? `There is nothing from yourcall in ${edits.map(({ file }) => file).join(" or ")}.`
    : `${name} is already set up.`;
  const changes = edits.map((edit) => toChange(edit, removes));
  return (await changeFiles(changes, values, unchanged)) === "refused" ? exitCodes.failure : 0;
}

/** How a shell starts this install. */
export function hereCommand(): Command {
  const program = toProgram(process.execPath, process.argv[1] ?? "", process.env);
  return "command" in program ? [program.command] : [program.node, program.entry];
}

/** For a client's instructions: the two lines that make its model use the tool. */
export const instructionLines = [
  "When a decision is the user's (requirements, taste, cost, risk, anything hard to undo), ask with the tool AskUserQuestion of the MCP server yourcall; do not guess, and do not ask in plain text.",
  'If it returns "pending", call get_answer with the id until there is an answer. Declined, expired and cancelled are not answers and approve nothing.',
] as const;

/** The text with these lines at its end. */
export function putLines(text: string): string {
  if (instructionLines.every((line) => text.includes(line))) return text;
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const gap = text === "" ? "" : text.endsWith("\n") ? eol : `${eol}${eol}`;
  return `${removeLines(text)}${gap}${instructionLines.join(eol)}${eol}`;
}

/** The text without these lines, wherever they are, and without the empty line before them. */
export function removeLines(text: string): string {
  return instructionLines.reduce((rest, line, index) => {
    const at = rest.indexOf(line);
    if (at === -1) return rest;
    const gap = index === 0 ? (/(?<=\n)\r?\n$/.exec(rest.slice(0, at))?.[0].length ?? 0) : 0;
    return rest.slice(0, at - gap) + rest.slice(at + line.length).replace(/^\r?\n/, "");
  }, text);
}
