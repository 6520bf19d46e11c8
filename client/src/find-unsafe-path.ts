import { statSync } from "node:fs";

interface UnsafePath {
  /** The file, its owner and its mode. */
  what: string;
  todo: string;
}

/** Files in the state directory that decide where questions and tokens go. */
const decisive = [
  ...["config.json", "tokens.json", "identity.pem", "hub.json", "hub.wanted"],
  ...["yourcall.db", "yourcall.db-wal"],
];

/** Why a state directory cannot be trusted to be this user's alone, or read by them; undefined if it can, or if there is none. */
export function findUnsafePath(directory: string): UnsafePath | undefined {
  return findUnsafeFile([directory, ...decisive.map((name) => `${directory}/${name}`)]);
}

/** Like `findUnsafePath`, for single files that other users may read but not change. */
export function findUnsafeFile(files: readonly string[]): UnsafePath | undefined {
  return files.map(inspect).find((found) => found !== undefined);
}

function inspect(path: string): UnsafePath | undefined {
  const user = process.getuid?.();
  const stats = look(path);
  if (user === undefined || stats === undefined) return undefined;
  const { uid, mode } = stats;
  const shown = (mode & 0o7777).toString(8).padStart(4, "0");
  const isDirectory = stats.isDirectory();
  // Root can change everything anyway.
  if (uid !== user && uid !== 0)
    return {
      what: `${path} belongs to another user (uid ${uid}, mode ${shown}; you are uid ${user})`,
      todo: isDirectory ? "Set YOURCALL_HOME to a directory of your own." : "Remove it, or take it over with chown.",
    };
  // Otherwise its files would seem to be missing.
  if (isDirectory && uid === user && (mode & 0o500) !== 0o500)
    return { what: `${path} has mode ${shown}, which does not let you read it`, todo: `Run: chmod 700 ${path}` };
  // The group of a file is often the user's own; a directory must be private, as for ssh.
  if ((mode & (isDirectory ? 0o022 : 0o002)) === 0) return undefined;
  return {
    what: `Other users can change ${path} (uid ${uid}, mode ${shown})`,
    todo: `Check its contents, then run: chmod ${isDirectory ? 700 : 600} ${path}`,
  };
}

// A file that cannot be examined cannot be used either, and using it reports why.
function look(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
