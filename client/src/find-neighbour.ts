import type { Session } from "@yourcall/core/internal/wire";

/** A session at work in this directory, above it or below it, where two agents would change the same files. */
export function findNeighbour(directory: string, sessions: readonly Session[]): Session | undefined {
  const within = (path: string, root: string) => path === root || path.startsWith(`${root.replace(/\/$/, "")}/`);
  const given = directory.replace(/(.)\/+$/, "$1");
  return sessions.find(
    ({ state, cwd, worktree }) =>
      worktree === undefined &&
      (state === "working" || state === "waiting") &&
      (within(cwd, given) || within(given, cwd)),
  );
}
