import { messageOf, YourcallError } from "@yourcall/core";
import { storeUnavailable } from "../../hub-errors.ts";

// SQLite's primary result codes that concern the file or the machine, not the statement.
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

/** A commit could not be synced to the disk, so it is unknown whether it will be found there. */
export class UnknownCommit extends Error {
  constructor(cause: unknown) {
    super("The effect of a commit is unknown.", { cause });
  }
}

export const isBusy = (error: unknown) => toResultCode(error) === busy;
export const isFull = (error: unknown) => toResultCode(error) === full;
export const isInputOutput = (error: unknown) => toResultCode(error) === inputOutput;

/** Whether this error concerns the whole store, so that every other write would fail too. */
export function isStoreFailure(error: unknown): boolean {
  const code = toResultCode(error);
  return (
    (code !== undefined && failures.has(code)) || error instanceof UnknownCommit || YourcallError.isInstance(error)
  );
}

/** Turns a driver error into `store-unavailable`; returns any other error unchanged. */
export function toStoreFailure(error: unknown, file: string): unknown {
  if (YourcallError.isInstance(error) || !isStoreFailure(error)) return error;
  if (error instanceof UnknownCommit)
    return storeUnavailable(
      `${file} could not be synced to the disk (${messageOf(error.cause)}). What was sent may have been kept: ` +
        "check before you send it again. The hub reads its store again before it continues.",
      error,
    );
  return storeUnavailable(describe(toResultCode(error) ?? 0, file, error), error);
}

function toResultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return undefined;
  return error.errcode & 0xff;
}

function describe(code: number, file: string, error: unknown): string {
  switch (code) {
    case full:
      return `There is no room left for ${file}. Nothing was written. Free some disk space and try again.`;
    case busy:
    case locked:
    case protocol:
      return `${file} is locked by another process. Nothing was written. Close other programs that have it open and try again.`;
    case readOnly:
    case cannotOpen:
      return `${file} cannot be opened for writing. Check that its directory exists and that this user may write there.`;
    case corrupt:
    case notADatabase:
      return `${file} is damaged or not a database. It was left as it is. Move it away, or restore a backup.`;
    default:
      return `${file} could not be read or written: ${messageOf(error)}.`;
  }
}
