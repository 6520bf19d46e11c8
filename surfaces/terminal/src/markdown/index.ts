export { showPlans } from "./show-plans.ts";
export { createStreamingMarkdown } from "./streaming-markdown.ts";
