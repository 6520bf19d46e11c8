import type { SameAsks } from "@yourcall/client/internal";
import { useState } from "react";

interface ListedBatch {
  /** The open ask for which this list was made. */
  open: string;
  ids: readonly string[];
}

/**
 * The asks that the card of the open ask answers, as they were when it was opened: one that arrives later, or that ends, does not change
 * what is under the person's hands. `more` is how many others are the same now; `add` lists those too.
 */
export function useBatch(open: string | undefined, rows: readonly SameAsks[]) {
  const [listed, setListed] = useState<ListedBatch>();
  const pending = rows.find(({ asks }) => asks.some(({ id }) => id === open))?.pending.map(({ id }) => id) ?? [];
  const isListed = listed !== undefined && listed.open === open;
  if (open !== undefined && !isListed && pending.length > 0) setListed({ open, ids: pending });
  const ids = isListed ? listed.ids : pending;
  const more = pending.filter((id) => !ids.includes(id)).length;
  return {
    ids: ids.length > 1 ? ids : undefined,
    more,
    add: () => open !== undefined && setListed({ open, ids: pending }),
    /** Only the open one, from now on. */
    leave: () => open !== undefined && setListed({ open, ids: [open] }),
  };
}
