/** The text for a model while nobody has answered yet, worded so that it cannot be mistaken for an answer. */
export function toPendingText(id: string, { tool, url }: { tool: string; url?: string }): string {
  return [
    JSON.stringify({ status: "pending", id }),
    `Nobody has answered yet. There is no answer: no option was chosen and nothing was approved. The question stays open${url === undefined ? "" : ` at ${url}`}.`,
    `Call ${tool} with {"id": ${JSON.stringify(id)}} to wait for the answer, as often as needed. Do not ask again and do not choose for the user; meanwhile you may do work that does not depend on the answer.`,
  ].join("\n\n");
}
