/**
 * Node's flags for a hub in the background. Without them, V8's space for new objects grows to over 100 MB while thousands of
 * screens connect, and stays that large (bench/README.md).
 */
export const hubFlags = ["--max-semi-space-size=8"];
