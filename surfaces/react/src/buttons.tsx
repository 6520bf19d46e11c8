import { KeyCap } from "./icon.tsx";
import type { ShownCard } from "./shown-card.ts";

/** A secondary action, with the key that does the same. */
export function QuietButton({
  words,
  letter,
  off,
  onPress,
  keeps,
}: {
  words: string;
  letter?: string | undefined;
  /** Whether the key does nothing now. */
  off?: boolean;
  onPress: () => void;
  /** Whether pressing it leaves the focus where it is. */
  keeps?: boolean | undefined;
}) {
  return (
    <button
      type="button"
      className="yc-quiet"
      data-keeps={keeps}
      onMouseDown={(event) => keeps && event.preventDefault()}
      onClick={onPress}
    >
      {words}
      {letter && <KeyCap name={letter} off={off} />}
    </button>
  );
}

/** The button on the right, which continues or sends. */
export function SendButton({
  card,
  words,
  name,
  tone,
  ready = true,
  onPress,
}: {
  card: ShownCard;
  words: string;
  name?: string;
  tone?: "danger";
  /** Whether pressing it will send. If not, it can still be pressed, and the card says why. */
  ready?: boolean;
  onPress: () => void;
}) {
  const sending = card.phase === "sending";
  return (
    <button
      type="button"
      id={name && card.id(name)}
      className={card.part("send")}
      data-tone={tone}
      data-busy={sending}
      aria-disabled={sending || !ready}
      // The second click of a double click must not confirm what the first one brought up here.
      onClick={(event) => event.detail < 2 && onPress()}
    >
      {/* The label stays in the layout while sending, so that the button keeps its width. */}
      <span>{words}</span>
      {sending && <span className="yc-busy">Sending</span>}
    </button>
  );
}

/** What a button says if the answer goes to several asks: `Allow once (6)`. */
export function toCounted(words: string, count = 1): string {
  return count === 1 ? words : `${words} (${count})`;
}
