/** What became of a form: filled in, refused, or closed without a decision. */
export interface FormResult {
  action: "accept" | "decline" | "cancel";
  content?: Record<string, unknown>;
}
