import { toLocalTime } from "@yourcall/core/internal";
import { useHydrated } from "../card-head.tsx";
import { CopyButton } from "../copy-button.tsx";
import type { ShownCard } from "../shown-card.ts";
import { toDraftText } from "./draft-text.ts";
import { isOwn, toEndText, tones } from "./end-line.tsx";

/** Below a field that somebody is typing in although the ask has ended: what happened, and a way to copy the words. */
export default function KeptLine({ card }: { card: ShownCard }) {
  const { ended } = card;
  const here = useHydrated();
  if (ended === undefined) return null;
  const at = here ? toLocalTime(ended.at, Date.now()) : "";
  const [title, text] = toEndText(ended, { own: isOwn(card, ended), doing: undefined, at });
  return (
    <div className="yc-kept-line">
      <p className="yc-line" role="status" data-tone={tones[ended.status]}>
        <span>
          <strong>{title}</strong> {text} Your words are kept, not sent.
        </span>
      </p>
      <CopyButton text={() => toDraftText(card.state)} keeps />
    </div>
  );
}
