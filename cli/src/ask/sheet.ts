import {
  type Ask,
  cleanText,
  formatIssues,
  parseSheet,
  renderSheet,
  toAskLeniently,
  toShowableJson,
} from "@yourcall/core";
import { exitCodes } from "../exit-codes.ts";
import { printHelp, sheetHelp } from "../help-texts.ts";
import { UsageError } from "../run-command.ts";
import { readJson, readText } from "./read-ask.ts";

/** `yourcall sheet render ASK.json` and `yourcall sheet parse ASK.json SHEET`: the sheet for editors and scripts. */
export async function run(args: string[]): Promise<number> {
  try {
    const [verb, askFile, sheetFile, ...rest] = args;
    if (verb === undefined || verb === "--help" || verb === "-h") {
      printHelp(sheetHelp);
      return verb === undefined ? exitCodes.usage : 0;
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
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`yourcall: ${cleanText(error.message)}\n`);
    return exitCodes.usage;
  }
}

// An editor may have an ask from any door, so use the lenient one.
function toAsk(value: unknown): Ask {
  const result = toAskLeniently(value);
  if ("issues" in result) throw new UsageError(`This is not an ask:\n${formatIssues(result.issues)}`);
  return result.ask;
}

/** Id and agent, if the file contains an ask from the hub. */
function infoOf(value: unknown): { id?: string; agent?: { name: string; cwd?: string } } {
  const { id, agent } = (typeof value === "object" && value !== null ? value : {}) as {
    id?: unknown;
    agent?: { name?: unknown; cwd?: unknown };
  };
  return {
    ...(typeof id === "string" ? { id } : {}),
    ...(typeof agent?.name === "string"
      ? { agent: { name: agent.name, ...(typeof agent.cwd === "string" ? { cwd: agent.cwd } : {}) } }
      : {}),
  };
}
