import { type RefObject, useState } from "react";
import { QuietButton } from "./buttons.tsx";

interface CopyButtonProps {
  text: () => string;
  /** If the page may not write to the clipboard, this content is selected, to be copied by hand. */
  place?: RefObject<HTMLElement | null>;
  /** Whether somebody who goes here from a field has not left it. */
  keeps?: boolean;
}

/** Copies a text and says so. */
export function CopyButton({ text, place, keeps }: CopyButtonProps) {
  const [words, setWords] = useState("Copy");
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text());
      setWords("Copied");
    } catch {
      if (place?.current) getSelection()?.selectAllChildren(place.current);
      // Selected text would be replaced by the next key.
      else setWords("Could not copy");
    }
  }
  return <QuietButton words={words} onPress={() => void copy()} keeps={keeps} />;
}
