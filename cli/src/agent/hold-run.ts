import { createHash } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";

/**
 * Keeps other processes from going on with this run while this one does: two at once would write over each other. What holds it
 * is a socket that somebody listens on, so that a process that was killed holds nothing. Throws where another process has the
 * run; where a socket cannot be made, nobody is kept out.
 */
export async function holdRun(directory: string, id: string): Promise<void> {
  const name = createHash("sha256").update(id).digest("hex").slice(0, 12);
  const place = process.platform === "win32" ? `\\\\.\\pipe\\yourcall-run-${name}` : `${directory}/${name}.held`;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (await listens(place)) return;
  if (await isHeld(place))
    throw Object.assign(
      new Error(`The run ${id} is open in another process. End that one, or start another run without --resume.`),
      { code: "busy" },
    );
  rmSync(place, { force: true });
  await listens(place);
}

/** False where something is in the way there. */
function listens(place: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code !== "EADDRINUSE"));
    server.listen(place, () => {
      process.once("exit", () => rmSync(place, { force: true }));
      resolve(true);
    });
    server.unref();
  });
}

function isHeld(place: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(place);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
