import type { WireAsk } from "@yourcall/client";
import { cleanText, toLocalDate, toLocalTime } from "@yourcall/core";
import { CopyButton } from "../app/copy-button.tsx";
import { renderMarkdown } from "../markdown/render-markdown.tsx";
import { toSession } from "./ask-rows.ts";

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

/** The agent's last words before it asked, in full. */
export function SaidBefore({ ask }: { ask: WireAsk }) {
  const said = cleanText(ask.context ?? "").trim();
  if (said === "") return null;
  return (
    <section className="side-block">
      <h2>What {toSession(ask).name} said before asking</h2>
      <div dir="auto">{renderMarkdown(said)}</div>
    </section>
  );
}
