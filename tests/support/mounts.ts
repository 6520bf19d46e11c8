import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmdirSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "vitest";

// Private mounts: no other process sees them, and they end with this one.
const apart = (mount: string, place: string) => [
  ...["unshare", "--map-root-user", "--mount", "sh", "-c"],
  `place=$1; shift; ${mount} && exec "$@"`,
  ...["sh", place],
];

/** Starts a command that sees this directory as a separate disk of 2 MB. */
export const withSmallDisk = (place: string) => apart('mount -t tmpfs -o size=2m,mode=700 none "$place"', place);

/** The same, and the disk is full. */
export const withFullDisk = (place: string) =>
  apart('mount -t tmpfs -o size=2m,mode=700 none "$place" && ! cat /dev/zero 2>/dev/null >"$place/filler"', place);

/** Starts a command that sees this directory as read-only. */
export const withReadOnly = (place: string) =>
  apart('mount --bind "$place" "$place" && mount -o remount,bind,ro "$place"', place);

/** A file on a disk that only this process sees. */
export const asSeenBy = (pid: number, file: string) => join("/proc", String(pid), "root", file);

/** Writes to the file until its disk has no room left. */
export function fillDisk(file: string): void {
  const handle = openSync(file, "w");
  try {
    for (let size = 65_536; size >= 1; size = size > 1 ? size / 2 : 0) writeUntilFull(handle, size);
  } finally {
    closeSync(handle);
  }
}

function writeUntilFull(handle: number, size: number): void {
  try {
    for (;;) writeSync(handle, Buffer.alloc(size, "x"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}

/** `test`, if a process may have private mounts; otherwise it skips and says so. */
export const testWithMounts = mayMount() ? test : skip();

function mayMount(): boolean {
  const place = mkdtempSync(join(tmpdir(), "yourcall-mount-"));
  const tried = [withSmallDisk(place), withReadOnly(place)].map(([program = "", ...args]) =>
    spawnSync(program, [...args, "true"], { stdio: "ignore" }),
  );
  rmdirSync(place);
  return tried.every(({ status }) => status === 0);
}

function skip() {
  console.log("skipped: this machine does not allow private mounts (unshare --map-root-user --mount)");
  return test.skip;
}
