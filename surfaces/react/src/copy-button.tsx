import { type RefObject, useState } from "react";
import { QuietButton } from "./buttons.tsx";

interface CopyButtonProps {
  text: string;
  /** If the page may not write to the clipboard, this content is selected, to be copied by hand. */
  place?: RefObject<HTMLElement | null>;
  /** Whether somebody who goes here from a field has not left it. */
  keeps?: boolean;
}

/** Copies a text and says so. */
export function CopyButton({ text, place, keeps }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      if (place?.current) getSelection()?.selectAllChildren(place.current);
    }
  }
  return <QuietButton words={copied ? "Copied" : "Copy"} onPress={() => void copy()} keeps={keeps} />;
}
