import { editedText, toEditable } from "@yourcall/core/internal";
import { LabelledField } from "../field.tsx";
import type { ShownCard } from "../shown-card.ts";
import Diff from "./diff.tsx";

/** What the person changes before they allow the call, and how that differs from what was asked for. */
export function Edited({ card }: { card: ShownCard }) {
  const { state, typingIn, id } = card;
  const before = toEditable(state.ask);
  const after = editedText(state);
  if (before === undefined) return null;
  const isOpen = state.field === "edited" || typingIn === id("edited");
  const rows = Math.min(12, state.edited.text.split("\n").length + 1);
  return (
    <>
      {isOpen && <LabelledField card={card} field="edited" label="What will run" rows={rows} />}
      {after !== null && (
        <figure className="yc-evidence" aria-label="What you changed">
          <Diff edits={[{ path: "", before, after }]} />
        </figure>
      )}
    </>
  );
}
