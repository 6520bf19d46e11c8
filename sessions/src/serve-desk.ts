import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createDesk, type DeskOptions } from "./create-desk.ts";
import { deskFilePath, readDeskFile } from "./desk-file.ts";
import { createDeskServer } from "./desk-server.ts";

/** Starts the desk of a state directory, which must be the only one. It listens at `socket`, which only this user can reach. */
export async function startDesk(options: DeskOptions & { socket: string }): Promise<{ stop(): Promise<void> }> {
  const { directory, socket } = options;
  const key = randomBytes(32).toString("base64url");
  const desk = await createDesk(options);
  const server = createDeskServer(desk, key);
  rmSync(socket, { force: true });
  // Set before listening, so that nobody else can connect even for a moment.
  const mask = process.umask(0o177);
  server.listen(socket);
  await once(server, "listening").finally(() => process.umask(mask));
  if (process.platform !== "win32") chmodSync(socket, 0o600);
  const file = deskFilePath(directory);
  writeFileSync(`${file}.new`, JSON.stringify({ pid: process.pid, socket, key }), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return {
    async stop() {
      // Only if the files are still its own: a newer desk may have replaced them.
      if (readDeskFile(directory)?.key === key) {
        rmSync(file, { force: true });
        rmSync(socket, { force: true });
      }
      await desk.close();
      server.closeAllConnections();
      server.close();
    },
  };
}
