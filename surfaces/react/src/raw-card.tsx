import { cleanText } from "@yourcall/core";
import { typingIgnored } from "@yourcall/core/internal";
import { useEffect, useRef, useState } from "react";
import type { CardProps } from "./card-props.ts";
import { guardKeys } from "./guard-keys.ts";
import { isHeldPress } from "./key-targets.ts";
import { toParts } from "./shown-card.ts";
import { useAnswering } from "./use-answering.ts";

const nothing = { kind: "question" as const, questions: [] };

/** An ask that cannot be shown: its raw text, and a way to decline it. */
export default function RawCard(props: CardProps) {
  const part = toParts(props.classNames);
  const { act, phase, failure, sent } = useAnswering(nothing, props);
  const root = useRef<HTMLElement>(null);
  const [ignored, setIgnored] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    if (root.current !== null)
      guardKeys(root.current, { signal, onIgnored: () => setIgnored(true) }).changed({ approval: false });
    return () => leaving.abort();
  }, []);
  return (
    <section
      ref={root}
      className={part("card")}
      data-state={sent === null ? "malformed" : "declined"}
      aria-label="Question"
      onKeyDown={(event) => {
        if (isHeldPress(event)) event.preventDefault();
      }}
    >
      <div className={part("banner")} data-tone="warning">
        <p>
          <strong>{sent === null ? "This question cannot be shown." : "Declined."}</strong>{" "}
          {sent === null && "The agent sent something that is not a question. This is all of it."}
        </p>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling parts must be reachable by keyboard */}
      <pre className="yc-raw" dir="auto" tabIndex={0}>
        {toRawText(props.ask)}
      </pre>
      {sent === null && (
        <div className={part("footer")}>
          <button
            type="button"
            className={part("decline")}
            disabled={phase === "sending"}
            onClick={() => act([{ type: "open-decline" }, { type: "decline" }])}
          >
            Decline
          </button>
          <p className="yc-line" role="status" data-tone="danger">
            {failure ?? (ignored ? typingIgnored : "")}
          </p>
        </div>
      )}
    </section>
  );
}

/** Any value as text. */
function toRawText(value: unknown): string {
  try {
    return cleanText(typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? String(value))).slice(
      0,
      20_000,
    );
  } catch {
    return "(It cannot be turned into text.)";
  }
}
