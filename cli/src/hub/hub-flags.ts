/**
 * The flags of Node with which a hub is started in the background. V8 would let the space for new objects grow to over 100 MB while
 * thousands of screens connect, and keep it (docs/decisions).
 */
export const hubFlags = ["--max-semi-space-size=8"];
