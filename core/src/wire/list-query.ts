import * as z from "zod/mini";
import { maxPageSize } from "../limits.ts";
import { type DeliveryState, deliveryStates, outcomeStatuses } from "../outcome-schemas.ts";
import { name } from "../schema-parts.ts";

export const listQuery = z.object({
  status: z.optional(z.enum(["pending", ...outcomeStatuses, "ended", "all"])),
  session: z.optional(name()),
  token: z.optional(name()),
  agent: z.optional(name()),
  key: z.optional(name()),
  delivery: z.optional(z.enum(deliveryStates)),
  q: z.optional(name()),
  order: z.optional(z.enum(["oldest", "newest"])),
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(maxPageSize))),
  cursor: z.optional(name()),
  notices: z.optional(z.literal("yes")),
});
/** The filters of a list. `q` searches questions, options, answers and comments. */
export interface AskQuery extends z.output<typeof listQuery> {
  /** A token's id: asks that were created, answered or declined with it. For people only. */
  token?: string;
  /** The name of an agent. */
  agent?: string;
  /** The key of a call. With it, `status` is `all` by default. */
  key?: string;
  /** Ended asks whose outcome is in this state. With it, `status` is `ended` by default. */
  delivery?: DeliveryState;
  /** Adds to each ask what became of the notifications about it. For people only. */
  notices?: "yes";
}
