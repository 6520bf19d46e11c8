import { cleanLine, cleanText, toApprovalText } from "@yourcall/core";
import type { ShownCard } from "./shown-card.ts";

/** What an approval is about: the tool, and what it would be called with. */
export function ApprovalPart({ card }: { card: ShownCard }) {
  const { approval } = card.state.ask;
  if (approval === undefined) return null;
  return (
    <div className="yc-approval">
      <p>
        <span className="yc-hint">Tool</span> <code dir="auto">{cleanLine(approval.tool)}</code>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className="yc-raw" dir="auto" tabIndex={0}>
        {cleanText(toApprovalText(approval.input))}
      </pre>
    </div>
  );
}
