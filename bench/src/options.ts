import { parseArgs } from "node:util";
import { messageOf } from "../../core/src/errors.ts";

/** A mistake on the command line: shown with the usage, without a stack trace. */
export class WrongUsage extends Error {}

export interface Options {
  rounds: number;
  warmup: number;
  /** How often everything is repeated with new processes. */
  sittings: number;
  /** Measure only subjects with this in their name. */
  only: string | undefined;
  /** Small counts, for work on the bench itself. */
  quick: boolean;
  /** Whether the figures go into RESULTS.md. */
  isWhole: boolean;
}

interface Defaults {
  rounds: number;
  warmup: number;
  sittings?: number;
}

/** The options all subjects share. Only a subject with defaults for it takes `--quick`. */
export function parseOptions(args: string[], full: Defaults, forQuick?: Defaults): Options {
  const { quick, only, ...given } = parse(args);
  if (quick && forQuick === undefined) throw new WrongUsage("--quick is for hub, postgres and phone.");
  const { sittings, rounds, warmup } = { ...full, ...(quick ? forQuick : {}) };
  if (given.sittings !== undefined && sittings === undefined)
    throw new WrongUsage("--sittings is for the hub; here every round starts new processes.");
  return {
    rounds: toCount("rounds", given.rounds ?? rounds, 1),
    warmup: toCount("warmup", given.warmup ?? warmup, 0),
    sittings: toCount("sittings", given.sittings ?? sittings ?? 1, 1),
    ...{ only, quick, isWhole: only === undefined && !quick },
  };
}

function parse(args: string[]) {
  try {
    const text = { type: "string" } as const;
    const quick = { type: "boolean", default: false } as const;
    return parseArgs({ args, options: { rounds: text, warmup: text, sittings: text, only: text, quick } }).values;
  } catch (error) {
    throw new WrongUsage(messageOf(error));
  }
}

function toCount(name: string, value: string | number, least: number): number {
  const count = Number(value);
  if (!Number.isInteger(count) || count < least) throw new WrongUsage(`--${name} takes a whole number from ${least}.`);
  return count;
}
