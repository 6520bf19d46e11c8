import { useState } from "react";

/** Copies a text and says so on the button, which keeps its size so that nothing moves under the pointer. */
export function CopyButton({
  text,
  label,
  name,
}: {
  text: string;
  label: string /** For screen readers. */;
  name?: string;
}) {
  const [copied, setCopied] = useState<string | null>(null);
  async function copy(): Promise<void> {
    try {
      // Missing on a page from another machine without https.
      await navigator.clipboard.writeText(text);
      setCopied("Copied");
    } catch {
      setCopied("Could not copy");
    }
  }
  return (
    <button
      type="button"
      className="quiet copy"
      onClick={copy}
      onBlur={() => setCopied(null)}
      aria-label={copied === null ? name : undefined}
    >
      <span aria-live="polite">{copied ?? label}</span>
      <span className="copy-room" aria-hidden="true">
        {label}
      </span>
    </button>
  );
}
