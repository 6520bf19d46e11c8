import type { Outcome } from "@yourcall/core";

/** The exit codes of `ask` and `wait`; scripts branch on them. */
export const exitCodes = {
  answered: 0,
  failure: 1,
  usage: 2,
  declined: 3,
  expired: 4,
  cancelled: 5,
  pending: 6,
  interrupted: 130,
} as const;

/** What a command that asks exits with. */
export interface ExitCodes {
  toExitCode(outcome: Outcome): number;
  failure: number;
}

export function toExitCode(outcome: Outcome): number {
  return exitCodes[outcome.status];
}
