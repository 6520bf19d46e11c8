import { type Ask, denyRow } from "@yourcall/core";

/** The rows of an approval in the order in which they are shown: Deny first, so that it gets the focus first. */
export function approvalRows(ask: Ask): number[] {
  const deny = denyRow(ask);
  const rows = (ask.questions[0]?.options ?? []).map((_, row) => row);
  return deny < 0 ? rows : [deny, ...rows.filter((row) => row !== deny)];
}
