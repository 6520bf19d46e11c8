import { lazy, type ReactNode, Suspense } from "react";
import type { ShownCard } from "../shown-card.ts";

const Markdown = lazy(() => import("./render-markdown.tsx"));

/** An agent's markdown, rendered by the host or by us. Shown as plain text until our renderer has loaded. */
export function AgentText({ card, text }: { card: ShownCard; text: string }): ReactNode {
  const { renderMarkdown } = card.props;
  if (renderMarkdown !== undefined) return renderMarkdown(text);
  return (
    <Suspense fallback={<p className="yc-plain">{text}</p>}>
      <Markdown text={text} />
    </Suspense>
  );
}
