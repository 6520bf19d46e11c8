import type { WireAsk } from "@yourcall/client";
import { toLocalDate, toLocalTime } from "@yourcall/core";
import { CopyButton } from "../app/copy-button.tsx";

/** When it was asked, and ways to point at it. Ids stay out of sight. */
export function AskFacts({ ask, link }: { ask: WireAsk; link: string }) {
  return (
    <p className="ask-facts">
      <time dateTime={ask.createdAt} title={toLocalDate(ask.createdAt)}>
        Asked {toLocalTime(ask.createdAt, Date.now())}
      </time>
      <CopyButton text={link} label="Copy link" />
      <CopyButton text={ask.id} label="Copy id" />
    </p>
  );
}
