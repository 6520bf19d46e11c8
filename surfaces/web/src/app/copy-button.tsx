import { useState } from "react";

interface CopyButtonProps {
  /** A function for a text that takes long to make. */
  text: string | (() => string);
  label: string;
  /** For screen readers. */
  name?: string;
  /** Which kind of button. */
  className?: string;
}

/** Copies a text and says so on the button, which keeps its size so that nothing moves under the pointer. */
export function CopyButton({ text, label, name, className = "quiet" }: CopyButtonProps) {
  const [copied, setCopied] = useState<string>();
  async function copy(): Promise<void> {
    try {
      // `clipboard` is missing on a page served from another machine without https.
      await navigator.clipboard.writeText(typeof text === "string" ? text : text());
      setCopied("Copied");
    } catch {
      setCopied("Could not copy");
    }
  }
  return (
    <button
      type="button"
      className={`copy ${className}`}
      onClick={copy}
      onBlur={() => setCopied(undefined)}
      aria-label={copied === undefined ? name : undefined}
    >
      <span aria-live="polite">{copied ?? label}</span>
      <span className="copy-room" aria-hidden="true">
        {label}
      </span>
    </button>
  );
}

/** A command for a terminal. */
export function Command({ text, name = "Copy the command" }: { text: string; name?: string }) {
  return (
    <div className="command">
      <pre>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} label="Copy" name={name} className="small" />
    </div>
  );
}
