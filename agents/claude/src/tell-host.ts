/** Tells the host something. What goes wrong there is a warning of the process and costs nobody an answer. */
export function tellHost(tell: () => void): void {
  try {
    tell();
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error));
  }
}
