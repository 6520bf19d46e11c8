/** Wrong usage, or input that is not an ask: exit code 2, the message on stderr, no stack trace. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
