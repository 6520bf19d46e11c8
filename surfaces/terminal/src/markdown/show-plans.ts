import type { Glyphs } from "../screen/glyphs.ts";
import { showPlansWith } from "../view/view-approval.ts";
import { createStreamingMarkdown } from "./streaming-markdown.ts";

/** From now on an agent's plan is shown as the markdown that it is. The prompt of `yourcall ask` does without the parser. */
export function showPlans(glyphs: Glyphs): void {
  showPlansWith((text, width) => {
    const markdown = createStreamingMarkdown({ width: () => width, glyphs });
    markdown.add(text);
    return markdown.finish();
  });
}
