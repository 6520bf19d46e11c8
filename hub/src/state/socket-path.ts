import { createHash } from "node:crypto";
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// The path of a socket is limited to 104 bytes on macOS and 108 on Linux, including the final zero.
const longest = 100;

/**
 * Where the socket goes: in the state directory, or, if that path is too long or open to others, in a private directory with
 * a short path.
 */
export function socketPath(directory: string, name = "hub"): string {
  const id = name === "hub" ? digest(directory) : `${digest(directory)}-${name}`;
  if (process.platform === "win32") return `\\\\.\\pipe\\yourcall-${id}`;
  const usual = join(directory, `${name}.sock`);
  if (Buffer.byteLength(usual) <= longest && isPrivate(directory)) return usual;
  return join(shortDirectory(), `${id}.sock`);
}

/** Somebody else may have created the usual directory first: then try other names, and finally a random one. */
function shortDirectory(): string {
  const usual = join(tmpdir(), `yourcall-${process.getuid?.() ?? 0}`);
  const taken = ["", "-1", "-2", "-3"].map((end) => `${usual}${end}`).find(makePrivate);
  return taken ?? mkdtempSync(join(tmpdir(), "yourcall-"));
}

/** Creates this directory, or uses it if it is this user's own; false if it is somebody else's. */
function makePrivate(directory: string): boolean {
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const owner = lstatSync(directory);
  if (!owner.isDirectory() || owner.uid !== process.getuid?.()) return false;
  chmodSync(directory, 0o700);
  return true;
}

function isPrivate(directory: string): boolean {
  const { uid, mode } = statSync(directory);
  return uid === process.getuid?.() && (mode & 0o077) === 0;
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
