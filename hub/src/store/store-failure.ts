import { YourcallError } from "@yourcall/core";

// The primary result codes of SQLite that speak of the file or the machine, not of the statement.
const busy = 5;
const locked = 6;
const noMemory = 7;
const readOnly = 8;
const interrupted = 9;
const inputOutput = 10;
const corrupt = 11;
const full = 13;
const cannotOpen = 14;
const protocol = 15;
const notADatabase = 26;

const failures = new Set([
  ...[busy, locked, noMemory, readOnly, interrupted, inputOutput],
  ...[corrupt, full, cannotOpen, protocol, notADatabase],
]);

/** Is this about the store as a whole, so that every write beside it fails as well? */
export function isStoreFailure(error: unknown): boolean {
  const code = toResultCode(error);
  return (code !== undefined && failures.has(code)) || YourcallError.isInstance(error);
}

/** The `store-unavailable` that an error of the driver becomes; an error of another sort comes back as it is. */
export function toStoreFailure(error: unknown, file: string): unknown {
  if (YourcallError.isInstance(error) || !isStoreFailure(error)) return error;
  return storeUnavailable(describe(toResultCode(error) ?? 0, file, error), error);
}

export function storeUnavailable(message: string, cause?: unknown): YourcallError {
  return new YourcallError("store-unavailable", message, cause === undefined ? {} : { cause });
}

function toResultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return undefined;
  return error.errcode & 0xff;
}

function describe(code: number, file: string, error: unknown): string {
  switch (code) {
    case full:
      return `There is no room left for ${file}. Nothing was written. Make room on the disk and try again.`;
    case busy:
    case locked:
    case protocol:
      return `${file} is locked by another process. Nothing was written. Close what else has it open and try again.`;
    case readOnly:
    case cannotOpen:
      return `${file} cannot be opened for writing. See that its directory exists and that this user may write there.`;
    case corrupt:
    case notADatabase:
      return `${file} is damaged or is no database. It was left as it is. Move it away, or put a backup in its place.`;
    default:
      return `${file} could not be read or written: ${error instanceof Error ? error.message : String(error)}.`;
  }
}
