import { type Ask, toVerdict } from "@yourcall/core";
import type { Decision } from "./follow-dialog.ts";

/** What the record says then. */
export const noteLost = "the note was not passed on";

/** Whether the person wrote something for which the host has no place: with what they allow, or why they decline to answer. */
export function losesNote(ask: Ask, decision: Decision): boolean {
  if (ask.kind !== "approval") return decision.status === "declined" && Boolean(decision.reason?.trim());
  const { isAllowed, remark } = toVerdict(ask, decision);
  return isAllowed && remark !== "";
}
