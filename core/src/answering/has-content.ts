import type { Draft } from "./draft.ts";

/** Is there anything in the draft that a person chose or typed? Looking at an ask leaves an empty one behind. */
export function hasContent({ entries, comment, reason }: Draft): boolean {
  return (
    [comment, reason].some((text) => text !== "") ||
    entries.some(
      ({ selectedOptions, other, note, skipped }) =>
        selectedOptions.length > 0 || other !== "" || note !== "" || skipped,
    )
  );
}

/** Do the two say the same? */
export function isSameDraft(one: Draft, other: Draft): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
