import type { AnsweringEnd, Ask, Key } from "@yourcall/core";
import { startGrantChoice, toChosenEffect, toGrantBody } from "@yourcall/core/internal";
import type { GrantBody, GrantOffers } from "@yourcall/core/internal/wire";
import { type GrantForm, grantFormPage, grantHint, onGrantKey, toGrantLine } from "./view/grant-form.ts";
import type { ViewContext } from "./view/view-frame.ts";

/**
 * What is allowed for a while along with an approval, in a form that a key opens over it. `onChange` is called when what is shown has
 * changed; with true if it is another page.
 */
export function chooseGrant(
  ask: Ask,
  findOffers: (() => Promise<GrantOffers | undefined>) | undefined,
  onChange: (isOtherPage: boolean) => void,
) {
  let offers: GrantOffers | undefined;
  let form: GrantForm | null = null;
  let isOpen = false;
  if (ask.kind === "approval")
    void findOffers?.().then((found) => {
      if (found === undefined || found.covers.length === 0) return;
      offers = found;
      onChange(false);
    });

  function open(): void {
    const choice = offers && startGrantChoice(offers);
    if (offers === undefined || choice === undefined) return;
    form ??= { ask, offers, choice, row: 0 };
    isOpen = true;
    onChange(true);
  }

  function take(next: ReturnType<typeof onGrantKey>): void {
    if (next === null) return;
    isOpen = next !== "keep" && next !== "drop";
    if (next !== "keep") form = next === "drop" ? null : next;
    onChange(!isOpen);
  }

  return {
    isOpen: () => isOpen,
    /** What a key does: in the form, or `w`, which opens it where `mayOpen`. Null if it is for the ask. */
    onKey(key: Key, mayOpen: boolean): (() => void) | null {
      if (isOpen && form !== null) {
        const now = form;
        return () => take(onGrantKey(now, key));
      }
      const isOwn = key.text === "w" && key.ctrl !== true && key.alt !== true;
      return isOwn && mayOpen && offers !== undefined ? open : null;
    },
    /** A click on a row of the form. */
    focus(row: number) {
      if (form !== null) take({ ...form, row });
    },
    /** Only an answer that allows once allows more for a while. */
    addTo(end: AnsweringEnd): AnsweringEnd & { grant?: GrantBody } {
      if (form === null || end.type !== "submitted" || toChosenEffect(ask, end.answers) !== "allow-once") return end;
      return { ...end, grant: toGrantBody(form.choice, Date.now()) };
    },
    /** The form, or a line below the ask that says what is chosen, or how to choose. */
    view({ glyphs, footer }: Pick<ViewContext, "glyphs" | "footer">, mayOpen: boolean): Partial<ViewContext> {
      const now = Date.now();
      const shown = form;
      if (isOpen && shown !== null)
        return {
          page: (width) => grantFormPage(shown, width, glyphs, now),
          offer: { question: "", answers: grantHint(glyphs) },
          footer: undefined,
        };
      if (!mayOpen || offers === undefined) return {};
      const words =
        shown === null ? "w allow for a while" : `Allow once also allows ${toGrantLine(shown, now)}. w change`;
      return { footer: footer === undefined ? words : `${words}   ${footer}` };
    },
  };
}
