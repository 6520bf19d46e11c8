import type { Options } from "./options.ts";

/**
 * Lets every subject have its turn in every round, every other round backwards, so that a slow spell of the machine or a heavy
 * neighbour affects all of them. Rounds of warm-up do not count.
 */
export async function takeTurns<Subject>(
  subjects: readonly Subject[],
  { rounds, warmup }: Pick<Options, "rounds" | "warmup">,
  turn: (subject: Subject, counts: boolean) => Promise<void>,
): Promise<void> {
  for (let round = 0; round < warmup + rounds; round++) {
    console.error(round < warmup ? `warm-up ${round + 1} of ${warmup}` : `round ${round - warmup + 1} of ${rounds}`);
    for (const subject of round % 2 === 0 ? subjects : subjects.toReversed()) await turn(subject, round >= warmup);
  }
}
