import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { exitCodes } from "../exit-codes.ts";
import { setupMcpHelp } from "../help-texts.ts";
import { runCommand } from "../run-command.ts";
import { print, say, tell } from "../say.ts";
import { type FileChange, isChange, makeChanges, planChanges, showChange } from "./change-files.ts";
import { type Program, toProgram } from "./claude-hooks.ts";
import { type JsonEntry, putJson, removeJson } from "./edit-json.ts";
import { putLines, removeLines } from "./edit-lines.ts";
import { putToml, removeToml } from "./edit-toml.ts";
import { type Command, claudeCodeEntries, type McpClient, type Places } from "./mcp-clients.ts";

const flag = { type: "boolean" } as const;
const options = {
  "no-instructions": flag,
  print: flag,
  remove: flag,
  yes: { ...flag, short: "y" },
} as const;

interface SetupFlags {
  print?: boolean;
  remove?: boolean;
  yes?: boolean;
}

/** A settings file, and how to put our entries there and take them out again. */
interface Edit {
  file: string;
  put(text: string): string;
  remove(text: string): string;
}

/** `yourcall setup NAME`, for the clients of the table. */
export function setupMcp(name: string, client: McpClient): (args: string[]) => Promise<number> {
  const setUp = async (values: SetupFlags & { "no-instructions"?: boolean }) => {
    const code = await applyEdits(toEdits(client, herePlaces(), values["no-instructions"] !== true), values, name);
    if (code === 0 && values.print !== true && values.remove !== true) {
      tell(`Restart ${client.title} to use it. \`yourcall setup ${name} --remove\` removes it.`);
      if (!client.tried)
        say(`These settings follow ${client.title}'s documentation; they were not tested with the program.`);
    }
    return code;
  };
  return (args) => runCommand(args, { options, help: setupMcpHelp }, ({ values }) => setUp(values));
}

/** `yourcall setup claude --mcp`: the server for this project, for those who cannot use the hook. */
export async function setupClaudeMcp(values: SetupFlags): Promise<number> {
  const { server, foreground } = claudeCodeEntries(hereCommand());
  const edits = [
    toJsonEdit(resolve(".mcp.json"), [server], false),
    toJsonEdit(resolve(".claude/settings.local.json"), [foreground], false),
  ];
  const code = await applyEdits(edits, values, "claude --mcp");
  if (code === 0 && values.print !== true && values.remove !== true)
    say(
      "The hook is the better way with Claude Code: its own questions, without a time limit. `yourcall setup claude` adds it.",
    );
  return code;
}

/** Where the files of this person are. */
export function herePlaces(): Places {
  return { home: process.env.HOME || homedir(), env: process.env, platform: process.platform };
}

/** The edits that set up a client. */
export function toEdits(client: McpClient, places: Places, withInstructions: boolean, command = hereCommand()): Edit[] {
  const directory = client.directory(places);
  const name = typeof client.file === "string" ? client.file : client.file(directory);
  const file = join(directory, name);
  const settings =
    client.format === "toml"
      ? toTomlEdit(file, client.entries(command))
      : toJsonEdit(file, client.entries(command), client.format === "jsonc");
  if (client.instructions === undefined || !withInstructions) return [settings];
  const lines = { file: join(directory, client.instructions), put: (text: string) => putLines(text) };
  return [settings, { ...lines, remove: (text) => removeLines(text) }];
}

function toTomlEdit(file: string, entries: Parameters<typeof putToml>[1][]): Edit {
  return {
    file,
    put: (text) => entries.reduce((edited, entry) => putToml(edited, entry), text),
    remove: (text) => entries.reduce((edited, entry) => removeToml(edited, entry), text),
  };
}

function toJsonEdit(file: string, entries: readonly JsonEntry[], comments: boolean): Edit {
  return {
    file,
    put: (text) => entries.reduce((edited, entry) => putJson(edited, entry, comments), text),
    remove: (text) => entries.reduce((edited, entry) => removeJson(edited, entry, comments), text),
  };
}

/** A change to or from our entries. A copy from before is put back whole if nothing but our entries came since. */
export function toChange({ file, put, remove }: Edit, isRemoval: boolean): FileChange {
  if (!isRemoval) return { file, edit: put };
  return {
    file,
    removes: true,
    edit: (text, copies) => copies.find((copy) => isBefore(copy, text, put)) ?? remove(text),
    goes: (text, copies) => copies.length === 0 && text !== "" && text === put(""),
  };
}

function isBefore(copy: string, text: string, put: (text: string) => string): boolean {
  try {
    return copy !== text && put(copy) === text;
  } catch {
    return false;
  }
}

async function applyEdits(
  edits: readonly Edit[],
  { print: only, remove = false, yes }: SetupFlags,
  name: string,
): Promise<number> {
  // Before a file is read, for those whose file cannot be edited.
  if (only === true && !remove) for (const { file, put } of edits) await print(`${comment(file)}\n${put("")}`);
  const planned = planChanges(edits.map((edit) => toChange(edit, remove)));
  if (only === true) {
    for (const change of planned) showChange(change);
    return 0;
  }
  if (!planned.some(isChange)) {
    tell(
      remove
        ? `Nothing of yourcall is in ${edits.map(({ file }) => file).join(" or ")}.`
        : `${name} is already set up.`,
    );
    return 0;
  }
  return (await makeChanges(planned, yes === true)) ? 0 : exitCodes.failure;
}

const comment = (file: string) => `# ${file}`;

function hereCommand(): Command {
  const program: Program = toProgram(process.execPath, process.argv[1] ?? "", process.env);
  return "command" in program ? [program.command] : [program.node, program.entry];
}
