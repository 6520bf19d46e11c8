import * as z from "zod/mini";

// What a hub and its clients send each other about the chain of records.

const text = z.string();

const entry = z.object({
  /** Grows in the order in which asks ended. */
  sequence: z.int(),
  ask: text,
  /** The SHA-256 of `record`. */
  digest: text,
  /** The SHA-256 of the hash before, `sequence`, `ask` and `digest`, each on a line of its own. */
  hash: text,
  /** The ask and its outcome, as JSON. Absent if it was deleted. */
  record: z.optional(text),
  /** It was deleted by the hub, because of `keep`. */
  forgotten: z.optional(z.boolean()),
});
/** An ended ask in the chain of records. */
export interface WireChainEntry extends z.output<typeof entry> {}

export const chainQuery = z.object({ after: z.optional(z.coerce.number().check(z.int(), z.minimum(0))) });
export const chainPage = z.object({ entries: z.array(entry) });

export const checked = z.object({
  records: z.int(),
  forgotten: z.int(),
  /** The hash of the last entry. A copy of it kept elsewhere shows that nothing before was changed. */
  head: text,
  /** Where the chain breaks, and why. */
  fault: z.optional(z.object({ ask: text, why: text })),
});
/** What became of a check of the chain. */
export interface WireChecked extends z.output<typeof checked> {}
