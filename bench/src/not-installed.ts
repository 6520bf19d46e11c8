/** A program or package that a subject needs is not on this machine: it is left out, and the rest is measured. */
export class NotInstalled extends Error {
  constructor(what: string) {
    super(`not installed: ${what}`);
  }
}

/** Whether a failure, which may come from another process as text, is only something missing. */
export function isMissing(failure: string): boolean {
  return failure.startsWith("not installed: ");
}
