/** The output of the hook `BeforeTool` that keeps Gemini from asking: it tells its model this text. */
export function toOutput(text: string): object {
  return { decision: "deny", reason: text };
}
