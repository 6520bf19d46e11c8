/** How a dialog of Codex ends without a decision that is known. */
export const interrupted = "Interrupted in Codex.";
export const wentOn = "Codex went on without an answer.";
export const noLongerWaits = "Codex no longer waits for it.";
export const answered = "Answered in Codex.";
export const allowed = "Allowed in Codex.";
export const denied = "Denied in Codex.";
