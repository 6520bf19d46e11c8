import type { ShownCard } from "./shown-card.ts";

/** A secondary action. */
export function QuietButton({ words, onPress }: { words: string; onPress: () => void }) {
  return (
    <button type="button" className="yc-quiet" onClick={onPress}>
      {words}
    </button>
  );
}

/** The button on the right, which continues or sends. */
export function SendButton({
  card,
  words,
  name,
  tone,
  onPress,
}: {
  card: ShownCard;
  words: string;
  name?: string;
  tone?: "danger";
  onPress: () => void;
}) {
  const sending = card.phase === "sending";
  return (
    <button
      type="button"
      id={name && card.id(name)}
      className={card.part("send")}
      data-tone={tone}
      aria-disabled={sending}
      // The second half of a double click must not confirm what the first half has brought up here.
      onClick={(event) => event.detail < 2 && onPress()}
    >
      {sending ? "Sending…" : words}
    </button>
  );
}
