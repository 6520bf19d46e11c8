import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type Host,
  type HostFile,
  type HostName,
  hosts,
  type PluginSettings,
  readPluginFile,
  toShownPlugin,
} from "@yourcall/hosts";
import type { Values } from "../command.ts";
import * as commands from "../commands/setup.ts";
import { configFile } from "../hub/read-config.ts";
import { info, print } from "../print.ts";
import { exitCodes, runCommand, UsageError } from "../run-command.ts";
import { changeFiles, type FileChange, isChange, planChanges } from "./change-files.ts";
import { toHooksChange } from "./edit-hooks.ts";
import { refuseHumanToken, toHubEnv } from "./hub-env.ts";
import { mcpClients, type Places } from "./mcp-clients.ts";
import { SettingsFault } from "./replace-file.ts";
import { addMcpServer, hereCommand, herePlaces, toChange, toJsonEdit } from "./setup-mcp.ts";

type Flags = Values<(typeof commands.setupHost)["options"]>;

/** `yourcall setup HOST`: its own questions and approvals, and the MCP server, each with a yes of its own. */
export function setupHost(name: HostName): (args: string[]) => Promise<number> {
  return (args) =>
    runCommand(commands.setupHost, args, async ({ values }) => {
      const client = mcpClients[name];
      if (values.approvals === true && hosts[name].nextApprovals === undefined)
        throw new UsageError(`${hosts[name].title} needs no --approvals: they come with its questions.`);
      if (values.hooks === true && hosts[name].nextHooks === undefined)
        throw new UsageError(`${hosts[name].title} needs no --hooks.`);
      const all = values.questions !== true && values.mcp !== true;
      const codes: number[] = [];
      const { isOnRequest } = hosts[name];
      const isOffered = isOnRequest === undefined || (isOnRequest === "offer" && values.yes !== true);
      if ((all && (values.remove === true || isOffered)) || values.questions === true)
        codes.push(await connectHost(name, values));
      if (client !== undefined && (all || values.mcp === true)) codes.push(await addMcpServer(name, client, values));
      // A person who wants only one of the two has not refused.
      return Math.min(...codes);
    });
}

async function connectHost(name: HostName, values: Flags): Promise<number> {
  const { title, next, nextApprovals, nextHooks, refuse, isOnRequest }: Host = hosts[name];
  const refusal = values.remove === true ? undefined : refuse?.(toSettings(name, herePlaces()));
  if (refusal !== undefined) throw new UsageError(refusal);
  const removes = values.remove === true;
  if (!removes) refuseHumanToken(process.env);
  const withApprovals = values.approvals === true;
  const files = hostFiles(name, herePlaces())
    .filter((file) => removes || file.kind === "json" || file.only === undefined || values[file.only] === true)
    .map((file) =>
      file.kind === "hooks" && withApprovals ? { ...file, groups: file.withApprovals ?? file.groups } : file,
    );
  const waits = isOnRequest !== undefined;
  const what = `${title}'s own questions${waits && !withApprovals ? "" : " and approvals"}`;
  const where = waits ? "in yourcall first, and in its own window only after five minutes" : "in yourcall too";
  if (values.print !== true) info(removes ? `${what}:` : `${what}, ${where}:`);
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
    waits && !removes ? { first: "no", otherwise: "Use --questions --yes to write the change" } : undefined,
  );
  if (done === "changed" && !removes) {
    info(`${next} \`yourcall setup ${name} --questions --remove\` removes it.`);
    if (withApprovals && nextApprovals !== undefined) info(nextApprovals);
    if (values.hooks === true && nextHooks !== undefined) info(nextHooks);
  }
  return done === "refused" ? exitCodes.failure : 0;
}

/** Whether anything here connects a host's own questions, so that `--remove` would change it. */
export function asksThroughYourcall(name: HostName, places: Places): boolean {
  return planChanges(hostFiles(name, places).map((file) => toFileChange(file, true))).some(isChange);
}

/** What connects a host on this machine. */
export function hostFiles(name: HostName, places: Places): HostFile[] {
  const bundle = (file: string) => readFileSync(join(__dirname, "hosts", file), "utf8");
  return hosts[name].files(places, toSettings(name, places), bundle);
}

function toSettings(host: HostName, places: Places): PluginSettings {
  return { host, config: configFile(places.env), command: hereCommand(), env: toHubEnv(places.env) };
}

function toFileChange(file: HostFile, removes: boolean): FileChange {
  if (file.kind === "hooks") return toHooksChange(file.file, file.groups, removes, file.comments);
  if (file.kind === "json") return toSettingsChange(file, removes);
  return {
    file: file.file,
    removes,
    edit(text) {
      if (text !== "" && readPluginFile(text) === null) throw new SettingsFault("yourcall did not write it");
      return removes ? "" : file.text;
    },
    goes: (text) => removes && readPluginFile(text) !== null,
    inOwnDirectory: file.inOwnDirectory,
    // There is no version without yourcall to keep.
    isClean: () => false,
    shown: toShownPlugin,
    // It may contain a token.
    mode: 0o600,
  };
}

function toSettingsChange(file: HostFile & { kind: "json" }, removes: boolean): FileChange {
  const edit = toJsonEdit(file.file, file.entries, file.comments);
  const change = toChange(edit, removes);
  if (!removes || file.isShared !== true) return change;
  // Without a copy from before, `setup` found the entry there.
  const isOurs = (copy: string | undefined) => copy !== undefined && edit.remove(copy) === copy;
  return { ...change, edit: (text, copy) => (isOurs(copy) ? change.edit(text, copy) : text) };
}
