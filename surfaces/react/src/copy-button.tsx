import { type RefObject, useState } from "react";
import { QuietButton } from "./buttons.tsx";

/** Copies a text and says so. If the page may not write to the clipboard, the content of `place` is selected, to be copied by hand. */
export function CopyButton({ text, place }: { text: () => string; place: RefObject<HTMLElement | null> }) {
  const [copied, setCopied] = useState(false);
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text());
      setCopied(true);
    } catch {
      if (place.current !== null) getSelection()?.selectAllChildren(place.current);
    }
  }
  return <QuietButton words={copied ? "Copied" : "Copy"} onPress={() => void copy()} />;
}
