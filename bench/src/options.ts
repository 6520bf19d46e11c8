import { parseArgs } from "node:util";
import { WrongUsage } from "./wrong-usage.ts";

export interface Options {
  rounds: number;
  warmup: number;
  /** How often all of it is done with new processes. */
  sittings: number;
  /** Measure only what has this in its name. */
  only: string | undefined;
}

/** The options all subjects share. */
export function parseOptions(args: string[], defaults: { rounds: string; warmup: string; sittings?: string }): Options {
  const values = parse(args);
  if (values.sittings !== undefined && defaults.sittings === undefined)
    throw new WrongUsage("--sittings is for the hub; here every round starts new processes.");
  return {
    rounds: toCount("rounds", values.rounds ?? defaults.rounds, 1),
    warmup: toCount("warmup", values.warmup ?? defaults.warmup, 0),
    sittings: toCount("sittings", values.sittings ?? defaults.sittings ?? "1", 1),
    only: values.only,
  };
}

function parse(args: string[]) {
  try {
    const text = { type: "string" } as const;
    return parseArgs({ args, options: { rounds: text, warmup: text, sittings: text, only: text } }).values;
  } catch (error) {
    throw new WrongUsage(error instanceof Error ? error.message : String(error));
  }
}

function toCount(name: string, text: string, least: number): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < least) throw new WrongUsage(`--${name} takes a whole number from ${least}.`);
  return count;
}
