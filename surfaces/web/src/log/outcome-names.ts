import type { OutcomeStatus } from "@yourcall/core";

/** How an ask ended, as the page says it. */
export const outcomeNames: Record<OutcomeStatus, string> = {
  answered: "answered",
  declined: "declined",
  cancelled: "withdrawn",
  expired: "expired",
};
