import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { YourcallError } from "@yourcall/core";
import { createDesk, type DeskOptions } from "./create-desk.ts";
import { deskFilePath, readDeskFile } from "./desk-file.ts";
import { createDeskServer } from "./serve-desk.ts";

export interface StartDeskOptions extends DeskOptions {
  /** Where it listens: a path that only this user can reach. */
  socket: string;
  version: string;
}

export interface RunningDesk {
  stop(): Promise<void>;
}

/** Starts the desk of a state directory. Throws if one is running. */
export async function startDesk(options: StartDeskOptions): Promise<RunningDesk> {
  const { directory, socket, version } = options;
  const running = readDeskFile(directory);
  if (running !== null && (await answers(running.socket)))
    throw new YourcallError("store-unavailable", `A desk is already running for ${directory}, pid ${running.pid}.`);
  const key = randomBytes(32).toString("base64url");
  const desk = await createDesk(options);
  const server = createDeskServer(desk, key);
  rmSync(socket, { force: true });
  // Nobody else may connect in the moment before the mode is set.
  const mask = process.umask(0o177);
  server.listen(socket);
  await once(server, "listening").finally(() => process.umask(mask));
  if (process.platform !== "win32") chmodSync(socket, 0o600);
  const file = deskFilePath(directory);
  writeFileSync(`${file}.new`, JSON.stringify({ pid: process.pid, socket, key, version }), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return {
    async stop() {
      // Only while they are its own: a newer desk may have replaced them.
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

/** Whether a process listens there. */
function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const link = connect(socket);
    link.once("connect", () => {
      link.destroy();
      resolve(true);
    });
    link.once("error", () => resolve(false));
  });
}
