/** The command was called wrongly, or its input is not an ask: exit code 2, the lines on stderr, no stack trace. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
