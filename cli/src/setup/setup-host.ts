import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type HostFile, type HostName, hosts, readPluginFile, toShownPlugin } from "@yourcall/hosts";
import type { Values } from "../command.ts";
import * as commands from "../commands/setup.ts";
import { info, print } from "../print.ts";
import { exitCodes, runCommand } from "../run-command.ts";
import { changeFiles, type FileChange } from "./change-files.ts";
import { mcpClients, type Places } from "./mcp-clients.ts";
import { SettingsFault } from "./replace-file.ts";
import { addMcpServer, hereCommand, herePlaces, toChange, toJsonEdit } from "./setup-mcp.ts";

type Flags = Values<(typeof commands.setupHost)["options"]>;

/** `yourcall setup HOST`: its own questions and approvals, and the MCP server, each with a yes of its own. */
export function setupHost(name: HostName): (args: string[]) => Promise<number> {
  return (args) =>
    runCommand(commands.setupHost, args, async ({ values }) => {
      const client = mcpClients[name];
      const all = values.questions !== true && values.mcp !== true;
      const codes: number[] = [];
      if (all || values.questions === true) codes.push(await connectHost(name, values));
      if (client !== undefined && (all || values.mcp === true)) codes.push(await addMcpServer(name, client, values));
      // A person who wants only one of the two has not refused.
      return Math.min(...codes);
    });
}

async function connectHost(name: HostName, values: Flags): Promise<number> {
  const { title, next } = hosts[name];
  const removes = values.remove === true;
  const files = hostFiles(name, herePlaces());
  if (values.print !== true) info(`${title}'s own questions and approvals, in yourcall too:`);
  else if (!removes)
    for (const file of files)
      await print(
        `# ${file.file}\n${file.kind === "own" ? toShownPlugin(file.text) : toFileChange(file, false).edit("", undefined)}`,
      );
  const unchanged = removes
    ? `There is nothing from yourcall in ${files.map(({ file }) => file).join(" or ")}.`
    : `${title}'s own questions are already set up.`;
  const done = await changeFiles(
    files.map((file) => toFileChange(file, removes)),
    values,
    unchanged,
  );
  if (done === "changed" && !removes) info(`${next} \`yourcall setup ${name} --questions --remove\` removes it.`);
  return done === "refused" ? exitCodes.failure : 0;
}

/** What connects a host on this machine. */
export function hostFiles(name: HostName, places: Places): HostFile[] {
  const { YOURCALL_HOME, YOURCALL_URL, YOURCALL_TOKEN } = places.env;
  const set = Object.entries({ YOURCALL_HOME, YOURCALL_URL, YOURCALL_TOKEN });
  const env = Object.fromEntries(set.flatMap(([key, value]) => (value ? [[key, value]] : [])));
  const bundle = (file: string) => readFileSync(join(__dirname, "hosts", file), "utf8");
  return hosts[name].files(places, { host: name, command: hereCommand(), env }, bundle);
}

function toFileChange(file: HostFile, removes: boolean): FileChange {
  if (file.kind === "json") return toChange(toJsonEdit(file.file, file.entries, file.comments), removes);
  return {
    file: file.file,
    removes,
    edit(text) {
      if (text !== "" && readPluginFile(text) === null) throw new SettingsFault("yourcall did not write it");
      return removes ? "" : file.text;
    },
    goes: (text) => removes && readPluginFile(text) !== null,
    // There is no version without yourcall to keep.
    isClean: () => false,
    shown: toShownPlugin,
    // It may contain a token.
    mode: 0o600,
  };
}
