import { createHash } from "node:crypto";
import { chmodSync, lstatSync, mkdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { YourcallError } from "@yourcall/core";

// The path of a socket may have 104 bytes on macOS and 108 on Linux, including the final zero.
const longest = 100;

/**
 * Where the socket goes: in the state directory, or, if that path is too long or open to others, in a private directory with
 * a short path.
 */
export function socketPath(directory: string): string {
  if (process.platform === "win32") return `\\\\.\\pipe\\yourcall-${digest(directory)}`;
  const usual = join(directory, "hub.sock");
  if (Buffer.byteLength(usual) <= longest && isPrivate(directory)) return usual;
  const short = join(tmpdir(), `yourcall-${process.getuid?.() ?? 0}`);
  mkdirSync(short, { recursive: true, mode: 0o700 });
  const owner = lstatSync(short);
  // In a shared directory somebody else may have created it first.
  if (!owner.isDirectory() || owner.uid !== process.getuid?.())
    throw new YourcallError(
      "store-unavailable",
      `${short} belongs to somebody else. Set YOURCALL_HOME to a shorter path.`,
    );
  chmodSync(short, 0o700);
  return join(short, `${digest(directory)}.sock`);
}

function isPrivate(directory: string): boolean {
  const { uid, mode } = statSync(directory);
  return uid === process.getuid?.() && (mode & 0o077) === 0;
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
