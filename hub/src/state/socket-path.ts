import { createHash } from "node:crypto";
import { chmodSync, lstatSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { YourcallError } from "@yourcall/core";

// A socket's address holds 104 bytes on macOS and 108 on Linux, the end included.
const longest = 100;

/** Where the socket goes: in the state directory, or on a short path of this user's own where that one is too long. */
export function socketPath(directory: string): string {
  if (process.platform === "win32") return `\\\\.\\pipe\\yourcall-${digest(directory)}`;
  const usual = join(directory, "hub.sock");
  if (Buffer.byteLength(usual) <= longest) return usual;
  const short = join(tmpdir(), `yourcall-${process.getuid?.() ?? 0}`);
  mkdirSync(short, { recursive: true, mode: 0o700 });
  const owner = lstatSync(short);
  // In a shared directory somebody else may have made it first.
  if (!owner.isDirectory() || owner.uid !== process.getuid?.())
    throw new YourcallError(
      "store-unavailable",
      `${short} belongs to somebody else. Set YOURCALL_HOME to a shorter path.`,
    );
  chmodSync(short, 0o700);
  return join(short, `${digest(directory)}.sock`);
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
