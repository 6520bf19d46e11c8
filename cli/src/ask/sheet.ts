import { type Ask, formatIssues, parseSheet, renderSheet, toAskLeniently } from "@yourcall/core";
import { toShowableJson } from "@yourcall/core/internal";
import { sheet } from "../commands/sheet.ts";
import { exitCodes, runCommand, showHelp, UsageError } from "../run-command.ts";
import { readJson, readText } from "./read-ask.ts";

/** `yourcall sheet render ASK.json` and `yourcall sheet parse ASK.json SHEET`: the sheet for editors and scripts. */
export function run(args: string[]): Promise<number> {
  return runCommand(sheet, args, async ({ positionals }) => {
    const [verb, askFile, sheetFile, ...rest] = positionals;
    if (verb === undefined) {
      await showHelp(sheet);
      return exitCodes.usage;
    }
    if (verb === "render" && askFile !== undefined && sheetFile === undefined) {
      const value = await readJson(askFile);
      process.stdout.write(renderSheet(toAsk(value), infoOf(value)));
      return 0;
    }
    if (verb === "parse" && askFile !== undefined && sheetFile !== undefined && rest.length === 0) {
      const result = parseSheet(await readText(sheetFile), toAsk(await readJson(askFile)));
      process.stdout.write(`${toShowableJson(result)}\n`);
      return result.errors.length === 0 ? 0 : exitCodes.usage;
    }
    throw new UsageError("Use: yourcall sheet render ASK.json, or yourcall sheet parse ASK.json SHEET.");
  });
}

// An editor may have an ask from any door, so use the lenient one.
function toAsk(value: unknown): Ask {
  const result = toAskLeniently(value);
  if ("issues" in result) throw new UsageError(`This is not an ask:\n${formatIssues(result.issues)}`);
  return result.ask;
}

/** Id and agent, if the file contains an ask from the hub. */
function infoOf(value: unknown) {
  const { id, agent } = (value ?? {}) as { id?: unknown; agent?: { name?: unknown; cwd?: unknown } };
  const text = (given: unknown) => (typeof given === "string" ? given : undefined);
  const name = text(agent?.name);
  return { id: text(id), agent: name === undefined ? undefined : { name, cwd: text(agent?.cwd) } };
}
