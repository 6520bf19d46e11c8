import type { KeyboardEvent } from "react";

/** Whether this is the repeat of a held key that would press a button. */
export function isHeldPress({ repeat, key }: KeyboardEvent): boolean {
  return repeat && (key === "Enter" || key === " ");
}

/** Whether a key could answer, in a card that cannot yet tell typing from commands. */
export function couldAnswer({ key, target }: KeyboardEvent): boolean {
  return key === "Enter" ? !(target as Element).matches("textarea") : key.length === 1 && !isField(target as Element);
}

/** Whether keys pressed here are text. */
export function isField(target: Element): boolean {
  return (
    target.matches("textarea, input:not([type=radio], [type=checkbox], [type=button], [type=submit])") ||
    (target as HTMLElement).isContentEditable
  );
}
