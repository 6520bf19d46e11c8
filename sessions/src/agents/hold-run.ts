import { hash } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";

/**
 * Keeps other processes from continuing this run at the same time: two would overwrite each other. The lock
 * is a socket that this process listens on, so a killed process holds nothing. Throws if another process has the
 * run; if no socket can be created, there is no lock.
 */
export function holdRun(directory: string, id: string): Promise<void> {
  const name = hash("sha256", id).slice(0, 12);
  const place = process.platform === "win32" ? `\\\\.\\pipe\\yourcall-run-${name}` : `${directory}/${name}.held`;
  const holding = held.get(place) ?? hold(directory, place, id);
  held.set(place, holding);
  holding.catch(() => held.delete(place));
  return holding;
}

// A chat may return to a run that it has left.
const held = new Map<string, Promise<void>>();

async function hold(directory: string, place: string, id: string): Promise<void> {
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

/** False if the path is taken. */
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
